import { setTimeout as delay } from 'node:timers/promises'
import type { ServiceName } from '@purple-sector/contracts/services'
import { nextTraceparent } from '@purple-sector/messaging/trace'
import { originOf } from '@purple-sector/service-kit/calls/replicas'
import { AppError, forbidden, notFound, unauthorized } from '@purple-sector/service-kit/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { forwardedHeaders } from './forwarding/forwarded-headers.ts'
import type { ForwardInProcess } from './forwarding/in-process.ts'
import type { Forwarding, Upstream } from './forwarding/upstream.ts'
import { checkBodySize, type Limiter, largestBody } from './guards/limits.ts'
import { answerPreflight, setOpenHeaders } from './guards/open-data.ts'
import { isOwnOrigin, isUnsafe } from './guards/origin.ts'
import { accountShares } from './overload/account-shares.ts'
import type { GiveWay } from './overload/giving-way.ts'
import { givesWay, type LoadShedding } from './overload/load-shedding.ts'
import type { HotReads } from './reads/hot-reads.ts'
import type { RequestPath } from './routing/request-path.ts'
import { requestedOf } from './routing/requested.ts'
import { sessionHashes } from './sessions/session-cookie.ts'
import type { Session, Sessions } from './sessions/sessions.ts'
import type { MarkWriter } from './sessions/writer-mark.ts'
import type { Route } from './upstreams.ts'

export type AdmissionOptions = {
  upstreams: Partial<Record<ServiceName, Upstream>>
  sessions: Sessions
  tokenFor(session: Session): Promise<string>
  limiter: Limiter
  reads: HotReads
  load: LoadShedding
  giveWay: GiveWay
  forwardInProcess: ForwardInProcess
  /** Sockets of a session that has just ended here need not wait for the event. */
  endSockets(hashes: readonly string[]): void
  markWriter: MarkWriter
  cookieName: string
  publicUrl: string | undefined
}

/** What is asked for, with the session that is known without asking anybody. */
type Asked = { path: RequestPath; route: Route | undefined; hash: string | undefined; known: Session | undefined }
type Target = { route: Route; session: Session | undefined; hash: string | undefined }

const nothingHere = () => notFound('NOT_FOUND', 'There’s nothing at this address.')

/**
 * So long an account waits for a refusal with 429. A client that sends on at once, on however many connections, then costs
 * next to nothing.
 */
const REFUSAL_PAUSE_MS = 1_000

/** Reads of an account that may be under way at once: more than a browser asks for together. Further ones wait. */
export const READS_PER_ACCOUNT = 16

const isSuccess = (status: number): boolean => status < 400
/** A sign-out that was done leads on; one that another site began is a page that asks first. */
const isDone = (status: number): boolean => status >= 300

const isRead = (route: Route | undefined, { method }: FastifyRequest): route is Route =>
  method === 'GET' && route?.read !== undefined

/** The trace the client says its request belongs to. */
export const traceOf = ({ headers: { traceparent } }: FastifyRequest): { traceparent?: string } =>
  typeof traceparent === 'string' ? { traceparent } : {}

/**
 * Admits everything under `/api`, in one order (docs/quality.md, More than can be taken): the path, parsed once → the row of
 * the route table → origin → session → the account's limit and its share of the places → shedding → the size of the body →
 * a copy in memory, or the service.
 */
