import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** The id of a request in logs and errors: the client's `x-request-id`, if it is valid, else a new one. */
export const requestIdOf = ({ headers }: IncomingMessage): string => {
  const clientId = headers['x-request-id']
  return typeof clientId === 'string' && /^[\w-]{1,64}$/.test(clientId) ? clientId : randomUUID()
}
