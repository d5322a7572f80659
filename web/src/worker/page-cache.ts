import {
  anyCachedDocument,
  type Cached,
  cacheDocument,
  cachedDocument,
  clearDocuments,
  newestCachedDocument,
} from './document-cache.ts'
import { cachedBuild, cachedFile, cacheFiles, evictOtherFiles, fetchAndCacheFile, isSound } from './file-cache.ts'
import { isFansPage, markAsCached, missingIn, parseDocument, toAppShell } from './page-document.ts'
import type { Fetched } from './scope.ts'

/** How long the network is preferred over a cached page, in ms: its page is fresh. */
const TIMEOUT_MS = 300

/** Whether the name of a file contains a hash of its content. Without an extension the address is a page. */
const isHashed = (pathname: string): boolean => /^\/assets\/.+\.\w+$/.test(pathname)
/** Files at unversioned addresses, for use without a network. */
const LASTING = ['/icon.svg', '/icon-192.png', '/manifest.webmanifest']
/** Loaded with the document, before the first paint. */
const SCHEME = '/scheme.js'
const ROUTE_MANIFEST = '/route-manifest.json'
const FONTS = '/fonts.css'

/** A page cached within this time, in ms, is not fetched again just to cache it. */
const NEW_FOR_MS = 600_000

const SIGNS_IN_OR_OUT = /^\/api\/(login|logout|auth\/.*)$/

/**
 * Whether another user may be signed in after a request: sign-in, sign-out, return from an identity provider, deletion
 * of the account.
 */
export const changesWhoIsSignedIn = ({ method, mode }: Request, { pathname }: URL): boolean =>
  (SIGNS_IN_OR_OUT.test(pathname) && (mode === 'navigate' || method !== 'GET')) ||
  (method === 'DELETE' && pathname === '/api/profile')

const isPlain = (request: Request, url: URL): boolean =>
  request.method === 'GET' && url.origin === self.location.origin && !request.headers.has('range')

const after = (ms: number): Promise<undefined> => new Promise((resolve) => setTimeout(() => resolve(undefined), ms))

const filesOfPages = async (): Promise<string[]> => {
  const [opened, fonts] = await Promise.all([fetch(ROUTE_MANIFEST), fetch(FONTS)])
  if (!isSound(opened) || !isSound(fonts)) throw new Error('What pages begin with is not to be had')
  const pages: { pattern: string; scripts: string[]; styles: string[]; later: string[] }[] = await opened.json()
  const ofFans = pages.filter(({ pattern }) => isFansPage(new URL(pattern, self.location.origin)))
  const inFonts = [...(await fonts.text()).matchAll(/url\((\/assets\/[^)]+)\)/g)].map(([, file = '']) => file)
  // Including what is opened on them: a dialog that fails to load breaks its page.
  const inPages = ofFans.flatMap(({ scripts, styles, later }) => [...scripts, ...styles, ...later])
  return [...new Set([...inPages.map((file) => `/${file}`), ...inFonts])]
}

/**
 * Caches fans' pages and the files they need, and serves them where the network fails or is slow.
 *
 * Any failure here falls back to the network.
 */
