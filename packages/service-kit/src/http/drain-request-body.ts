import type { IncomingMessage } from 'node:http'

const TIMEOUT_MS = 2_000

/**
 * What a refused request goes on sending is thrown away for a moment, so that its sender comes to read the reply; who
 * has not finished by then is hung up on.
 */
export const drainRequestBody = (request: IncomingMessage): void => {
  if (request.complete || request.destroyed) return
  request.unpipe()
  request.resume()
  const timeout = setTimeout(() => request.destroy(), TIMEOUT_MS).unref()
  const isOver = (): void => clearTimeout(timeout)
  request.once('end', isOver).once('close', isOver)
}
