import { z } from 'zod'
import { SERVICES } from './services.ts'

/** The processes that make calls. */
export const CALLERS = ['gateway', ...SERVICES] as const
export type CallerName = (typeof CALLERS)[number]

/**
 * A synchronous call from one process to a service: the exception, where an event would come too late. Its one
 * definition is used by who asks (`calls.ask`) and by who answers (`answer`), so both mean the same.
 */
export type CallDefinition = {
  /** Who answers: its folder in the contracts has the definition. */
  service: string
  method: 'GET' | 'POST'
  /** `/internal/races/:id/result`: every `:name` is a field of `params`. */
  path: `/internal/${string}`
  params?: z.ZodObject
  query?: z.ZodObject
  /** The body; of a POST only. */
  request?: z.ZodObject
  reply: z.ZodObject | z.ZodArray
  /** Who may ask; everybody else is refused. The callers of all definitions together form no circle. */
  callers: readonly CallerName[]
  /** Why an event will not do. */
  reason: string
  /** How long the caller waits, in ms, where the call itself says nothing else; 5,000 when absent. */
  timeoutMs?: number
  /**
   * Carried out twice it does what it does once. So where a replica ends before it answers, or refuses because it is
   * stopping (503), another is asked, within the same time.
   */
  isRepeatable?: true
}

type Part<Definition, Name extends 'params' | 'query' | 'request'> =
  Definition extends Record<Name, infer Schema extends z.ZodType> ? Record<Name, Schema> : unknown

type Inputs<Parts> = { [Name in keyof Parts]: z.input<Parts[Name]> }
type Outputs<Parts> = { [Name in keyof Parts]: z.output<Parts[Name]> }

/** A query of which nothing must be said may be left out. */
type Query<Inputs> = Inputs extends { query: infer Said } ? (object extends Said ? { query?: Said } : Inputs) : unknown

/** What who asks hands over. */
export type CallInput<Definition extends CallDefinition> = Inputs<Part<Definition, 'params'>> &
  Query<Inputs<Part<Definition, 'query'>>> &
  Inputs<Part<Definition, 'request'>>

/** What of it reaches who answers. */
export type ParsedCall<Definition extends CallDefinition> = Outputs<
  Part<Definition, 'params'> & Part<Definition, 'query'> & Part<Definition, 'request'>
>

/** What who answers hands back, before its schema makes it the reply. */
export type CallAnswer<Definition extends CallDefinition> = z.input<Definition['reply']>

/** What who asks gets. */
export type CallReply<Definition extends CallDefinition> = z.output<Definition['reply']>

const namesIn = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '').toSorted()

/** Declares a call. Throws where its path and its parameters differ, or where it gives no reason. */
export const defineCall = <const Definition extends CallDefinition>(definition: Definition): Definition => {
  const { method, path, params, request, reason } = definition
  const fields = Object.keys(params?.shape ?? {}).toSorted()
  if (fields.join() !== namesIn(path).join()) throw new Error(`${path} has other parameters than its schema`)
  if (method === 'GET' && request) throw new Error(`${path} is asked by GET, which has no body`)
  if (reason.trim() === '') throw new Error(`${path} gives no reason`)
  return definition
}

/** The present state of a subject as its event tells it, with the sequence of that event: what is newer wins. */
export const sequenced = <Data extends z.ZodType>(data: Data) => z.object({ sequence: z.number().int().min(0), data })
