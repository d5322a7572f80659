import { Agent, type Dispatcher } from 'undici'
import { createReplicas, type LookingUp, originOf, type Replica, type Replicas } from './replicas.ts'

/** Said in every reply of a replica that is being stopped. */
export const DRAINING_HEADER = 'x-draining'

/** Nobody listens there, or the connection ended. */
const IS_AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
])

const isAway = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && IS_AWAY.has(error.code)

/** Nothing was done where nothing was sent; what only reads may be asked twice. The proxy's "no body" is an empty one. */
const mayBeAskedAgain = ({ method, body }: Dispatcher.DispatchOptions, isSent: boolean): boolean =>
  !isSent || ((method === 'GET' || method === 'HEAD') && !body)

type Request = { options: Dispatcher.DispatchOptions; handler: Dispatcher.DispatchHandler; replicas: Replicas }

/** Sends requests round the replicas of their service, and to another one where the first is not there. */
const spread =
  (services: ReadonlyMap<string, Replicas>): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) => {
    const sendTo = (replica: Replica, { options, handler, replicas }: Request, tried: Set<Replica>): boolean => {
      let isSent = false
      let isAnswered = false
      let isOver = false
      const end = (): void => {
        if (!isOver) replica.inFlight -= 1
        isOver = true
      }
      tried.add(replica)
      replica.inFlight += 1
      return dispatch(
        { ...options, origin: replica.origin },
        {
          ...(handler.onResponseStarted && { onResponseStarted: () => handler.onResponseStarted?.() }),
          onRequestStart(controller, context) {
            isSent = true
            handler.onRequestStart?.(controller, context)
          },
          onResponseStart(controller, status, headers, message) {
            isAnswered = true
            if (DRAINING_HEADER in headers) replicas.leaveOut(replica)
            handler.onResponseStart?.(controller, status, headers, message)
          },
          onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
          onResponseEnd(controller, trailers) {
            end()
            handler.onResponseEnd?.(controller, trailers)
          },
          onResponseError(controller, error) {
            end()
            if (isAway(error)) {
              replicas.leaveOut(replica)
              if (!isAnswered && mayBeAskedAgain(options, isSent)) {
                send({ options, handler, replicas }, tried, () => {
                  handler.onResponseError?.(controller, error)
                  return true
                })
                return
              }
            }
            handler.onResponseError?.(controller, error)
          },
        },
      )
    }

    /** `otherwise` is what becomes of the request where nobody is left to ask. */
    const send = (request: Request, tried: Set<Replica>, otherwise: () => boolean): boolean => {
      const go = (replica: Replica | undefined) => (replica ? sendTo(replica, request, tried) : otherwise())
      const next = request.replicas.next(tried)
      if (!(next instanceof Promise)) return go(next)
      next.then(go, otherwise)
      return true
    }

    return (options, handler) => {
      const { origin } = options
      const replicas = origin && services.get(typeof origin === 'string' ? origin : origin.origin)
      // A name that cannot be looked up fails as any other does.
      const asItIs = () => dispatch(options, handler)
      return replicas ? send({ options, handler, replicas }, new Set(), asItIs) : asItIs()
    }
  }

/**
 * Connections to services by their settings: one or more base URLs, separated by commas. A request for the origin of a
 * setting's first URL (`originOf`) goes to whichever replica is next: every address of every name. One that refuses is
 * left out for seconds and its request tried at another where nothing of it was sent, or where it only reads. One that
 * is gone from its name gets no new requests.
 */
export const createServiceAgent = (
  settings: Iterable<string>,
  options: Agent.Options,
  looking?: LookingUp,
): Dispatcher =>
  new Agent(options).compose(
    spread(new Map([...settings].map((setting) => [originOf(setting), createReplicas(setting, looking)]))),
  )
