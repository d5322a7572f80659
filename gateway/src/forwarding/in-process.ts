import type { ServerResponse } from 'node:http'
import type { App, Logger } from '@purple-sector/service-kit'
import { busy } from '@purple-sector/service-kit/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Headers, setCommonHeaders } from '../guards/common-headers.ts'
import { announcesBody } from './measured-body.ts'
import { writeError } from './raw-error.ts'
import { type Forwarding, logUnanswered, REPLY_TIMEOUT_MS } from './upstream.ts'

type Options = { headers: Headers; log: Logger; timeoutMs?: number }
/** Lets a service of this process answer the request, and hijacks the reply. */
export type ForwardInProcess = (request: FastifyRequest, reply: FastifyReply, app: App, forwarding: Forwarding) => void

/**
 * Forwards to services of this process: their router gets the same request and reply, without copy or queue.
 * A service that does not begin to answer in time is a 503; its later reply is dropped by its own framework.
 */
export const createInProcessForwarder = ({
  headers: ours,
  log,
  timeoutMs = REPLY_TIMEOUT_MS,
}: Options): ForwardInProcess => {
  const limitReplyTime = (
    { id, raw: request }: FastifyRequest,
    response: ServerResponse,
    forwarding: Forwarding,
  ): void => {
    // The client determines how long a body takes; that is limited elsewhere.
    let isBodyReceived = !announcesBody(request)
    const timeout = setTimeout(() => {
      if (response.headersSent) return
      if (!isBodyReceived) {
        isBodyReceived = request.complete
        timeout.refresh()
        return
      }
      const error = busy(new Error(`${forwarding.service} does not begin to answer`))
      logUnanswered(log, forwarding, error.cause)
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
    setCommonHeaders(reply.raw, ours, request.id)
    limitReplyTime(request, reply.raw, forwarding)
    raw.beforeReply = beforeReply
    app.routing(raw, reply.raw)
  }
}
