import { OFFLINE_FILES_CACHE } from '../client/browser/offline-pages.ts'

/** More than a build has; beyond that the oldest are evicted. */
const MAX_FILES = 400

/** Whether a reply is complete, same-origin and successful. */
export const isCacheable = ({ status, type, redirected }: Response): boolean =>
  status === 200 && type === 'basic' && !redirected

/** Files that are fetched concurrently: the page comes first on line, disk and processor. */
const CONCURRENCY = 3

const openCache = () => caches.open(OFFLINE_FILES_CACHE)

const cacheFile = async (file: string, reply: Response): Promise<void> => {
  const cache = await openCache()
  await cache.put(file, reply)
  const storedKeys = await cache.keys()
  await Promise.all(
    storedKeys.slice(0, Math.max(0, storedKeys.length - MAX_FILES)).map((request) => cache.delete(request)),
  )
}

/** The cached file. */
export const cachedFile = async (file: string): Promise<Response | undefined> => (await openCache()).match(file)

/** Fetches a file and caches it in the background; a file that cannot be cached is returned all the same. */
export const fetchAndCacheFile = async (request: Request, file: string, later: (work: Promise<unknown>) => void) => {
  const reply = await fetch(request)
  // A full disk stores no file.
  if (isCacheable(reply)) later(cacheFile(file, reply.clone()).catch(() => {}))
  return reply
}

/**
 * Caches these files, refetching those whose address does not change with their content. Rejects if one fails or the
 * disk is full.
 */
export const cacheFiles = async (files: readonly string[], isVersioned: (file: string) => boolean): Promise<void> => {
  const cache = await openCache()
  const queue = new Set(files).values()
  const cacheNext = async () => {
    for (const file of queue) {
      if (isVersioned(file) && (await cache.match(file))) continue
      const reply = await fetch(file, { priority: 'low' })
      if (!isCacheable(reply)) throw new Error(`${file} is not to be had: ${reply.status}`)
      await cache.put(file, reply)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, cacheNext))
}

/** Cache key that stores the build of the files. */
const BUILD_KEY = '/build'

/** The build whose files are all cached. */
export const cachedBuild = async (): Promise<string | undefined> => (await (await openCache()).match(BUILD_KEY))?.text()

/** Evicts all other files: those of an earlier build. */
export const evictOtherFiles = async (build: string, files: ReadonlySet<string>): Promise<void> => {
  const cache = await openCache()
  const unusedRequests = (await cache.keys()).filter(({ url }) => !files.has(new URL(url).pathname))
  await Promise.all(unusedRequests.map((request) => cache.delete(request)))
  await cache.put(BUILD_KEY, new Response(build))
}
