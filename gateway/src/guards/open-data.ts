import type { ServerResponse } from 'node:http'

/** CORS headers: pages of other sites may read open data, which contains no personal data. */
const SHARED = [
  ['access-control-allow-origin', '*'],
  ['access-control-expose-headers', 'ETag, Retry-After'],
] as const

export const setOpenHeaders = (response: ServerResponse): void => {
  for (const [name, value] of SHARED) response.setHeader(name, value)
}

/** Answers a preflight, so that pages of other sites may revalidate their copy. */
export const replyToPreflight = (response: ServerResponse): void => {
  response.setHeader('access-control-allow-methods', 'GET, HEAD')
  response.setHeader('access-control-allow-headers', 'If-None-Match')
  response.setHeader('access-control-max-age', '86400')
  response.writeHead(204).end()
}
