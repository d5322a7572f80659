import type { IncomingMessage } from 'node:http'
import { endsInText, type Route, routeOf } from '../upstreams.ts'
import { type RequestPath, readRequestPath } from './request-path.ts'

/** What a request asks for: its path in its one spelling, and the row of the route table that fits it. */
export type Requested = { path: RequestPath; route: Route | undefined }

declare module 'node:http' {
  interface IncomingMessage {
    /** Set by `requestedOf`. */
    requested?: Requested
  }
}

/** The path of a target that cannot be read: it leads to no route but the last. No readable target is spelt so. */
export const UNREADABLE = '//'
/** The same below `/api`, where visitors get 401 for every path. */
const UNREADABLE_API = '/api'
const isVeiled = (target: string): boolean => target.startsWith('/api/') && !target.startsWith('/api/docs')

const read = (target: string): Requested => {
  const path = readRequestPath(target, endsInText)
  if (path) return { path, route: routeOf(path.segments) }
  return { path: { segments: [], path: isVeiled(target) ? UNREADABLE_API : UNREADABLE, query: '' }, route: undefined }
}

/** Parses the target of a request, once: every later reader gets the same answer, kept on the raw request. */
export const requestedOf = (request: IncomingMessage): Requested => {
  request.requested ??= read(request.url ?? '')
  return request.requested
}
