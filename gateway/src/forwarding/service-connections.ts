import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import { Agent, type Dispatcher } from 'undici'
import { REPLY_TIMEOUT_MS } from './upstream.ts'

export type ServiceConnections = {
  /** For `@fastify/reply-from`, and for reads of our own. */
  dispatcher: Dispatcher
  /** Whatever `send` sends is given up when this client goes away. */
  onBehalfOf<T>(client: ServerResponse, send: () => T): T
}

type Options = { timeoutMs?: number; connections?: number }

const CONNECT_TIMEOUT_MS = 2_000

/** For a request that is answered without ever having been sent: there is nothing to control. */
const UNSENT: Dispatcher.DispatchController = {
  aborted: true,
  paused: false,
  reason: null,
  abort: () => {},
  pause: () => {},
  resume: () => {},
}

/**
 * Connections to services behind URLs. undici times a request from when it is sent, and reply-from learns of a client
 * that went away only once there is a reply: here also the wait for a free connection has an end, and nothing goes on
 * for nobody.
 */
export const serviceConnections = ({
  timeoutMs = REPLY_TIMEOUT_MS,
  connections = 128,
}: Options = {}): ServiceConnections => {
  const clients = new AsyncLocalStorage<ServerResponse>()
  const agent = new Agent({
    connections,
    pipelining: 1,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 30_000,
  })

  const givingUp: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
    const client = clients.getStore()
    let sent: Dispatcher.DispatchController | undefined
    let isOver = false
    const end = (): void => {
      isOver = true
      clearTimeout(queued)
      client?.off('close', leave)
    }
    const giveUp = (reason: Error): void => {
      if (sent) {
        sent.abort(reason)
        return
      }
      end()
      handler.onResponseError?.(UNSENT, reason)
    }
    const leave = (): void => giveUp(new Error('The client went away'))
    const queued = setTimeout(() => giveUp(new Error('The service takes no requests')), timeoutMs)
    client?.once('close', leave)
    try {
      return dispatch(options, {
        onRequestStart(controller, context) {
          clearTimeout(queued)
          if (isOver) {
            controller.abort(new Error('Nobody waits for it any more'))
            return
          }
          sent = controller
          handler.onRequestStart?.(controller, context)
        },
        onResponseStart: (...reply) => handler.onResponseStart?.(...reply),
        onResponseData: (...part) => handler.onResponseData?.(...part),
        onResponseEnd(...rest) {
          end()
          handler.onResponseEnd?.(...rest)
        },
        onResponseError(controller, error) {
          if (isOver) return
          end()
          handler.onResponseError?.(controller, error)
        },
      })
    } catch (error) {
      end()
      throw error
    }
  }

  return {
    dispatcher: agent.compose(givingUp),
    onBehalfOf: (client, send) => clients.run(client, send),
  }
}
