import type { ServerResponse } from 'node:http'

/** Pages of others may read it and what goes with it; there is nothing of anybody's in it. */
const SHARED = [
  ['access-control-allow-origin', '*'],
  ['access-control-expose-headers', 'ETag, Retry-After'],
] as const

export const setOpenHeaders = (response: ServerResponse): void => {
  for (const [name, value] of SHARED) response.setHeader(name, value)
}

/** What a browser asks before a page of others may say which copy it has. */
export const answerPreflight = (response: ServerResponse): void => {
  response.setHeader('access-control-allow-methods', 'GET, HEAD')
  response.setHeader('access-control-allow-headers', 'If-None-Match')
  response.setHeader('access-control-max-age', '86400')
  response.writeHead(204).end()
}
