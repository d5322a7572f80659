import type { IncomingMessage } from 'node:http'
import { ROUTES } from '@purple-sector/contracts/all-routes'
import type { RouteDefinition } from '@purple-sector/contracts/route'
import { parseRequestPath, type RequestPath } from './request-path.ts'

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
  ROUTES.toSorted((a, b) => (precedence(a.path) < precedence(b.path) ? -1 : 1)).map((route) => ({
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
export const endsInText = (segments: readonly string[]): boolean =>
  rowsAt(segments).some(({ route }) => route.endsInText)

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
  const path = parseRequestPath(target, endsInText)
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
