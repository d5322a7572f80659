import {
  anyCachedDocument,
  type Cached,
  cacheDocument,
  cachedDocument,
  clearDocuments,
  newestCachedDocument,
} from './document-cache.ts'
import { cachedBuild, cachedFile, cacheFiles, evictOtherFiles, fetchAndCacheFile, isCacheable } from './file-cache.ts'
import { isFansPage, markAsCached, missingIn, readPageHeader, toAppShell } from './page-document.ts'
import type { FetchEvent } from './scope.ts'

/** How long a page from the network is preferred over a cached one, in ms. */
const NETWORK_TIMEOUT_MS = 300

/** Whether the name of a file contains a hash of its content. Without an extension the address is a page. */
const isHashed = (pathname: string): boolean => /^\/assets\/.+\.\w+$/.test(pathname)
/** Files at unversioned addresses, for use without a network. */
const UNVERSIONED_FILES = ['/icon.svg', '/icon-192.png', '/manifest.webmanifest']
/** Loaded with the document, before the first paint. */
const SCHEME = '/scheme.js'
const ROUTE_MANIFEST = '/route-manifest.json'
const FONTS = '/fonts.css'

/** A page cached within this time, in ms, is not fetched again just to cache it. */
const FRESH_FOR_MS = 600_000

const SIGNS_IN_OR_OUT = /^\/api\/(login|logout|auth\/.*)$/

/**
 * Whether another user may be signed in after a request: sign-in, sign-out, return from an identity provider, deletion
 * of the account.
 */
export const changesSession = ({ method, mode }: Request, { pathname }: URL): boolean =>
  (SIGNS_IN_OR_OUT.test(pathname) && (mode === 'navigate' || method !== 'GET')) ||
  (method === 'DELETE' && pathname === '/api/profile')

const isPlain = (request: Request, url: URL): boolean =>
  request.method === 'GET' && url.origin === self.location.origin && !request.headers.has('range')

const timeout = (ms: number): Promise<undefined> => new Promise((resolve) => setTimeout(() => resolve(undefined), ms))

const filesOfPages = async (): Promise<string[]> => {
  const [manifestReply, fontsReply] = await Promise.all([fetch(ROUTE_MANIFEST), fetch(FONTS)])
  if (!isCacheable(manifestReply) || !isCacheable(fontsReply)) throw new Error('What pages begin with is not to be had')
  const pages: { pattern: string; scripts: string[]; styles: string[]; later: string[] }[] = await manifestReply.json()
  const fansPages = pages.filter(({ pattern }) => isFansPage(new URL(pattern, self.location.origin)))
  const fontFiles = [...(await fontsReply.text()).matchAll(/url\((\/assets\/[^)]+)\)/g)].map(([, file = '']) => file)
  // Including their dialogs: a dialog that fails to load breaks its page.
  const pageFiles = fansPages.flatMap(({ scripts, styles, later }) => [...scripts, ...styles, ...later])
  return [...new Set([...pageFiles.map((file) => `/${file}`), ...fontFiles])]
}

/**
 * Caches fans' pages and the files they need, and serves them where the network fails or is slow.
 *
 * Any failure here falls back to the network.
 */
