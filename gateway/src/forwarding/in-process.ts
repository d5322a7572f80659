import type { ServerResponse } from 'node:http'
import type { App, Logger } from '@purple-sector/service-kit'
import { busy } from '@purple-sector/service-kit/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Headers, setCommonHeaders } from '../guards/common-headers.ts'
import { writeError } from '../http/error-replies.ts'
import { announcesBody, type Forwarding, logNoReply, REPLY_TIMEOUT_MS } from './upstream.ts'

type Options = { headers: Headers; log: Logger; timeoutMs?: number }
/** Passes the request to a service of this process, and hijacks the reply. */
export type ForwardInProcess = (request: FastifyRequest, reply: FastifyReply, app: App, forwarding: Forwarding) => void

/**
 * Forwards to services of this process: their router gets the same request and reply, without a copy or a queue.
 * Replies 503 if a service does not begin its reply in time; the service's framework then discards the late reply.
 */
export const createInProcessForwarder = ({
  headers: commonHeaders,
  log,
  timeoutMs = REPLY_TIMEOUT_MS,
}: Options): ForwardInProcess => {
  const limitReplyTime = (
    { id, raw: request }: FastifyRequest,
    response: ServerResponse,
    forwarding: Forwarding,
  ): void => {
    // The client determines how long a body takes; http/http-connection.ts limits it.
    let isBodyReceived = !announcesBody(request)
    const timeout = setTimeout(() => {
      if (response.headersSent) return
      if (!isBodyReceived) {
        isBodyReceived = request.complete
        timeout.refresh()
        return
      }
      const error = busy(new Error(`${forwarding.service} does not begin its reply`))
      logNoReply(log, forwarding, error.cause)
      writeError(response, error, id)
    }, timeoutMs)
    response.once('close', () => clearTimeout(timeout))
  }

  return (request, reply, app, forwarding) => {
    const { headers, beforeReply } = forwarding
    reply.hijack()
    const { raw } = request
    const encoding = raw.headers['transfer-encoding']
    raw.headers = encoding === undefined ? headers : { ...headers, 'transfer-encoding': encoding }
    setCommonHeaders(reply.raw, commonHeaders, request.id)
    limitReplyTime(request, reply.raw, forwarding)
    raw.beforeReply = beforeReply
    app.routing(raw, reply.raw)
  }
}
