import { Agent, type Dispatcher } from 'undici'
import { createReplicas, type LookupOptions, originOf, type Replica, type Replicas } from './replicas.ts'

/** Header in every reply of a replica that is being stopped. */
export const DRAINING_HEADER = 'x-draining'

/** Error codes of a replica that does not listen or whose connection ended. */
const UNAVAILABLE_CODES = new Set([
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

const isUnavailable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && UNAVAILABLE_CODES.has(error.code)

/** Whether a request may be sent again: nothing was sent, or it only reads. The proxy sends an empty body for none. */
const mayBeRetried = ({ method, body }: Dispatcher.DispatchOptions, isSent: boolean): boolean =>
  !isSent || ((method === 'GET' || method === 'HEAD') && !body)

type Request = { options: Dispatcher.DispatchOptions; handler: Dispatcher.DispatchHandler; replicas: Replicas }

/** Distributes requests over the replicas of their service, and retries on another one if a replica is unavailable. */
const distribute =
  (services: ReadonlyMap<string, Replicas>): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) => {
    const sendTo = (replica: Replica, { options, handler, replicas }: Request, tried: Set<Replica>): boolean => {
      let isSent = false
      let hasReply = false
      let hasEnded = false
      const end = (): void => {
        if (!hasEnded) replica.inFlight -= 1
        hasEnded = true
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
            hasReply = true
            if (DRAINING_HEADER in headers) replicas.exclude(replica)
            handler.onResponseStart?.(controller, status, headers, message)
          },
          onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
          onResponseEnd(controller, trailers) {
            end()
            handler.onResponseEnd?.(controller, trailers)
          },
          onResponseError(controller, error) {
            end()
            if (isUnavailable(error)) {
              replicas.exclude(replica)
              if (!hasReply && mayBeRetried(options, isSent)) {
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

    /** Sends a request to the next replica; `otherwise` handles it if no replica remains. */
    const send = (request: Request, tried: Set<Replica>, otherwise: () => boolean): boolean => {
      const sendOr = (replica: Replica | undefined) => (replica ? sendTo(replica, request, tried) : otherwise())
      const next = request.replicas.next(tried)
      if (!(next instanceof Promise)) return sendOr(next)
      next.then(sendOr, otherwise)
      return true
    }

    return (options, handler) => {
      const { origin } = options
      const replicas = origin && services.get(typeof origin === 'string' ? origin : origin.origin)
      // A host that cannot be resolved fails like any other.
      const dispatchDirectly = () => dispatch(options, handler)
      return replicas ? send({ options, handler, replicas }, new Set(), dispatchDirectly) : dispatchDirectly()
    }
  }

/**
 * Creates an agent for services by their settings: one or more base URLs, separated by commas.
 *
 * A request for the origin of a setting's first URL (`originOf`) goes to the next replica: every address of every host.
 * A replica that refuses connections is excluded for seconds, and its request is retried on another one if nothing was
 * sent or the request only reads. A replica that was removed from DNS gets no new requests.
 */
export const createServiceAgent = (
  settings: Iterable<string>,
  options: Agent.Options,
  lookupOptions?: LookupOptions,
): Dispatcher =>
  new Agent(options).compose(
    distribute(new Map([...settings].map((setting) => [originOf(setting), createReplicas(setting, lookupOptions)]))),
  )