export const createPageCache = () => {
  /** Increased by every clear: a reply to a request sent before is not stored after it. */
  let generation = 0
  /** Clients that were given a cached document: they get its cached first script too. */
  const respondWithCached = new Set<string>()
  /** Serializes changes of the cache: each reads it and writes it. */
  let last: Promise<unknown> = Promise.resolve()
  /** Build of the latest document: files of another build must not replace its own. */
  let newestBuild: string | undefined

  /** Reads the cache after all pending changes, so that no data is found that is being cleared. */
  const readSafely = <Found>(readCache: () => Promise<Found>): Promise<Found | undefined> =>
    last.then(readCache, readCache).catch(() => undefined)

  const clear = (): Promise<void> => {
    generation += 1
    last = last.then(clearDocuments, clearDocuments)
    return last as Promise<void>
  }

  /** Caches the files of other pages besides those of this one; evicts those of an earlier build. */
  const cacheOtherPages = async ({ html }: Cached): Promise<void> => {
    const header = readPageHeader(html)
    if (!header || (await cachedBuild()) === header.build) return
    const otherFiles = await filesOfPages()
    await cacheFiles([...otherFiles, ...UNVERSIONED_FILES], isHashed)
    if (header.build === (newestBuild ?? header.build))
      await evictOtherFiles(header.build, new Set([...header.files, ...otherFiles, ...UNVERSIONED_FILES]))
  }

  const cachePage = async (url: URL, reply: Response, receivedAt: number, requestedIn: number): Promise<void> => {
    const html = await reply.text()
    const header = readPageHeader(html)
    if (!header) {
      console.error(
        `${url.pathname} is not kept for offline use: ${missingIn(html).join(', ') || 'its header names no user, or has another version'}`,
      )
      return
    }
    if (header.userId === null) return clear()
    newestBuild = header.build
    const { files, ...metadata } = header
    // A document is cached once all of its files are, so that it can be shown.
    await cacheFiles(files, isHashed)
    last = last
      .catch(() => {})
      .then(() =>
        generation === requestedIn
          ? cacheDocument(url.href, html, reply.headers, { ...metadata, at: receivedAt })
          : undefined,
      )
    await last
  }

  const fetchPage = async (request: Request | string, url: URL, later: FetchEvent['waitUntil']): Promise<Response> => {
    const requestedIn = generation
    const receivedAt = Date.now()
    const reply = await fetch(request)
    if (isCacheable(reply) && reply.headers.get('content-type')?.startsWith('text/html'))
      // Without room, or if one of its files fails, it is cached another time.
      later(cachePage(url, reply.clone(), receivedAt, requestedIn).catch(() => {}))
    return reply
  }

  const toResponse = ({ html, headers, at: cachedAt }: Cached): Response =>
    new Response(markAsCached(html, cachedAt, { now: Date.now(), isOnline: navigator.onLine }), { headers })

  const page = async (event: FetchEvent, url: URL): Promise<Response> => {
    const requestedIn = generation
    const fromNetwork = fetchPage(event.request, url, (work) => event.waitUntil(work))
    const settled = fromNetwork.catch(() => undefined)
    const cachedPage = await readSafely(() => cachedDocument(url.href, Date.now()))
    // An incomplete page is only used as an offline fallback, since the user would wait again for its parts.
    const reply = await (cachedPage?.isComplete ? Promise.race([settled, timeout(NETWORK_TIMEOUT_MS)]) : settled)
    if (reply && reply.status < 500) return reply
    const fallback = cachedPage ?? (await readSafely(() => newestCachedDocument(Date.now())))
    // Signed out meanwhile: a page that was read before must not be shown.
    if (!fallback || generation !== requestedIn) return reply ?? fromNetwork
    event.waitUntil(settled)
    respondWithCached.add(event.resultingClientId)
    return toResponse(cachedPage ?? { ...fallback, html: toAppShell(fallback.html) })
  }

  const file = async (event: FetchEvent, pathname: string): Promise<Response> => {
    const isCacheFirst = isHashed(pathname) || (pathname === SCHEME && respondWithCached.has(event.clientId))
    const cachedPage = await cachedFile(pathname).catch(() => undefined)
    if (cachedPage && isCacheFirst) return cachedPage
    if (isHashed(pathname)) return fetchAndCacheFile(event.request, pathname, (work) => event.waitUntil(work))
    return fetch(event.request).catch((error) => {
      if (cachedPage) return cachedPage
      throw error
    })
  }

  return {
    clear,
    /**
     * Caches the page at an address, unless that just happened: one that came before the worker, or by a client-side
     * link. Files of other pages follow.
     */
    async cacheAddress(address: string): Promise<void> {
      const url = new URL(address, self.location.origin)
      if (!isFansPage(url)) return
      const cachedBefore = await anyCachedDocument(url.href)
      if (!cachedBefore || Date.now() - cachedBefore.at > FRESH_FOR_MS) {
        const work: Promise<unknown>[] = []
        await fetchPage(url.href, url, (promise) => work.push(promise)).catch(() => {})
        await Promise.all(work)
      }
      const cachedPage = await anyCachedDocument(url.href)
      if (cachedPage) await cacheOtherPages(cachedPage)
    },
    /** Handles a fetch event for pages and files of the app; ignores every other request. */
    handleFetch(event: FetchEvent): void {
      const { request } = event
      const url = new URL(request.url)
      if (url.origin === self.location.origin && changesSession(request, url)) event.waitUntil(clear())
      if (!isPlain(request, url)) return
      if (request.mode === 'navigate') {
        if (isFansPage(url)) event.respondWith(page(event, new URL(url.pathname + url.search, url.origin)))
      } else if (isHashed(url.pathname) || url.pathname === SCHEME || UNVERSIONED_FILES.includes(url.pathname))
        event.respondWith(file(event, url.pathname))
    },
  }
}
