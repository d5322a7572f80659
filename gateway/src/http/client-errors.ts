import { AppError } from '@purple-sector/service-kit/errors'

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
