import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { ErrorBody } from '@purple-sector/contracts/common'
import { type AppError, STATUS_OF } from '@purple-sector/service-kit/errors'

/** The error body as text, with its status. */
export const errorReply = (error: AppError, requestId: string): { status: number; body: string } => {
  const body: ErrorBody = { code: error.code, message: error.message, requestId }
  return { status: STATUS_OF[error.kind], body: JSON.stringify(body) }
}

/** A complete raw HTTP error response that ends its connection, for a socket outside of Node's HTTP handling. */
export const rawErrorResponse = (error: AppError, requestId: string): string => {
  const { status, body } = errorReply(error, requestId)
  const retryAfter = error.retryAfterSeconds === undefined ? '' : `retry-after: ${error.retryAfterSeconds}\r\n`
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\nconnection: close\r\ncache-control: no-store\r\n` +
    `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${retryAfter}\r\n${body}`
  )
}

/** Replies to a hijacked request with an error body; destroys the connection if a reply has begun. */
export const writeError = (response: ServerResponse, error: AppError, requestId: string): void => {
  if (response.headersSent || response.writableEnded) {
    response.destroy()
    return
  }
  const { status, body } = errorReply(error, requestId)
  if (error.retryAfterSeconds !== undefined) response.setHeader('retry-after', String(error.retryAfterSeconds))
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}
