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
  /** Calls back once: with the reply when it begins, or with an error. */
  request(options: Dispatcher.RequestOptions, callback: Callback): void
  /** Runs `send`; aborts its requests when this client disconnects. */
  onBehalfOf<T>(client: ServerResponse, send: () => T): T
  /** Dispatcher for the gateway's own reads, which have separate timeouts. */
  agent: Dispatcher
}

const CONNECT_TIMEOUT_MS = 2_000

const isBeingSent = (body: unknown): boolean => body instanceof Readable && body.readableDidRead

/**
 * Connections to the services at these URLs.
 * undici times a request only from when it is sent, and the proxy notices a disconnected client only once there is a
 * reply. Here the wait for a free connection counts for the timeout, and requests of disconnected clients are aborted.
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
      let isFinished = false
      const finish: Callback = (error, reply) => {
        clearTimeout(timeout)
        if (isFinished) return
        isFinished = true
        client?.off('close', onClientClosed)
        callback(error, reply)
      }
      const abort = (reason: Error): void => {
        abortSignal.emit('abort')
        finish(reason)
      }
      const onClientClosed = (): void => abort(new Error('The client disconnected'))
      const timeout = setTimeout(() => {
        // The client determines how long the body takes; undici times the rest.
        if (!isBeingSent(options.body)) abort(new Error('The service does not begin its reply'))
      }, timeoutMs)
      client?.once('close', onClientClosed)
      agent.request({ ...options, signal: abortSignal }, finish)
    },
  }
}
