import { createHash } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, rmdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Account, accountFor, canUse, isRoot } from './account.ts'

/** Where a database lives: `home` holds the cluster, its password, its port and the lock of its owner. */
export type Place = { home: string; cluster: string; account: Account | undefined; movedFrom?: string }

/** Where things go that the unprivileged account must reach when root starts the product. */
export const sharedPlace = '/var/lib/purple-sector'

/** The folder used instead of a data folder that the unprivileged account cannot enter. */
export const substituteFor = (dataDir: string): string =>
  join(sharedPlace, createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16))

const clusterIn = (home: string): string => join(home, 'data')
const holdsData = (home: string): boolean => existsSync(join(clusterIn(home), 'PG_VERSION'))

const prepare = (home: string): Place => {
  mkdirSync(dirname(home), { recursive: true, mode: 0o755 })
  if (!existsSync(home)) mkdirSync(home, { mode: 0o700 })
  const account = accountFor(clusterIn(home))
  if (account && statSync(home).uid !== account.uid) chownSync(home, account.uid, account.gid)
  return { home, cluster: clusterIn(home), account }
}

/**
 * Chooses the place of the data: `<dataDir>/postgres`, or, for a process of root whose unprivileged
 * account cannot enter that, a folder under `/var/lib/purple-sector`. Data stay where they were found.
 */
export const choosePlace = (dataDir: string, substitute = substituteFor(dataDir)): Place => {
  const own = join(resolve(dataDir), 'postgres')
  if (!isRoot()) return prepare(own)
  const elsewhere = (): Place => ({ ...prepare(substitute), movedFrom: own })
  if (!holdsData(own) && holdsData(substitute)) return elsewhere()
  const place = prepare(own)
  if (!place.account || canUse(place.account, place.home)) return place
  if (readdirSync(own).length === 0) rmdirSync(own)
  return elsewhere()
}
