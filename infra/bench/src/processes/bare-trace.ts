import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { Span } from '@purple-sector/telemetry/span'

/**
 * The trace context without a place for spans: what log lines, events and calls need, and nothing else. The baseline of
 * tracing that is off; `without-tracing.ts` puts it in the place of `@purple-sector/telemetry/trace`.
 */
const traces = new AsyncLocalStorage<string>()

export const isTracing = (): boolean => false
export const currentTraceparent = (): string | undefined => traces.getStore()
export const traceIdOf = (traceparent: string | undefined): string | undefined => traceparent?.slice(3, 35)
export const currentTraceId = (): string | undefined => traceIdOf(traces.getStore())
export const isSampled = (_traceparent: string | undefined): _traceparent is string => false

let ids = ''
/** Hexadecimal digits of random bytes, fetched for some hundred ids at once. */
const nextHex = (digits: number): string => {
  if (ids.length < digits) ids = randomBytes(4_096).toString('hex')
  const id = ids.slice(0, digits)
  ids = ids.slice(digits)
  return id
}

export const nextTraceparent = (parent?: string): string =>
  parent === undefined
    ? `00-${nextHex(32)}-${nextHex(16)}-00`
    : `${parent.slice(0, 36)}${nextHex(16)}${parent.slice(52)}`

export const withTrace = <T>(traceparent: string, work: () => T): T => traces.run(traceparent, work)

export const inTraceOf = <T>({ traceparent }: { traceparent?: string | undefined }, work: () => T): T =>
  withTrace(traceparent ?? nextTraceparent(), work)

export const inSpan = <T>(_description: unknown, work: () => T): T => work()

export const startSpan = (_description: unknown, parent?: string): Span => {
  const traceparent = nextTraceparent(parent)
  return { traceparent, run: (work) => withTrace(traceparent, work), end() {} }
}
