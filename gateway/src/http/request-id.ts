import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** The id of a request in logs and errors: the client's `x-request-id`, if it is valid, else a new one. */
export const requestIdOf = ({ headers }: IncomingMessage): string => {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID()
}
