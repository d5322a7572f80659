import type { IncomingMessage, ServerResponse } from 'node:http'
import { observeRequest } from '@purple-sector/service-kit/metrics'
import type { Headers } from '../guards/common-headers.ts'
import { errorReply } from '../http/error-replies.ts'
import { requestIdOf } from '../http/request-id.ts'
import { isDeferrable, type LoadShedding, type YieldToEventLoop } from '../overload/load-shedding.ts'
import { isUnsafe, requestedOf } from '../routing/find-route.ts'
import { sessionIdOf } from '../sessions/cookies.ts'

/** Returns a function that writes the rejection before the framework sees the request; undefined to accept it. */
export type RejectOverloaded = (request: IncomingMessage) => ((response: ServerResponse) => void) | undefined

type Options = { load: LoadShedding; yieldToEventLoop: YieldToEventLoop; headers: Headers; cookieName: string }

/**
 * Rejects writes that could not be answered in time, before the framework sees them.
 * This saves a quarter of the cost of a rejection. In a rush there are twice as many rejections as accepted tips, and
 * the same process may have to serve the accepted ones. Checks nothing while slots are free. Each account has only a
 * share of the slots (`limits.ts`), so no account can fill them alone.
 */
export const createRejectOverloaded = ({ load, yieldToEventLoop, headers, cookieName }: Options): RejectOverloaded => {
  const commonHeaders = [
    ...headers.flat(),
    'cache-control',
    'no-store',
    'content-type',
    'application/json; charset=utf-8',
  ]
  return (request) => {
    const { method = '' } = request
    if (!isUnsafe(method) || !load.isSaturated()) return undefined
    const { route } = requestedOf(request)
    // Visitors get 401 as always. Resolving the session would cost more than the rejection.
    if (!route?.shedClass || sessionIdOf(request.headers.cookie, cookieName) === undefined) return undefined
    const rejection = load.rejectionOf(route.shedClass)
    if (!rejection) return undefined
    const reject = (response: ServerResponse): void => {
      const requestId = requestIdOf(request)
      const { status, body } = errorReply(rejection, requestId)
      const requestHeaders = ['x-request-id', requestId, 'retry-after', String(rejection.retryAfterSeconds)]
      response.writeHead(status, [
        ...commonHeaders,
        ...requestHeaders,
        'content-length',
        String(Buffer.byteLength(body)),
      ])
      response.end(body)
      observeRequest('gateway', method, route.path, status, 0)
    }
    return isDeferrable(route.shedClass) ? (response) => void yieldToEventLoop().then(() => reject(response)) : reject
  }
}
