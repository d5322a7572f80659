import { AsyncLocalStorage } from 'node:async_hooks'
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { createServiceAgent } from '@purple-sector/service-kit/calls/service-agent'
import type { Dispatcher } from 'undici'
import { REPLY_TIMEOUT_MS } from './upstream.ts'

type Callback = (error: Error | null, reply?: Dispatcher.ResponseData) => void
type Options = { timeoutMs?: number; connections?: number }

export type ServiceConnections = {
  /** Calls back once: with the reply when it begins, or with the error. */
  request(options: Dispatcher.RequestOptions, callback: Callback): void
  /** Aborts whatever `send` requests when this client disconnects. */
  onBehalfOf<T>(client: ServerResponse, send: () => T): T
  /** For the gateway's own reads, which have timeouts of their own. */
  agent: Dispatcher
}

const CONNECT_TIMEOUT_MS = 2_000

const isBeingSent = (body: unknown): boolean => body instanceof Readable && body.readableDidRead

/**
 * Connections to the services at these URLs.
 * undici times a request from when it is sent, and the proxy notices a disconnected client only once there is a reply:
 * here waiting for a free connection times out, too, and requests of disconnected clients are aborted.
 */
export const serviceConnections = (
  services: Iterable<string>,
  { timeoutMs = REPLY_TIMEOUT_MS, connections = 128 }: Options = {},
): ServiceConnections => {
  const clients = new AsyncLocalStorage<ServerResponse>()
  const agent = createServiceAgent(services, {
    connections,
    pipelining: 1,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 30_000,
  })

  return {
    agent,
    onBehalfOf: (client, send) => clients.run(client, send),
    request(options, callback) {
      const client = clients.getStore()
      // undici accepts an emitter as signal; it costs a tenth of an AbortController.
      const abortSignal = new EventEmitter()
      let isAnswered = false
      const answer: Callback = (error, reply) => {
        clearTimeout(timeout)
        if (isAnswered) return
        isAnswered = true
        client?.off('close', onClientClosed)
        callback(error, reply)
      }
      const abort = (reason: Error): void => {
        abortSignal.emit('abort')
        answer(reason)
      }
      const onClientClosed = (): void => abort(new Error('The client went away'))
      const timeout = setTimeout(() => {
        // The client determines how long the body takes; undici times what comes after it.
        if (!isBeingSent(options.body)) abort(new Error('The service does not begin to answer'))
      }, timeoutMs)
      client?.once('close', onClientClosed)
      agent.request({ ...options, signal: abortSignal }, answer)
    },
  }
}
