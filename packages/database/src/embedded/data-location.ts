import { createHash } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, rmdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Account, accountFor, canUse, isRoot } from './account.ts'

/** Location of a database: `home` contains the cluster, its password, its port and the owner lock. */
export type DataLocation = { home: string; cluster: string; account: Account | undefined; movedFrom?: string }

/** Folder for files that the unprivileged account must reach when root starts the product. */
export const SHARED_DIRECTORY = '/var/lib/purple-sector'

/** Returns the folder used instead of a data folder that the unprivileged account cannot enter. */
export const fallbackFor = (dataDir: string): string =>
  join(SHARED_DIRECTORY, createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16))

const clusterIn = (home: string): string => join(home, 'data')
const hasData = (home: string): boolean => existsSync(join(clusterIn(home), 'PG_VERSION'))

const prepareHome = (home: string): DataLocation => {
  mkdirSync(dirname(home), { recursive: true, mode: 0o755 })
  if (!existsSync(home)) mkdirSync(home, { mode: 0o700 })
  const account = accountFor(clusterIn(home))
  if (account && statSync(home).uid !== account.uid) chownSync(home, account.uid, account.gid)
  return { home, cluster: clusterIn(home), account }
}

/**
 * Chooses the location of the data: `<dataDir>/postgres`.
 *
 * If the process runs as root and the unprivileged account cannot enter that folder, it is a folder under
 * `/var/lib/purple-sector`. Existing data are not moved.
 */
export const chooseLocation = (dataDir: string, fallback = fallbackFor(dataDir)): DataLocation => {
  const defaultHome = join(resolve(dataDir), 'postgres')
  if (!isRoot()) return prepareHome(defaultHome)
  const useFallback = (): DataLocation => ({ ...prepareHome(fallback), movedFrom: defaultHome })
  if (!hasData(defaultHome) && hasData(fallback)) return useFallback()
  const location = prepareHome(defaultHome)
  if (!location.account || canUse(location.account, location.home)) return location
  if (readdirSync(defaultHome).length === 0) rmdirSync(defaultHome)
  return useFallback()
}
