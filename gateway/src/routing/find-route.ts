import type { IncomingMessage } from 'node:http'
import { ROUTES } from '@purple-sector/contracts/all-routes'
import type { RouteDefinition } from '@purple-sector/contracts/route'
import { comparePaths } from './compare-paths.ts'

/** A public call, as the contracts define it. */
export type Route = RouteDefinition

type Step = { kind: 'word'; word: string } | { kind: 'parameter' }

const stepsOf = (path: string): Step[] =>
  path
    .slice(1)
    .split('/')
    .map((part): Step => (part.startsWith(':') ? { kind: 'parameter' } : { kind: 'word', word: part }))

const fits = (steps: readonly Step[], segments: readonly string[]): boolean =>
  steps.length === segments.length &&
  steps.every((step, index) => step.kind === 'parameter' || step.word === segments[index])

/** Sorts a word before a parameter at the same place. */
const precedence = (path: string): string => path.replaceAll(/:\w+/g, '\uffff')

/** All calls, words before parameters, by the second segment of their paths (`/api/<word>/…`). */
const rows = Map.groupBy(
  ROUTES.toSorted((a, b) => comparePaths(precedence(a.path), precedence(b.path))).map((route) => ({
    route,
    steps: stepsOf(route.path),
  })),
  ({ steps: [, second] }) => (second?.kind === 'word' ? second.word : ''),
)

const rowsAt = (segments: readonly string[]) =>
  rows.get(segments[1] ?? '')?.filter(({ steps }) => fits(steps, segments)) ?? []

/** Open data is served without a session, whatever the method; HEAD is served like GET. */
const accepts = ({ method, access, hasNoHead }: Route, requested: string): boolean =>
  method === requested || access === 'open-data' || (requested === 'HEAD' && method === 'GET' && !hasNoHead)

/** Finds the call of a decoded path, case-sensitive; words win over parameters, as in Fastify. */
export const findRoute = (method: string, segments: readonly string[]): Route | undefined =>
  rowsAt(segments).find(({ route }) => accepts(route, method))?.route

/** Whether the last segment is free text, in which an encoded slash is no separator. */
const endsInText = (segments: readonly string[]): boolean => rowsAt(segments).some(({ route }) => route.endsInText)

/** A request target in canonical spelling. `segments` are decoded; `query` keeps its `?`, or is empty. */
export type RequestPath = { segments: string[]; path: string; query: string }

/** Paths without encoded characters: nearly all requests. */
const PLAIN = /^(?:\/[A-Za-z0-9_~@-][A-Za-z0-9_~@.-]*)+$/

const decodeSegment = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** Whether a segment is unambiguous: not empty, no dots, no encoded backslash or control character. */
const isNormalizedSegment = (segment: string | undefined): segment is string =>
  segment !== undefined && segment !== '' && segment !== '.' && segment !== '..' && !/[\\\p{Cc}]/u.test(segment)

/** Whether no segment has an encoded slash, except a last segment that is free text. */
const hasUnambiguousSlashes = (segments: string[]): boolean => {
  const index = segments.findIndex((segment) => segment.includes('/'))
  return index === -1 || (index === segments.length - 1 && endsInText(segments))
}

/**
 * Parses a raw request target.
 * Undefined if another parser could read it as a different path: `//`, `.` and `..`, `%2f`, `%5c`, control characters,
 * broken encodings, fragments, absolute forms. The gateway forwards `path`, encoded again from the matched segments, so
 * that gateway and service cannot disagree about it.
 */
export const parseRequestPath = (target: string): RequestPath | undefined => {
  const queryIndex = target.indexOf('?')
  const raw = queryIndex === -1 ? target : target.slice(0, queryIndex)
  const query = queryIndex === -1 ? '' : target.slice(queryIndex)
  if (raw === '/') return { segments: [], path: '/', query }
  if (PLAIN.test(raw)) return { segments: raw.slice(1).split('/'), path: raw, query }
  if (!raw.startsWith('/') || raw.includes('#') || raw.includes('\\')) return undefined
  const segments: string[] = []
  for (const part of raw.slice(1).split('/')) {
    const segment = decodeSegment(part)
    if (!isNormalizedSegment(segment)) return undefined
    segments.push(segment)
  }
  if (!hasUnambiguousSlashes(segments)) return undefined
  return { segments, path: `/${segments.map(encodeURIComponent).join('/')}`, query }
}

