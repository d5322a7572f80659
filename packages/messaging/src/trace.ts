import { AsyncLocalStorage } from 'node:async_hooks'
import { randomFillSync } from 'node:crypto'

/** W3C trace context of the current request or event; the outbox writes it into events, calls propagate it. */
const traces = new AsyncLocalStorage<string>()

const VALID = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** Returns the `traceparent` of the current work, undefined outside of a trace. */
export const currentTraceparent = (): string | undefined => traces.getStore()

/** Returns the 32-digit trace id of a `traceparent`, for log lines. */
export const traceIdOf = (traceparent: string | undefined): string | undefined => traceparent?.slice(3, 35)

/** Returns the trace id of the current work. */
export const currentTraceId = (): string | undefined => traceIdOf(traces.getStore())

/** Random bytes for some hundred ids are fetched at once, because each fetch is a system call. */
const pool = Buffer.alloc(4_096)
let usedBytes = pool.length

const randomHex = (bytes: number): string => {
  if (usedBytes + bytes > pool.length) {
    randomFillSync(pool)
    usedBytes = 0
  }
  usedBytes += bytes
  return pool.toString('hex', usedBytes - bytes, usedBytes)
}

/** Returns a child of `parent` (same trace, new span), or a new trace if `parent` is missing or malformed. */
export const nextTraceparent = (parent?: string): string => {
  const trace = parent !== undefined && VALID.test(parent) ? parent.slice(3, 35) : randomHex(16)
  return `00-${trace}-${randomHex(8)}-01`
}

/** Runs `work` inside the given trace. */
export const withTrace = <T>(traceparent: string, work: () => T): T => traces.run(traceparent, work)

/** Runs `work` inside the trace of an event, or in a new one if it has none. */
export const inTraceOf = <T>({ traceparent }: { traceparent?: string | undefined }, work: () => T): T =>
  withTrace(nextTraceparent(traceparent), work)
