import type { IncomingMessage } from 'node:http'
import { type Readable, Transform } from 'node:stream'
import { tooLarge } from '@purple-sector/service-kit/errors'

/** Whether the request has a body; the body of a GET is ignored. */
export const announcesBody = ({ method, headers }: IncomingMessage): boolean =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

/** Streams the body; one without announced length fails with 413 as soon as it exceeds `largest`. */
export const limitBody = (request: IncomingMessage, maxBytes: number): Readable => {
  if (request.headers['transfer-encoding'] === undefined) return request
  let received = 0
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length
      if (received > maxBytes) done(tooLarge())
      else done(null, chunk)
    },
  })
  request.once('close', () => {
    if (!request.readableEnded) body.destroy()
  })
  return request.pipe(body)
}
