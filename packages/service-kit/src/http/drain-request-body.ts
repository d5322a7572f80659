import type { IncomingMessage } from 'node:http'

const TIMEOUT_MS = 2_000

/**
 * Discards the rest of a rejected request's body for up to 2 s, so that the client gets to read the reply.
 *
 * Closes the connection of a client that has not finished sending after this time.
 */
export const drainRequestBody = (request: IncomingMessage): void => {
  if (request.complete || request.destroyed) return
  request.unpipe()
  request.resume()
  const timeout = setTimeout(() => request.destroy(), TIMEOUT_MS).unref()
  const finish = (): void => clearTimeout(timeout)
  request.once('end', finish).once('close', finish)
}
