import type { IncomingMessage, ServerResponse } from 'node:http'
import { observeRequest } from '@purple-sector/service-kit/metrics'
import { errorReply } from '../forwarding/raw-error.ts'
import type { Headers } from '../guards/common-headers.ts'
import { isUnsafe } from '../guards/origin.ts'
import { requestIdOf } from '../http/request-id.ts'
import { canonicalTarget, pathOfCanonical } from '../routing/request-path.ts'
import { sessionIdOf } from '../sessions/session-cookie.ts'
import { routeOf } from '../upstreams.ts'
import type { GiveWay } from './giving-way.ts'
import { givesWay, type LoadShedding } from './load-shedding.ts'

/** What answers a request instead of all that would look at it otherwise; undefined where nothing does. */
export type TurnAway = (request: IncomingMessage) => ((response: ServerResponse) => void) | undefined

type Options = { load: LoadShedding; giveWay: GiveWay; headers: Headers; cookieName: string }

/**
 * Refuses what could not be taken in time before the framework hears of it, which saves a fourth of what a refusal costs:
 * in a rush they are twice as many as the tips that are taken, and the same process may have to take these.
 */
export const turningAway = ({ load, giveWay, headers, cookieName }: Options): TurnAway => {
  const always = [...headers.flat(), 'cache-control', 'no-store', 'content-type', 'application/json; charset=utf-8']
  return (request) => {
    const { method = '', url = '' } = request
    if (!isUnsafe(method)) return undefined
    // What is spelt otherwise goes the long way, at the end of which it is refused as well.
    const route = canonicalTarget(url) === url ? routeOf(pathOfCanonical(url).segments) : undefined
    // Visitors are 401 as ever. Whose a session is nobody is asked for this.
    if (!route?.sheds || sessionIdOf(request.headers.cookie, cookieName) === undefined) return undefined
    const refusal = load.refusalOf(route.sheds)
    if (!refusal) return undefined
    const refuse = (response: ServerResponse): void => {
      const requestId = requestIdOf(request)
      const { status, body } = errorReply(refusal, requestId)
      const own = ['x-request-id', requestId, 'retry-after', String(refusal.retryAfterSeconds)]
      response.writeHead(status, [...always, ...own, 'content-length', String(Buffer.byteLength(body))])
      response.end(body)
      observeRequest('gateway', method, route.path, status, 0)
    }
    return givesWay(route.sheds) ? (response) => void giveWay().then(() => refuse(response)) : refuse
  }
}
