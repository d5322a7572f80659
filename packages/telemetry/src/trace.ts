import { AsyncLocalStorage } from 'node:async_hooks'
import { randomFillSync } from 'node:crypto'
import type { Recorder, Span, SpanDescription } from './span.ts'

/** W3C trace context of the current request or event; the outbox writes it into events, calls propagate it. */
const traces = new AsyncLocalStorage<string>()

/** Records spans while tracing is on (`startTelemetry`); undefined while it is off. */
let recorder: Recorder | undefined

/** Turns the recording of spans on, or off with `undefined`. Only `startTelemetry` calls it. */
export const setRecorder = (next: Recorder | undefined): void => {
  recorder = next
}

/** Whether spans are recorded. Settled before services are built. */
export const isTracing = (): boolean => recorder !== undefined

const VALID = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** Returns the `traceparent` of the current work, undefined outside of a trace. */
export const currentTraceparent = (): string | undefined => traces.getStore()

/** Returns the 32-digit trace id of a `traceparent`, for log lines. */
export const traceIdOf = (traceparent: string | undefined): string | undefined => traceparent?.slice(3, 35)

/** Returns the trace id of the current work. */
export const currentTraceId = (): string | undefined => traceIdOf(traces.getStore())

/** Whether the spans of the trace are recorded: the last bit of its flags. */
export const isSampled = (traceparent: string | undefined): traceparent is string =>
  traceparent !== undefined && (Number.parseInt(traceparent.slice(53), 16) & 1) === 1

/** Random bytes for some hundred ids are fetched at once, because each fetch is a system call. */
const pool = Buffer.alloc(4_096)
let usedBytes = pool.length

/** Returns random bytes as hexadecimal text. */
export const randomHex = (bytes: number): string => {
  if (usedBytes + bytes > pool.length) {
    randomFillSync(pool)
    usedBytes = 0
  }
  usedBytes += bytes
  return pool.toString('hex', usedBytes - bytes, usedBytes)
}

/** Returns the traceparent if it is well-formed. */
export const validTraceparent = (traceparent: string | undefined): string | undefined =>
  traceparent !== undefined && VALID.test(traceparent) ? traceparent : undefined

/**
 * Returns a child of `parent` (same trace and flags, new span id), or a new trace if `parent` is missing or malformed.
 * A new one is not sampled: no process has recorded a span of it.
 */
export const nextTraceparent = (parent?: string): string => {
  const valid = validTraceparent(parent)
  return valid === undefined
    ? `00-${randomHex(16)}-${randomHex(8)}-00`
    : `${valid.slice(0, 36)}${randomHex(8)}${valid.slice(52)}`
}

/** Runs `work` inside the given trace, without a span of its own. */
export const withTrace = <T>(traceparent: string, work: () => T): T => {
  const inTrace = () => traces.run(traceparent, work)
  return recorder ? recorder.activate(traceparent, inTrace) : traces.run(traceparent, work)
}

/** The span of a process that records none: only the ids for log lines, events and calls. */
const unrecordedSpan = (traceparent: string): Span => ({
  traceparent,
  run: (work) => withTrace(traceparent, work),
  end() {},
})

/**
 * Starts a span below `parent`, or that of a new trace. The caller ends it. For work that is one function, use
 * `inTraceOf` or `inSpan`.
 */
export const startSpan = (description: SpanDescription, parent?: string): Span => {
  if (!recorder) return unrecordedSpan(nextTraceparent(parent))
  const { traceparent, activate, end } = recorder.start(description, validTraceparent(parent))
  return { traceparent, end, run: (work) => activate(() => traces.run(traceparent, work)) }
}

const runInside = <T>(span: Span, work: () => T): T => {
  const fail = (error: unknown): never => {
    span.end({ error })
    throw error
  }
  try {
    const result = span.run(work)
    if (result instanceof Promise) {
      return result.then((value) => {
        span.end()
        return value
      }, fail) as T
    }
    span.end()
    return result
  } catch (error) {
    return fail(error)
  }
}

/**
 * Runs `work` inside the trace of an event, a request or a row, or in a new one if it has none.
 *
 * With a description the work is a span of the trace (which is also recorded if it fails in a trace that is not
 * sampled); a failure is thrown on.
 */
export const inTraceOf = <T>(
  { traceparent }: { traceparent?: string | undefined },
  work: () => T,
  description?: SpanDescription,
): T =>
  recorder && description
    ? runInside(startSpan(description, traceparent), work)
    : withTrace(validTraceparent(traceparent) ?? nextTraceparent(), work)

/** Runs `work` as a span below the current one; while tracing is off, or outside of a trace, it only runs it. */
export const inSpan = <T>(description: SpanDescription, work: () => T): T => {
  const parent = currentTraceparent()
  return recorder && parent !== undefined ? runInside(startSpan(description, parent), work) : work()
}
