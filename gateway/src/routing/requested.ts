import type { IncomingMessage } from 'node:http'
import { endsInText, findRoute, type Route } from './find-route.ts'
import { parseRequestPath, type RequestPath } from './request-path.ts'

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
