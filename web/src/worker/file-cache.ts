import { OFFLINE_FILES_CACHE } from '../lib/offline-pages.ts'

/** More than a build has: beyond that those that were kept first go. */
const MAX = 400

/** Whole, ours, and no error. */
export const isSound = ({ status, type, redirected }: Response): boolean =>
  status === 200 && type === 'basic' && !redirected

/** So many are kept at once: the line, the disk and the processor are the page's first. */
const AT_ONCE = 3

const open = () => caches.open(OFFLINE_FILES_CACHE)

const keep = async (file: string, reply: Response): Promise<void> => {
  const cache = await open()
  await cache.put(file, reply)
  const kept = await cache.keys()
  await Promise.all(kept.slice(0, Math.max(0, kept.length - MAX)).map((request) => cache.delete(request)))
}

/** The file as it is kept. */
export const cachedFile = async (file: string): Promise<Response | undefined> => (await open()).match(file)

/** The file from the network, kept on the way; what cannot be kept is passed on all the same. */
export const fetchAndCacheFile = async (request: Request, file: string, later: (work: Promise<unknown>) => void) => {
  const reply = await fetch(request)
  // A disk that is full keeps nothing.
  if (isSound(reply)) later(keep(file, reply.clone()).catch(() => {}))
  return reply
}

/** Keeps these files, those at addresses that stay anew; rejects where one does not come, or has no room. */
export const cacheFiles = async (files: readonly string[], isLasting: (file: string) => boolean): Promise<void> => {
  const cache = await open()
  const left = new Set(files).values()
  const keepSome = async () => {
    for (const file of left) {
      if (isLasting(file) && (await cache.match(file))) continue
      const reply = await fetch(file, { priority: 'low' })
      if (!isSound(reply)) throw new Error(`${file} is not to be had: ${reply.status}`)
      await cache.put(file, reply)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, keepSome))
}

/** Where it stands of which build the files are. */
const BUILD = '/build'

/** The build of which all files are here. */
export const cachedBuild = async (): Promise<string | undefined> => (await (await open()).match(BUILD))?.text()

/** Forgets all other files: those of a build before. */
export const evictOtherFiles = async (build: string, files: ReadonlySet<string>): Promise<void> => {
  const cache = await open()
  const others = (await cache.keys()).filter(({ url }) => !files.has(new URL(url).pathname))
  await Promise.all(others.map((request) => cache.delete(request)))
  await cache.put(BUILD, new Response(build))
}
