import type { FastifyRequest } from 'fastify'

/** The address of the browser, as the gateway saw it. */
export const addressOf = (request: FastifyRequest): string => {
  const given = request.headers['x-client-address']
  return typeof given === 'string' ? given : request.ip
}