/** Whether a visitor may call it: everyone, or a program by its key, which the service checks. */
export const isAnonymous = ({ access, acceptsKey }: Route): boolean =>
  access === 'public' || access === 'open-data' || acceptsKey === true

/** Whether the body may be a file. */
export const isUpload = ({ consumes }: Route): boolean => consumes?.includes('multipart/form-data') ?? false

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a method may change state, so that browsers must not send it for another site. */
export const isUnsafe = (method: string | undefined): boolean => method === undefined || !SAFE_METHODS.has(method)

/** A request's parsed path, and the public call that it matches. */
export type Requested = { readonly path: RequestPath; readonly route: Route | undefined }

declare module 'node:http' {
  interface IncomingMessage {
    /** Set by `requestedOf`. */
    requested?: Requested
  }
}

/** Path of a target that cannot be parsed: only the catch-all route matches it. No valid target is spelt so. */
export const UNPARSABLE = '//'
/** The same below `/api`, because visitors get 401 for every path there. */
const UNPARSABLE_API = '/api'
const isApiTarget = (target: string): boolean => target.startsWith('/api/') && !target.startsWith('/api/docs')

const parseTarget = (method: string, target: string): Requested => {
  const path = parseRequestPath(target)
  if (path) return { path, route: findRoute(method, path.segments) }
  return {
    path: { segments: [], path: isApiTarget(target) ? UNPARSABLE_API : UNPARSABLE, query: '' },
    route: undefined,
  }
}

/** Targets that many clients request are parsed once; invented targets do not fill the cache. */
const MAX_CACHED = 1_000
const MAX_CACHED_LENGTH = 200
const cached = new Map<string, Requested>()

const parseCached = (target: string): Requested => {
  const cachedRequest = cached.get(target)
  if (cachedRequest) return cachedRequest
  const requested = parseTarget('GET', target)
  if (requested.route?.cache === undefined || target.length > MAX_CACHED_LENGTH) return requested
  if (cached.size === MAX_CACHED) cached.clear()
  cached.set(target, requested)
  return requested
}

/** Parses the target of a request once; the result is stored on the raw request. */
export const requestedOf = (request: IncomingMessage): Requested => {
  const { method = '', url = '' } = request
  request.requested ??= method === 'GET' ? parseCached(url) : parseTarget(method, url)
  return request.requested
}

const isPage = ({ segments, path }: RequestPath): boolean =>
  segments.length > 0 && (segments[0] !== 'api' || path === '/api/docs')

/** The redirect target `/tipping` for `/tipping/`, which people type; undefined if the rest is no valid page path. */
export const withoutLastSlash = (target: string): string | undefined => {
  const queryIndex = target.indexOf('?')
  const raw = queryIndex === -1 ? target : target.slice(0, queryIndex)
  if (!raw.endsWith('/')) return undefined
  const parsed = parseRequestPath(raw.slice(0, -1))
  return parsed && isPage(parsed) ? parsed.path + (queryIndex === -1 ? '' : target.slice(queryIndex)) : undefined
}

/**
 * The redirect target `/groups/join/%25zz` for `/groups/join/%zz`, a link that was cut off within an encoding.
 * With its `%` escaped the app can show that the link is invalid. Undefined if the path has other defects, or none.
 */
export const withEscapedPercents = (target: string): string | undefined => {
  const queryIndex = target.indexOf('?')
  const parts = (queryIndex === -1 ? target : target.slice(0, queryIndex)).slice(1).split('/')
  if (parts.every((part) => decodeSegment(part) !== undefined)) return undefined
  const raw = parts.map((part) => (decodeSegment(part) === undefined ? encodeURIComponent(part) : part)).join('/')
  const parsed = parseRequestPath(`/${raw}${queryIndex === -1 ? '' : target.slice(queryIndex)}`)
  return parsed && isPage(parsed) ? parsed.path + parsed.query : undefined
}
