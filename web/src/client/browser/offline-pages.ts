import { isLineFree } from './is-line-free.ts'

/** Prefix of all caches of the service worker; the number at their end changes with their format. */
const PREFIX = 'purple-sector-'
/** The latest version of each page of the fan signed in in this browser. */
export const OFFLINE_PAGES_CACHE = `${PREFIX}pages-2`
/** Scripts, styles and fonts that those pages need. */
export const OFFLINE_FILES_CACHE = `${PREFIX}files-1`

/** Whether a cache belongs to an earlier version of the worker. */
export const isObsoleteCache = (name: string): boolean =>
  name.startsWith(PREFIX) && name !== OFFLINE_PAGES_CACHE && name !== OFFLINE_FILES_CACHE

/** Messages from the app to its worker: delete all cached pages; cache the page at an address. */
export type WorkerMessage = { type: 'forget' } | { type: 'keep'; address: string }

const postToWorker = (message: WorkerMessage): void => {
  void globalThis.navigator?.serviceWorker?.ready.then(({ active }) => active?.postMessage(message))
}

/**
 * Deletes all cached pages of the user who was signed in.
 *
 * The worker is notified, because it may be writing some at this moment; the page deletes too, because a worker may
 * hang.
 */
export const clearOfflinePages = async (): Promise<void> => {
  postToWorker({ type: 'forget' })
  await globalThis.caches
    ?.delete(OFFLINE_PAGES_CACHE)
    .catch((error) => console.warn('Cached pages could not be deleted', error))
}

/**
 * Asks the worker to cache the open page unless it has just cached it: the page may have loaded before the worker, or by a
 * client-side link. The worker then caches the files of all other pages.
 */
export const cacheOpenPage = (): void => {
  const { pathname, search } = window.location
  postToWorker({ type: 'keep', address: pathname + search })
}

/**
 * Caches the open page whenever the fan leaves it, since they will return to it. Returns a function that stops that.
 */
export const cachePagesOnLeave = (): (() => void) => {
  const cache = () => {
    if (document.visibilityState === 'hidden' && isLineFree()) cacheOpenPage()
  }
  document.addEventListener('visibilitychange', cache)
  return () => document.removeEventListener('visibilitychange', cache)
}

/**
 * When the open page came from the network, in ms of this device's clock, if the worker served it from its cache;
 * undefined for a fresh page, as every page is that a gateway renders.
 */
export const pageCachedAt = (): number | undefined => {
  const at = Number(globalThis.document?.documentElement.dataset.kept)
  return at > 0 ? at : undefined
}
