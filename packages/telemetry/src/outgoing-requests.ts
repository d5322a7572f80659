import { context, type Span, trace } from '@opentelemetry/api'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'

type OutgoingRequest = { origin: string; path: string; headers: string | (string | string[])[] }

const traceparentAt = ({ headers }: Pick<OutgoingRequest, 'headers'>): number =>
  Array.isArray(headers) ? headers.indexOf('traceparent') : -1

/**
 * Returns what a span says of an address. Between our services it is the path; of other hosts only the origin, because
 * the addresses of push services, webhooks and timing sources are secrets.
 */
const addressOf = (request: OutgoingRequest): { [attribute: string]: string } => {
  const path = traceparentAt(request) === -1 ? '/' : (request.path.split('?')[0] ?? '/')
  return { 'url.full': `${request.origin}${path}`, 'url.path': path, 'url.query': '' }
}

/** Passes the span on as parent of the service's span. Other hosts get no trace context. */
const setParent = (span: Span, { headers }: OutgoingRequest): void => {
  const at = traceparentAt({ headers })
  if (at === -1 || !Array.isArray(headers)) return
  const { traceId, spanId } = span.spanContext()
  headers[at + 1] = `00-${traceId}-${spanId}-01`
}

/** Records requests that undici sends inside a recorded span. */
export const outgoingRequests = (): UndiciInstrumentation =>
  new UndiciInstrumentation({
    ignoreRequestHook: () => trace.getSpan(context.active()) === undefined,
    startSpanHook: addressOf,
    requestHook: setParent,
  })
