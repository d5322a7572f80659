import { readdirSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { routeNotFound } from '../http/route-not-found.ts'
import { etagOf, isNotModified, REVALIDATED } from '../reads/validators.ts'
import type { Session } from '../sessions/sessions.ts'
import type { Renderer } from '../ssr/renderer.ts'
import { compressed } from './compressed.ts'
import { createPageReads } from './page-reads.ts'
import type { PageSession } from './page-session.ts'
import { apiAs, type PrefetchedReply, prefetchReplies } from './prefetch.ts'
import { pageManifestAt, parseRouteManifest } from './route-manifest.ts'
import { writtenPage } from './written-page.ts'

/** Vite writes content hashes into these names: what is at such an address never changes. */
const ASSETS = 'assets/'
const PAGE = 'index.html'
/** What its pages begin with. */
const ROUTE_MANIFEST = 'route-manifest.json'
/** What a visitor sees at `/`, drawn by the build (`web/ssr-plugin.ts`). */
const LANDING = 'landing.html'
/** Parts of what is written for whoever asks. */
const WRITTEN = new Set([PAGE, LANDING])
/** Not ours to show a page for. */
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

/** What the text of a file says, read again when it was written again; undefined where it is missing. */
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

/** What a browser says of itself, else what it is called. */
const isPhone = ({ headers }: FastifyRequest): boolean => {
  const content = headers['sec-ch-ua-mobile']
  return content === undefined ? /\bMobi/.test(headers['user-agent'] ?? '') : content === '?1'
}

export type WebAppOptions = {
  directory: string
  sessionOf: PageSession
  /** So long, in ms, a page waits for what it begins with. */
  timeoutMs: number
  renderer: Pick<Renderer, 'render'>
}

export type WebApp = (request: FastifyRequest, reply: FastifyReply, segments: readonly string[]) => Promise<unknown>

/**
 * The built web app: its files, and its page for every address the app itself routes. Only names of files that are
 * there are ever opened. The `.br` and `.gz` beside a file are sent where the client takes them. The page is written for
 * whoever asks: in their theme, with what it begins with and the API's replies to what it asks first, and drawn where that
 * is quickly done.
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
  const has = (file: string): boolean => {
    if (files.has(file)) return true
    if (files.size > 0 && Date.now() - checkedAt < CHECK_INTERVAL_MS) return false
    // A build that was made, or made again, while we run.
    files = filesUnder(directory)
    checkedAt = Date.now()
    return files.has(file)
  }

  const readPage = readJson(join(directory, PAGE), (text) => text)
  const readRouteManifest = readJson(join(directory, ROUTE_MANIFEST), parseRouteManifest)
  const readLanding = readJson(join(directory, LANDING), (text) => text)

  const pageReads = createPageReads()
  /** What a page begins with; undefined where the account's pages have too much under way. */
  const repliesFor = async (
    request: FastifyRequest,
    { session, reads }: { session: Session | null | undefined; reads: readonly string[] },
  ): Promise<PrefetchedReply[] | undefined> => {
    const api = apiAs(app, request)
    const account = session?.userId
    if (account === undefined) return prefetchReplies(api, { reads, isSignedIn: false, timeoutMs })
    if (!pageReads.hasRoom(account)) return undefined
    return prefetchReplies(pageReads.countedFor(account, api), { reads, isSignedIn: true, timeoutMs })
  }

  const renderFor = async (request: FastifyRequest, replies: readonly PrefetchedReply[]) => {
    const renderedWith = { now: Date.now(), isPhone: isPhone(request) }
    const html = await renderer.render({ address: request.url, replies, ...renderedWith })
    return html === undefined ? undefined : { html, renderedWith }
  }

  return async (request, reply, segments) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw routeNotFound()
    const file = segments.join('/')
    if (file !== '' && !WRITTEN.has(file) && has(file)) {
      const isHashed = file.startsWith(ASSETS)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      return reply.sendFile(file)
    }
    if (RESERVED.has(segments[0] ?? '') || looksLikeFile(segments) || !acceptsPages(request) || !has(PAGE))
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
    const written = writtenPage(page, { theme, pageManifest, replies: replies ?? [], html })
    reply.type('text/html; charset=utf-8').header('vary', 'cookie, accept-encoding')
    if (session) {
      // What it holds is theirs, and of this moment: going back to it shows no older one.
      reply.header('cache-control', 'no-store')
      return compressed(request, reply, written)
    }
    const etag = etagOf(written)
    reply.headers({ 'cache-control': REVALIDATED, etag })
    return isNotModified(request.headers['if-none-match'], etag)
      ? reply.code(304).send()
      : compressed(request, reply, written)
  }
}
