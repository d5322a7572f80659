import type { ServerResponse } from 'node:http'
import type { App } from '@purple-sector/service-kit'
import type { Forwarding, Upstream } from './upstream.ts'

/** Holds what the service writes until `beforeReply` is through; Node sends headers with the first byte of the body. */
const holdReply = (response: ServerResponse, beforeReply: NonNullable<Forwarding['beforeReply']>): void => {
  const { write, end } = response
  const held: (() => void)[] = []
  const release = () => {
    Object.assign(response, { write, end })
    for (const send of held) send()
    if (!response.writableEnded) response.emit('drain')
  }
  const hold = (send: () => void) => {
    held.push(send)
    if (held.length === 1) Promise.resolve(beforeReply(response.statusCode)).then(release, release)
  }
  Object.assign(response, {
    write: (...part: Parameters<typeof write>) => {
      hold(() => write.apply(response, part))
      return false
    },
    end: (...part: Parameters<typeof end>) => {
      hold(() => end.apply(response, part))
      return response
    },
  })
}

/**
 * A service of this process: its router gets the very request and reply, so nothing is copied and nothing is queued.
 * The app must be ready.
 */
export const inProcessUpstream = (app: App): Upstream => ({
  forward(request, response, { path, headers, beforeReply }) {
    const encoding = request.headers['transfer-encoding']
    request.url = path
    request.headers = encoding === undefined ? headers : { ...headers, 'transfer-encoding': encoding }
    if (beforeReply) holdReply(response, beforeReply)
    app.routing(request, response)
  },
  async get(path, headers) {
    const { statusCode, headers: given, rawPayload } = await app.inject({ method: 'GET', url: path, headers })
    const { 'content-type': contentType, 'cache-control': cacheControl } = given
    return {
      status: statusCode,
      contentType: String(contentType),
      cacheControl: String(cacheControl),
      body: rawPayload,
    }
  },
  close: async () => {},
})
