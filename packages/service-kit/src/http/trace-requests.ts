import type { Span, SpanDescription } from '@purple-sector/telemetry/span'
import { isTracing, startSpan } from '@purple-sector/telemetry/trace'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of the request, while it is traced; null otherwise. */
    span: Span | null
    /** The error that it was answered with, while it is traced. */
    failure: unknown
  }
}

/** The client's trace, if it sent one. */
export const traceOf = ({ headers: { traceparent } }: Pick<FastifyRequest, 'headers'>): { traceparent?: string } =>
  typeof traceparent === 'string' ? { traceparent } : {}

/** Rejections for load are expected, and there may be thousands a second. */
const isOverload = (failure: unknown): boolean => failure instanceof AppError && failure.code === 'OVERLOADED'

const errorOf = ({ failure }: FastifyRequest, { raw: { statusCode } }: FastifyReply): unknown =>
  statusCode < 500 || isOverload(failure) ? undefined : (failure ?? statusCode)

/**
 * Gives each request a span for which there is a description: its own work runs inside it. A status from 500 on is its
 * error. Only while tracing is on; otherwise `request.span` stays null and requests cost nothing.
 */
export const traceRequests = (
  app: Pick<FastifyInstance, 'addHook'>,
  describe: (request: FastifyRequest) => Pick<SpanDescription, 'name' | 'attributes' | 'sampling'> | undefined,
): void => {
  if (!isTracing()) return
  app.addHook('onRequest', (request, _reply, done) => {
    const description = describe(request)
    if (!description) return done()
    const attributes = { 'http.request.method': request.method, ...description.attributes }
    request.span = startSpan({ kind: 'server', ...description, attributes }, traceOf(request).traceparent)
    request.span.run(done)
  })
  app.addHook('onError', (request, _reply, error, done) => {
    request.failure = error
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const attributes = { 'http.response.status_code': reply.raw.statusCode }
    request.span?.end({ error: errorOf(request, reply), attributes })
    done()
  })
}
