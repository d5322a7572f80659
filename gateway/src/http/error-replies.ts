import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { ErrorBody } from '@purple-sector/contracts/common'
import { AppError, notFound, STATUS_OF } from '@purple-sector/service-kit/errors'

/** 404: no route matches. */
export const routeNotFound = (): AppError => notFound('NOT_FOUND', 'There’s nothing at this address.')

/** 408: the request did not arrive in time. */
export const tooSlow = (): AppError =>
  new AppError('too-slow', 'REQUEST_TOO_SLOW', 'The request took too long to arrive. Please try again.')

/** Maps an error of Node's HTTP parser to an `AppError`. */
export const clientError = (code: string | undefined): AppError => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return tooSlow()
  if (code === 'HPE_HEADER_OVERFLOW')
    return new AppError('headers-too-large', 'HEADERS_TOO_LARGE', 'The headers of the request are too large.')
  return new AppError('bad-request', 'BAD_REQUEST', 'This is not an HTTP request.')
}

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
