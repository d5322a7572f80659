import type { IncomingMessage, ServerResponse } from 'node:http'
import { traceIdOf } from '@purple-sector/messaging/trace'
import type { Logger } from '@purple-sector/service-kit'
import { AppError, busy } from '@purple-sector/service-kit/errors'
import { leaveBody } from '@purple-sector/service-kit/leave-body'
import { type Dispatcher, Pool } from 'undici'
import { measuredBody } from './measured-body.ts'
import { writeError } from './raw-error.ts'
import type { Forwarding, Upstream } from './upstream.ts'

type Options = { service: string; url: string; log: Logger; timeoutMs?: number; connections?: number }

const REPLY_TIMEOUT_MS = 30_000
const READ_TIMEOUT_MS = 5_000
const CONNECT_TIMEOUT_MS = 2_000

/** Ours to say for our own connection, not the service's for the one behind it. */
const NOT_PASSED_ON = ['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade', 'trailer']

const hasBody = ({ method, headers }: IncomingMessage): boolean =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

/** Streams one exchange: the service is paused while the client reads slowly and aborted when the client goes. */
const exchange = (
  { service, log, timeoutMs = REPLY_TIMEOUT_MS }: Options,
  request: IncomingMessage,
  response: ServerResponse,
  { headers, beforeReply }: Forwarding,
): Dispatcher.DispatchHandler => {
  let current: Dispatcher.DispatchController | undefined
  let isOver = false
  const giveUp = (reason: Error) => {
    if (isOver) return
    isOver = true
    clearTimeout(queued)
    current?.abort(reason)
    if (response.destroyed) return
    const ofTheRequest = reason instanceof AppError ? reason : undefined
    if (ofTheRequest) leaveBody(request)
    const { traceparent, 'x-request-id': requestId } = headers
    const traceId = typeof traceparent === 'string' ? traceIdOf(traceparent) : undefined
    if (!ofTheRequest) log.warn({ service, err: reason, requestId, traceId }, 'a service does not answer')
    writeError(response, ofTheRequest ?? busy(reason), String(requestId))
  }
  // undici times a request from when it is sent: one that waits for a free connection is timed here.
  const queued = setTimeout(() => giveUp(new Error(`${service} takes no requests`)), timeoutMs)
  response.on('close', () => {
    if (!response.writableFinished) giveUp(new Error('The client went away'))
  })
  return {
    onRequestStart(controller) {
      clearTimeout(queued)
      current = controller
      if (isOver) controller.abort(new Error('Nobody waits for it any more'))
    },
    onResponseStart(controller, status, received) {
      if (status < 200 || isOver) return
      for (const name of NOT_PASSED_ON) delete received[name]
      const begin = () => response.writeHead(status, received)
      const before = beforeReply?.(status)
      if (!(before instanceof Promise)) {
        begin()
        return
      }
      controller.pause()
      const goOn = () => {
        if (isOver) return
        begin()
        controller.resume()
      }
      before.then(goOn, goOn)
    },
    onResponseData(controller, chunk) {
      if (isOver || response.write(chunk)) return
      controller.pause()
      response.once('drain', () => controller.resume())
    },
    onResponseEnd() {
      isOver = true
      response.end()
    },
    onResponseError(_controller, error) {
      giveUp(error)
    },
  }
}

/** A service behind a URL. */
export const httpUpstream = (options: Options): Upstream => {
  const { url, timeoutMs = REPLY_TIMEOUT_MS, connections = 128 } = options
  const pool = new Pool(new URL(url).origin, {
    connections,
    pipelining: 1,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 30_000,
  })
  return {
    forward(request, response, forwarding) {
      const sendsBody = hasBody(request)
      const headers = { ...forwarding.headers }
      if (!sendsBody) delete headers['content-length']
      const handler = exchange(options, request, response, forwarding)
      try {
        pool.dispatch(
          {
            path: forwarding.path,
            method: (request.method ?? 'GET') as Dispatcher.HttpMethod,
            headers,
            body: sendsBody ? measuredBody(request, forwarding.largestBody) : null,
          },
          handler,
        )
      } catch (error) {
        const reason = error instanceof Error ? error : new Error(String(error))
        handler.onResponseError?.({} as Dispatcher.DispatchController, reason)
      }
    },
    async get(path, headers) {
      const signal = AbortSignal.timeout(READ_TIMEOUT_MS)
      const reply = await pool.request({ path, method: 'GET', headers, signal })
      const body = Buffer.from(await reply.body.arrayBuffer())
      const { 'content-type': contentType, 'cache-control': cacheControl } = reply.headers
      return { status: reply.statusCode, contentType: String(contentType), cacheControl: String(cacheControl), body }
    },
    close: () => pool.destroy(),
  }
}
