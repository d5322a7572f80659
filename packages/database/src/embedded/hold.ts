import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findBinaries } from './binaries.ts'
import { stopOrphan } from './orphan.ts'
import { claim, isClaimed } from './owner-lock.ts'
import { choosePlace, substituteFor } from './place.ts'
import { asStartError } from './problem.ts'

export type HeldData = {
  /** The folder that has the whole database: cluster, password, port. */
  home: string
  isEmpty: boolean
  /** Whose the files in it have to be; undefined for the present user's. */
  account: { uid: number; gid: number } | undefined
  release(): void
}

/** Whether a product runs on the data of this folder. */
export const isInUse = (dataDir: string): boolean =>
  [join(resolve(dataDir), 'postgres'), substituteFor(dataDir)].some(isClaimed)

/**
 * Holds the database of `dataDir` as a running product does, but stopped: its files may be copied. Throws
 * `DatabaseStartError` with a message for people while a product runs on it.
 */
export const holdData = async (dataDir: string): Promise<HeldData> => {
  const place = choosePlace(dataDir)
  const release = claim(place.home)
  try {
    await stopOrphan(place, findBinaries(place.account), new AbortController().signal)
  } catch (cause) {
    release()
    throw asStartError(place.home, { cause })
  }
  return { home: place.home, isEmpty: !existsSync(place.cluster), account: place.account, release }
}
