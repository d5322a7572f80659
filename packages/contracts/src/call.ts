import { z } from 'zod'
import { SERVICES } from './services.ts'

/** The processes that make internal calls. */
export const CALLERS = ['gateway', ...SERVICES] as const
export type CallerName = (typeof CALLERS)[number]

/**
 * A synchronous call from one process to a service: the exception, for cases where an event would come too late. The
 * caller (`calls.request`) and the service (`registerInternalRoute`) share this one definition.
 */
export type CallDefinition = {
  /** The called service; its folder in the contracts has the definition. */
  service: string
  method: 'GET' | 'POST'
  /** `/internal/races/:id/result`: every `:name` is a field of `params`. */
  path: `/internal/${string}`
  params?: z.ZodObject
  query?: z.ZodObject
  /** Body schema, for POST only. */
  request?: z.ZodObject
  reply: z.ZodObject | z.ZodArray
  /** Allowed callers; all others are rejected. The callers of all definitions together form no circle. */
  callers: readonly CallerName[]
  /** Why an event does not suffice. */
  reason: string
  /** Timeout in ms unless the call sets another one; default 5,000. */
  timeoutMs?: number
  /**
   * Whether the call is idempotent. If a replica ends before it replies, or rejects the call because it is stopping
   * (503), the call is then retried on another one within the same timeout.
   */
  isIdempotent?: true
}

type Part<Definition, Name extends 'params' | 'query' | 'request'> =
  Definition extends Record<Name, infer Schema extends z.ZodType> ? Record<Name, Schema> : unknown

type Inputs<Parts> = { [Name in keyof Parts]: z.input<Parts[Name]> }
type Outputs<Parts> = { [Name in keyof Parts]: z.output<Parts[Name]> }

/** A query without required fields may be omitted. */
type Query<Inputs> = Inputs extends { query: infer Fields }
  ? object extends Fields
    ? { query?: Fields }
    : Inputs
  : unknown

/** The input that the caller passes. */
export type CallInput<Definition extends CallDefinition> = Inputs<Part<Definition, 'params'>> &
  Query<Inputs<Part<Definition, 'query'>>> &
  Inputs<Part<Definition, 'request'>>

/** The parsed call that the handler gets. */
export type ParsedCall<Definition extends CallDefinition> = Outputs<
  Part<Definition, 'params'> & Part<Definition, 'query'> & Part<Definition, 'request'>
>

/** The value that the handler returns, before the reply schema is applied. */
export type CallAnswer<Definition extends CallDefinition> = z.input<Definition['reply']>

/** The reply that the caller gets. */
export type CallReply<Definition extends CallDefinition> = z.output<Definition['reply']>

const namesIn = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '').toSorted()

/** Defines a call. Throws if path and parameters differ, or if the reason is missing. */
export const defineCall = <const Definition extends CallDefinition>(definition: Definition): Definition => {
  const { method, path, params, request, reason } = definition
  const fields = Object.keys(params?.shape ?? {}).toSorted()
  if (fields.join() !== namesIn(path).join()) throw new Error(`${path} has other parameters than its schema`)
  if (method === 'GET' && request) throw new Error(`${path} uses GET, which has no body`)
  if (reason.trim() === '') throw new Error(`${path} has no reason`)
  return definition
}

/** The current state of a subject, with the sequence of its last event: the newer one wins. */
export const sequenced = <Data extends z.ZodType>(data: Data) => z.object({ sequence: z.number().int().min(0), data })
