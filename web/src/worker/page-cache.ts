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

/** A network that answers within this time is worth waiting for: what it brings is of now. */
const TIMEOUT_MS = 300

/** Whatever the content of such a file is, its name says it. Without an ending it is no file: a page is at that address. */
const isHashed = (pathname: string): boolean => /^\/assets\/.+\.\w+$/.test(pathname)
/** At addresses that stay: of use where there is no network. */
const LASTING = ['/icon.svg', '/icon-192.png', '/manifest.webmanifest']
/** Comes with its document, before the first paint. */
const SCHEME = '/scheme.js'
const ROUTE_MANIFEST = '/route-manifest.json'
const FONTS = '/fonts.css'

/** A page that was kept so short a time ago is not asked for to keep it. */
const NEW_FOR_MS = 600_000

const SIGNS_IN_OR_OUT = /^\/api\/(login|logout|auth\/.*)$/

/** Whether somebody else may be signed in after it: the way in, the way out, a provider's way back, the end of an account. */
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
  // What is opened on them too: a dialog that does not arrive takes its page with it.
  const inPages = ofFans.flatMap(({ scripts, styles, later }) => [...scripts, ...styles, ...later])
  return [...new Set([...inPages.map((file) => `/${file}`), ...inFonts])]
}

/**
 * Fans' pages as they came last and the files they need: what the worker answers with where the network does not, or not at
 * once. Whatever fails here is answered by the network alone.
 */
export const createPageCache = () => {
  /** Counts how often all was forgotten: what was asked for before that is not kept after it. */
  let era = 0
  /** Pages that were given a kept document: their first script is the one it came with. */
  const respondWithCached = new Set<string>()
  /** One after the other: each looks at what is kept and changes it. */
  let last: Promise<unknown> = Promise.resolve()
  /** That of the document that came last: the files of another one are not to take the place of its own. */
  let newestBuild: string | undefined

  /** What is found once all that was begun is done: nothing that is being forgotten. */
  const found = <Found>(read: () => Promise<Found>): Promise<Found | undefined> =>
    last.then(read, read).catch(() => undefined)

  const forget = (): Promise<void> => {
    era += 1
    last = last.then(clearDocuments, clearDocuments)
    return last as Promise<void>
  }

  /** Keeps the files that other pages need beside those of this one; those of a build before go. */
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
    // A document is kept when it can be shown.
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
      // No room, or no network for a file of it: it is kept another time.
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
    // What lacks something would be waited for once more, part by part: it is for where the network fails.
    const reply = await (kept?.isWhole ? Promise.race([answered, after(TIMEOUT_MS)]) : answered)
    if (reply && reply.status < 500) return reply
    const instead = kept ?? (await found(() => newestCachedDocument(Date.now())))
    // Signed out meanwhile: what was read before is nobody's.
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
     * Keeps the page at an address, unless that was just done: one that came before the worker did, or to which a link led.
     * Files of other pages come behind it.
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
    /** Answers what is ours to answer; everything else goes its way as if there were no worker. */
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