export const createAdmission = (options: AdmissionOptions) => {
  const { upstreams, sessions, tokenFor, limiter, reads, load, giveWay, forwardInProcess, endSockets } = options
  const { markWriter, cookieName, publicUrl } = options

  const hashIn = sessionHashes(cookieName)
  // No read is refused: as many wait as the account has connections.
  const readShares = accountShares({ places: READS_PER_ACCOUNT, queued: Number.POSITIVE_INFINITY })

  const sessionOf = async (hash: string | undefined, isNeeded: boolean): Promise<Session | undefined> => {
    if (hash === undefined) return undefined
    try {
      return await sessions.resolve(hash)
    } catch (error) {
      // A page that needs no session is not lost because nobody can say whether there is one.
      if (isNeeded) throw error
      return undefined
    }
  }

  /** What has to be true before the client hears that it succeeded. */
  const settle = async (status: number, { route, session, hash }: Target): Promise<void> => {
    // Of a session that is none nothing has to end, however many of them somebody makes up.
    if (route.ends === 'session' && session && hash !== undefined && isDone(status)) {
      await sessions.revoke([hash])
      endSockets([hash])
    }
    if ((route.ends === 'other-sessions' || route.changes) && session) await sessions.forgetUser(session.userId)
    reads.written(route, session)
  }

  const forward = (
    request: FastifyRequest,
    reply: FastifyReply,
    { upstream, forwarding }: { upstream: Upstream; forwarding: Forwarding },
  ): void => {
    if (typeof upstream === 'string') request.forwarding = { ...forwarding, url: originOf(upstream) }
    else forwardInProcess(request, reply, upstream, forwarding)
  }

  const forwardingOf = async (request: FastifyRequest, target: Target): Promise<Forwarding> => {
    const { route, session } = target
    const headers = forwardedHeaders(request.headers, {
      requestId: request.id,
      traceparent: nextTraceparent(traceOf(request).traceparent),
      address: request.ip,
      protocol: request.protocol,
      host: request.headers.host,
      identityToken: session && (await tokenFor(session)),
      keepsCookie: route.service === 'identity',
    })
    const forwarding: Forwarding = { service: route.service, headers, largestBody: largestBody(route.upload ?? false) }
    if (route.ends || route.changes || isUnsafe(request.method))
      forwarding.beforeReply = async (status) => {
        if (givesWay(route.sheds)) await giveWay()
        if (isSuccess(status)) await settle(status, target)
      }
    return forwarding
  }

  /** Whoever asks is nobody here: a session is not looked at, and its cookie stays outside. */
  const admitToOpenData = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { path, route }: { path: RequestPath; route: Route },
  ): Promise<void> => {
    setOpenHeaders(reply.raw)
    if (request.method === 'OPTIONS') {
      reply.hijack()
      answerPreflight(reply.raw)
      return
    }
    await limiter.openData(request.ip)
    const upstream = upstreams[route.service]
    if (!upstream || isUnsafe(request.method)) throw nothingHere()
    if (isRead(route, request) && (await reads.answerAnybody(request, reply, path))) return
    const target = { route, session: undefined, hash: undefined }
    forward(request, reply, { upstream, forwarding: await forwardingOf(request, target) })
  }

  /** Counts a write of an account and takes its place; false where the client has gone meanwhile. */
  const admitWrite = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { route, session }: { route: Route; session: Session },
  ): Promise<boolean> => {
    try {
      await limiter.write(session)
      return route.sheds ? await load.take(route.sheds, session.userId, request, reply) : true
    } catch (error) {
      if (error instanceof AppError && error.kind === 'too-many') await delay(REFUSAL_PAUSE_MS)
      throw error
    }
  }

  /** Takes a place of the account for a request; false where the client has gone meanwhile. */
  const takePlace = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { route, session }: { route: Route; session: Session },
  ): Promise<boolean> =>
    isUnsafe(request.method)
      ? admitWrite(request, reply, { route, session })
      : (await readShares.take(session.userId, reply.raw)) === 'taken'

  const admit = async (request: FastifyRequest, reply: FastifyReply, asked: Asked): Promise<void> => {
    const { path, route, hash, known } = asked
    if (route?.open) return admitToOpenData(request, reply, { path, route })
    const isWrite = isUnsafe(request.method)
    if (isWrite && !isOwnOrigin(request.headers, publicUrl))
      throw forbidden('FOREIGN_ORIGIN', 'Another site sent this request.')
    const session = known ?? (await sessionOf(hash, !route?.anonymous))
    if (!session && !route?.anonymous) throw unauthorized()
    const upstream = route && upstreams[route.service]
    if (!route || !upstream) throw nothingHere()
    if (session && !(await takePlace(request, reply, { route, session }))) {
      reply.hijack()
      return
    }
    if (isWrite && givesWay(route.sheds)) await giveWay()
    if (isWrite) checkBodySize(request.headers['content-length'], largestBody(route.upload ?? false))
    if (session && isRead(route, request) && (await reads.answer(request, reply, { route, path, session }))) return
    const forwarding = await forwardingOf(request, { route, session, hash })
    // In one process the one gateway has seen it.
    if (typeof upstream === 'string' && isWrite && session && !session.isAdmin) markWriter(reply)
    forward(request, reply, { upstream, forwarding })
  }

  /** What is in memory is answered at once: nothing waits, not even for a promise. */
  return (request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined => {
    const { path, route } = requestedOf(request.raw)
    request.routeName = route?.path ?? 'none'
    const hash = hashIn(request.raw)
    const session = hash === undefined ? undefined : sessions.known(hash)
    if (session && isRead(route, request) && reads.answerAtOnce(request, reply, { route, path, session }))
      return undefined
    return admit(request, reply, { path, route, hash, known: session })
  }
}
