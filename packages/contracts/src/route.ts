import type { z } from 'zod'
import type { ServiceName } from './services.ts'

/**
 * Who may call a route: `public` anyone, `open-data` programs and pages of others too, without sessions, `user` the
 * signed-in, `admin` administrators.
 */
export type RouteAccess = 'public' | 'open-data' | 'user' | 'admin'

/** The schema of one reply; a described one has a media type of its own (`pageResponse`, `fileResponse`). */
export type ReplySchema = z.ZodType | { description?: string; content: Record<string, { schema: z.ZodType }> }

/**
 * A call of the public interface. The service registers its handler from the definition (`registerRoute`), the gateway
 * authorizes, limits, caches and forwards by it, and the OpenAPI document is generated from it.
 */
export type RouteDefinition = {
  /** The service that handles it; its folder in the contracts has the definition. */
  service: ServiceName
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `/api/races/:id/results`: every `:name` is a field of `params`. */
  path: `/api/${string}`
  access: RouteAccess
  /** An `admin` route that programs may call with a key in place of a session; the service checks the key. */
  acceptsKey?: true
  /** What the call does, in one sentence, for the OpenAPI document. */
  summary: string
  /** What the summary and the schemas do not say, for the OpenAPI document and docs/api. */
  description?: string
  params?: z.ZodObject
  query?: z.ZodType
  body?: z.ZodType
  /** Media types of the body; default JSON. A multipart form is read as a stream and has no `body`. */
  consumes?: readonly string[]
  /** Maximum bytes of the body; default 16 KiB, and 1 MiB for administrators. A form with a file has its own. */
  bodyLimit?: number
  /** Replies by status, besides errors. */
  replies: Readonly<Record<number, ReplySchema>>
  /** Error replies may be pages for people. */
  errors?: 'page'
  /** Error codes by status, besides those that all routes of a kind share (docs/contract.md, HTTP in general). */
  refusals?: Readonly<Partial<Record<number, readonly string[]>>>
  /** The gateway's cache that may answer a `user` call (`open-data` an `open-data` one). */
  cache?:
    | 'board'
    | 'season-board'
    | 'engagement-board'
    | 'weekends'
    | 'heat-map'
    | 'unread-count'
    | 'timing'
    | 'open-data'
  /**
   * The shed class: writes are rejected while more of the class are in flight than can be answered in time. All other
   * routes, in particular race control's and sign-ins, are never shed.
   */
  shedClass?: 'tips' | 'messages'
  /** The last segment of the path is free text, slashes included. */
  endsInText?: true
  /** What a successful call ends: this session, or the user's sessions that identity has ended. */
  ends?: 'session' | 'other-sessions'
  /** A successful call changes what the gateway knows of the caller: their identity is fetched again. */
  changesCaller?: true
  /** Every call is traced, whatever share of the traces is recorded (docs/tracing.md). */
  isAlwaysTraced?: true
  /** HEAD is not served, because the GET has side effects. */
  hasNoHead?: true
}

/** The path as OpenAPI and docs/contract.md write it: `/api/tips/{id}` of `/api/tips/:id`. */
export const openapiPath = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}')

const namesIn = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '').toSorted()

/** Defines a route. Throws if path and parameters differ, or if a GET has a body. */
export const defineRoute = <const Definition extends RouteDefinition>(definition: Definition): Definition => {
  const { method, path, params, body, consumes }: RouteDefinition = definition
  const fields = Object.keys(params?.shape ?? {}).toSorted()
  if (fields.join() !== namesIn(path).join()) throw new Error(`${path} has other parameters than its schema`)
  if (method === 'GET' && (body || consumes)) throw new Error(`GET ${path} has a body`)
  return definition
}
