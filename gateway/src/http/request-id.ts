import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** What a request is called in logs and errors: as its client calls it, where that is a name. */
export const requestIdOf = ({ headers }: IncomingMessage): string => {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID()
}
