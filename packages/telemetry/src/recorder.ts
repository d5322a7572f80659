import type { Span as SdkSpan, Tracer } from '@opentelemetry/api'
import { type Context, context, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import type { IdGenerator } from '@opentelemetry/sdk-trace'
import type { Recorder, SpanDescription, SpanEnd } from './span.ts'
import { isSampled, randomHex } from './trace.ts'

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

/** Generates ids; a span that is recorded after its end has the ids that it had while it ran. */
export const createIdGenerator = () => {
  let reserved: { traceId: string; spanId: string } | undefined
  const generator: IdGenerator = {
    generateTraceId: () => reserved?.traceId ?? randomHex(16),
    generateSpanId: () => reserved?.spanId ?? randomHex(8),
  }
  return {
    generator,
    withIds<T>(ids: { traceId: string; spanId: string }, work: () => T): T {
      reserved = ids
      try {
        return work()
      } finally {
        reserved = undefined
      }
    },
  }
}

const contextOf = (traceparent: string | undefined): Context =>
  traceparent === undefined
    ? ROOT_CONTEXT
    : trace.setSpanContext(ROOT_CONTEXT, {
        traceId: traceparent.slice(3, 35),
        spanId: traceparent.slice(36, 52),
        traceFlags: isSampled(traceparent) ? TraceFlags.SAMPLED : TraceFlags.NONE,
        isRemote: true,
      })

const traceparentOf = (span: SdkSpan): string => {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`
}

const typeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

const finish = (span: SdkSpan, { error, attributes }: SpanEnd): void => {
  if (attributes) span.setAttributes(attributes)
  if (error !== undefined) {
    span.setAttribute('error.type', typeOf(error))
    if (error instanceof Error) span.recordException(error)
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : String(error) })
  }
  span.end()
}

/** Tracers by what decides whether a span is recorded (`SpanDescription.sampling`). */
export type Tracers = Record<NonNullable<SpanDescription['sampling']>, Tracer>

/**
 * Creates the recorder over OpenTelemetry's SDK.
 *
 * Of a trace that is not sampled only the spans that end with an error are recorded, once they have ended: a span that
 * succeeds costs the decision alone, and no instrumentation runs inside it.
 */
export const createRecorder = (tracers: Tracers, ids: ReturnType<typeof createIdGenerator>): Recorder => ({
  start({ name, kind = 'internal', attributes = {}, sampling = 'parent' }, parent) {
    const startTime = Date.now()
    const parentContext = contextOf(parent)
    const span = tracers[sampling].startSpan(name, { kind: KINDS[kind], attributes }, parentContext)
    const traceparent = traceparentOf(span)
    if (span.isRecording()) {
      const inside = trace.setSpan(ROOT_CONTEXT, span)
      return {
        traceparent,
        activate: (work) => context.with(inside, work),
        end: (outcome = {}) => finish(span, outcome),
      }
    }
    return {
      traceparent,
      activate: (work) => context.with(ROOT_CONTEXT, work),
      end(outcome = {}) {
        if (outcome.error === undefined) return
        const start = () => tracers.always.startSpan(name, { kind: KINDS[kind], attributes, startTime }, parentContext)
        finish(ids.withIds(span.spanContext(), start), outcome)
      },
    }
  },

  activate: (traceparent, work) => context.with(isSampled(traceparent) ? contextOf(traceparent) : ROOT_CONTEXT, work),
})