export const createPageCache = () => {
  /** Increased by every clear: a reply to a request sent before is not stored after it. */
  let era = 0
  /** Clients that were given a cached document: they get its cached first script too. */
  const respondWithCached = new Set<string>()
  /** Serializes changes of the cache: each reads it and writes it. */
  let last: Promise<unknown> = Promise.resolve()
  /** Build of the latest document: files of another build must not replace its own. */
  let newestBuild: string | undefined

  /** Reads the cache after all pending changes, so that nothing is found that is being cleared. */
  const found = <Found>(read: () => Promise<Found>): Promise<Found | undefined> =>
    last.then(read, read).catch(() => undefined)

  const forget = (): Promise<void> => {
    era += 1
    last = last.then(clearDocuments, clearDocuments)
    return last as Promise<void>
  }

  /** Caches the files of other pages besides those of this one; evicts those of an earlier build. */
  const fill = async (url: URL, { html }: Cached): Promise<void> => {
    const said = parseDocument(html, url)
    if (!said || (await cachedBuild()) === said.build) return
    const others = await filesOfPages()
    await cacheFiles([...others, ...LASTING], isHashed)
    if (said.build === (newestBuild ?? said.build))
      await evictOtherFiles(said.build, new Set([...said.files, ...others, ...LASTING]))
  }

  const keep = async (url: URL, reply: Response, at: number, asked: number): Promise<void> => {
    const html = await reply.text()
    const said = parseDocument(html, url)
    if (!said) {
      console.error(`${url.pathname} is not kept for offline use: ${missingIn(html).join(', ') || 'it names no user'}`)
      return
    }
    if (said.person === null) return forget()
    newestBuild = said.build
    const { files, ...note } = said
    // A document is cached once all of its files are, so that it can be shown.
    await cacheFiles(files, isHashed)
    last = last
      .catch(() => {})
      .then(() => (era === asked ? cacheDocument(url.href, html, reply.headers, { ...note, at }) : undefined))
    await last
  }

  const fresh = async (request: Request | string, url: URL, later: Fetched['waitUntil']): Promise<Response> => {
    const asked = era
    const at = Date.now()
    const reply = await fetch(request)
    if (isSound(reply) && reply.headers.get('content-type')?.startsWith('text/html'))
      // Without room, or if one of its files fails, it is cached another time.
      later(keep(url, reply.clone(), at, asked).catch(() => {}))
    return reply
  }

  const shown = ({ html, headers, at }: Cached): Response =>
    new Response(markAsCached(html, at, { now: Date.now(), isOnline: navigator.onLine }), { headers })

  const page = async (event: Fetched, url: URL): Promise<Response> => {
    const asked = era
    const ours = fresh(event.request, url, (work) => event.waitUntil(work))
    const answered = ours.catch(() => undefined)
    const kept = await found(() => cachedDocument(url.href, Date.now()))
    // An incomplete page is only used as an offline fallback, since the user would wait again for its parts.
    const reply = await (kept?.isWhole ? Promise.race([answered, after(TIMEOUT_MS)]) : answered)
    if (reply && reply.status < 500) return reply
    const instead = kept ?? (await found(() => newestCachedDocument(Date.now())))
    // Signed out meanwhile: what was read before must not be shown.
    if (!instead || era !== asked) return reply ?? ours
    event.waitUntil(answered)
    respondWithCached.add(event.resultingClientId)
    return shown(kept ?? { ...instead, html: toAppShell(instead.html) })
  }

  const file = async (event: Fetched, pathname: string): Promise<Response> => {
    const isCacheFirst = isHashed(pathname) || (pathname === SCHEME && respondWithCached.has(event.clientId))
    const kept = await cachedFile(pathname).catch(() => undefined)
    if (kept && isCacheFirst) return kept
    if (isHashed(pathname)) return fetchAndCacheFile(event.request, pathname, (work) => event.waitUntil(work))
    return fetch(event.request).catch((error) => {
      if (kept) return kept
      throw error
    })
  }

  return {
    forget,
    /**
     * Caches the page at an address, unless that just happened: one that came before the worker, or by a client-side
     * link. Files of other pages follow.
     */
    async keepAnew(address: string): Promise<void> {
      const url = new URL(address, self.location.origin)
      if (!isFansPage(url)) return
      const before = await anyCachedDocument(url.href)
      if (!before || Date.now() - before.at > NEW_FOR_MS) {
        const work: Promise<unknown>[] = []
        await fresh(url.href, url, (one) => work.push(one)).catch(() => {})
        await Promise.all(work)
      }
      const kept = await anyCachedDocument(url.href)
      if (kept) await fill(url, kept)
    },
    /** Handles a fetch event for pages and files of the app; ignores every other request. */
    answer(event: Fetched): void {
      const { request } = event
      const url = new URL(request.url)
      if (url.origin === self.location.origin && changesWhoIsSignedIn(request, url)) event.waitUntil(forget())
      if (!isPlain(request, url)) return
      if (request.mode === 'navigate') {
        if (isFansPage(url)) event.respondWith(page(event, new URL(url.pathname + url.search, url.origin)))
      } else if (isHashed(url.pathname) || url.pathname === SCHEME || LASTING.includes(url.pathname))
        event.respondWith(file(event, url.pathname))
    },
  }
}
