import { isLineFree } from './is-line-free.ts'

/** All that the service worker keeps has this before its name; a number behind it changes with how it is kept. */
const OURS = 'purple-sector-'
/** Pages as they came last, of the fan who is signed in in this browser. */
export const OFFLINE_PAGES_CACHE = `${OURS}pages-1`
/** Scripts, styles and fonts that those need. */
export const OFFLINE_FILES_CACHE = `${OURS}files-1`

/** What a worker before this one has left. */
export const isLeftOver = (name: string): boolean =>
  name.startsWith(OURS) && name !== OFFLINE_PAGES_CACHE && name !== OFFLINE_FILES_CACHE

/** What the app says to its worker: nothing of a fan is kept any more; or the page at an address is to be kept. */
export type ToWorker = { type: 'forget' } | { type: 'keep'; address: string }

const tellWorker = (message: ToWorker): void => {
  void globalThis.navigator?.serviceWorker?.ready.then(({ active }) => active?.postMessage(message))
}

/**
 * Nothing of whoever was signed in is kept from here on: told to the worker, which may be keeping some at this moment, and
 * done here, for a worker may hang.
 */
export const clearOfflinePages = async (): Promise<void> => {
  tellWorker({ type: 'forget' })
  await globalThis.caches
    ?.delete(OFFLINE_PAGES_CACHE)
    .catch((error) => console.warn('Kept pages were not forgotten', error))
}

/**
 * The page that is open is kept, unless it has just been: one that came before there was a worker, or to which a link led.
 * The files of all other pages come behind it.
 */
export const keepOpenPage = (): void => {
  const { pathname, search } = window.location
  tellWorker({ type: 'keep', address: pathname + search })
}

/** Keeps the page that is open whenever the fan turns to something else: it is what they come back to. Returns what ends it. */
export const keepPagesThatAreLeft = (): (() => void) => {
  const keep = () => {
    if (document.visibilityState === 'hidden' && isLineFree()) keepOpenPage()
  }
  document.addEventListener('visibilitychange', keep)
  return () => document.removeEventListener('visibilitychange', keep)
}

/**
 * When the page that is open came from the network, in ms of this device's clock, where the worker has brought it from what
 * it keeps; undefined where it is of now, as all is that a gateway draws.
 */
export const pageCachedAt = (): number | undefined => {
  const at = Number(globalThis.document?.documentElement.dataset.kept)
  return at > 0 ? at : undefined
}
