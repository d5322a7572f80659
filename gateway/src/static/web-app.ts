import { readdirSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { PrefetchedReply } from '@purple-sector/contracts/page-document'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { routeNotFound } from '../http/error-replies.ts'
import { etagOf, isNotModified, REVALIDATED } from '../reads/validators.ts'
import type { Session } from '../sessions/sessions.ts'
import type { Renderer } from '../ssr/renderer.ts'
import { compressBody } from './compression.ts'
import { createPageReads } from './page-reads.ts'
import type { PageSession } from './page-session.ts'
import { apiAs, prefetchReplies } from './prefetch.ts'
import { pageManifestAt, parseRouteManifest } from './route-manifest.ts'
import { writePage } from './write-page.ts'

/** Vite writes content hashes into these names: the content at such an address never changes. */
const ASSETS = 'assets/'
const PAGE = 'index.html'
/** The route manifest of the build. */
const ROUTE_MANIFEST = 'route-manifest.json'
/** The landing page for visitors at `/`, rendered at build time (`web/build/ssr-plugin.ts`). */
const LANDING = 'landing.html'
/** Templates that are never served as files. */
const TEMPLATES = new Set([PAGE, LANDING])
/** First path segments that no page has. */
const RESERVED = new Set(['api', 'internal', 'metrics', 'ws', 'healthz', 'readyz'])
const CHECK_INTERVAL_MS = 1_000

const filesUnder = (directory: string): Set<string> => {
  try {
    const entries = readdirSync(directory, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    return new Set(
      files.map(({ parentPath, name }) => relative(directory, join(parentPath, name)).split(sep).join('/')),
    )
  } catch {
    return new Set()
  }
}

const acceptsPages = ({ headers }: FastifyRequest): boolean => {
  const accept = headers.accept
  return accept === undefined || /text\/html|\*\/\*/.test(accept)
}

const looksLikeFile = (segments: readonly string[]): boolean => /\.[a-z0-9]+$/i.test(segments.at(-1) ?? '')

/** Reads and parses a file, again after each change of the file; undefined if it is missing. */
const readJson = <FileContent>(
  file: string,
  parse: (text: string) => FileContent,
): (() => Promise<FileContent | undefined>) => {
  let cached: { writtenAt: number; content: FileContent } | undefined
  return async () => {
    try {
      const { mtimeMs } = await stat(file)
      if (cached?.writtenAt !== mtimeMs) cached = { writtenAt: mtimeMs, content: parse(await readFile(file, 'utf8')) }
      return cached.content
    } catch {
      return undefined
    }
  }
}

/** Whether the client is a phone, by its client hint, else by its user agent. */
const isPhone = ({ headers }: FastifyRequest): boolean => {
  const content = headers['sec-ch-ua-mobile']
  return content === undefined ? /\bMobi/.test(headers['user-agent'] ?? '') : content === '?1'
}

export type WebAppOptions = {
  directory: string
  sessionOf: PageSession
  /** How long a page waits for its prefetched replies, in ms. */
  timeoutMs: number
  renderer: Pick<Renderer, 'render'>
}

export type WebApp = (request: FastifyRequest, reply: FastifyReply, segments: readonly string[]) => Promise<unknown>

/**
 * Serves the built web app: its files, and its page for every address that the app itself routes.
 * Opens only files that exist, and sends the `.br` or `.gz` beside a file if the client accepts it. Writes the page per
 * caller: with their theme, linked files, prefetched replies and, if rendering is quick, server-rendered HTML.
 */
export const serveWebApp = async (
  app: FastifyInstance,
  { directory, sessionOf, timeoutMs, renderer }: WebAppOptions,
): Promise<WebApp> => {
  await app.register(fastifyStatic, {
    root: directory,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    suppressWarning: true,
  })
  let files = filesUnder(directory)
  let checkedAt = Date.now()
  const fileExists = (file: string): boolean => {
    if (files.has(file)) return true
    if (files.size > 0 && Date.now() - checkedAt < CHECK_INTERVAL_MS) return false
    // The app may have been built, or replaced, while the gateway runs.
    files = filesUnder(directory)
    checkedAt = Date.now()
    return files.has(file)
  }

  const readPage = readJson(join(directory, PAGE), (text) => text)
  const readRouteManifest = readJson(join(directory, ROUTE_MANIFEST), parseRouteManifest)
  const readLanding = readJson(join(directory, LANDING), (text) => text)

  const pageReads = createPageReads()
  /** The prefetched replies of a page; undefined if the account's pages have too many reads in flight. */
  const repliesFor = async (
    request: FastifyRequest,
    { session, reads }: { session: Session | null | undefined; reads: readonly string[] },
  ): Promise<PrefetchedReply[] | undefined> => {
    const api = apiAs(app, request)
    const account = session?.userId
    if (account === undefined) return prefetchReplies(api, { reads, isSignedIn: false, timeoutMs })
    if (!pageReads.hasRoom(account)) return undefined
    return prefetchReplies(pageReads.countReads(account, api), { reads, isSignedIn: true, timeoutMs })
  }

  const renderFor = async (request: FastifyRequest, replies: readonly PrefetchedReply[]) => {
    const renderedWith = { now: Date.now(), isPhone: isPhone(request) }
    const html = await renderer.render({ address: request.url, replies, ...renderedWith })
    return html === undefined ? undefined : { html, renderedWith }
  }

  return async (request, reply, segments) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw routeNotFound()
    const file = segments.join('/')
    if (file !== '' && !TEMPLATES.has(file) && fileExists(file)) {
      const isHashed = file.startsWith(ASSETS)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      return reply.sendFile(file)
    }
    if (RESERVED.has(segments[0] ?? '') || looksLikeFile(segments) || !acceptsPages(request) || !fileExists(PAGE))
      throw routeNotFound()
    const [page, routeManifest = [], session] = await Promise.all([
      readPage(),
      readRouteManifest(),
      sessionOf(request.raw),
    ])
    if (page === undefined) throw routeNotFound()
    const pageManifest = session ? pageManifestAt(routeManifest, segments) : undefined
    const isRead = request.method !== 'HEAD'
    const replies = isRead ? await repliesFor(request, { session, reads: pageManifest?.reads ?? [] }) : undefined
    const landing = session === null && segments.length === 0 ? await readLanding() : undefined
    const ssr = pageManifest && replies ? await renderFor(request, replies) : undefined
    const html = ssr ?? (landing === undefined ? undefined : { html: landing })
    const theme = session === undefined ? undefined : (session?.theme ?? null)
    const document = writePage(page, { theme, pageManifest, replies: replies ?? [], html })
    reply.type('text/html; charset=utf-8').header('vary', 'cookie, accept-encoding')
    if (session) {
      // The page contains the user's own current data: the browser must not show an old copy on going back.
      reply.header('cache-control', 'no-store')
      return compressBody(request, reply, document)
    }
    const etag = etagOf(document)
    reply.headers({ 'cache-control': REVALIDATED, etag })
    return isNotModified(request.headers['if-none-match'], etag)
      ? reply.code(304).send()
      : compressBody(request, reply, document)
  }
}
