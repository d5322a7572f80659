import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findBinaries } from './binaries.ts'
import { chooseLocation, fallbackFor } from './data-location.ts'
import { stopOrphan } from './orphan.ts'
import { acquireOwnerLock, isLocked } from './owner-lock.ts'
import { asStartError } from './start-error.ts'

export type LockedData = {
  /** The folder of the database: cluster, password, port. */
  home: string
  isEmpty: boolean
  /** Required owner of the files; undefined for the current user. */
  account: { uid: number; gid: number } | undefined
  release(): void
}

/** Whether a product is running on the data of this folder. */
export const isInUse = (dataDir: string): boolean =>
  [join(resolve(dataDir), 'postgres'), fallbackFor(dataDir)].some(isLocked)

/**
 * Locks the database of `dataDir` like a running product, but without a server, so that its files may be copied.
 *
 * Throws `DatabaseStartError` with a message for users while a product runs on the data.
 */
export const lockData = async (dataDir: string): Promise<LockedData> => {
  const location = chooseLocation(dataDir)
  const release = acquireOwnerLock(location.home)
  try {
    await stopOrphan(location, findBinaries(location.account), new AbortController().signal)
  } catch (cause) {
    release()
    throw asStartError(location.home, { cause })
  }
  return { home: location.home, isEmpty: !existsSync(location.cluster), account: location.account, release }
}
