import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import helmet, { type HelmetOptions } from 'helmet'

/** Mantine writes style tags at runtime, so styles may be inline; scripts never. */
const policies = (isSecure: boolean): HelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      scriptSrcAttr: ["'none'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
      fontSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      ...(isSecure ? { upgradeInsecureRequests: [] } : {}),
    },
  },
  // With helmet's `no-referrer` a browser posts the sign-in form with `Origin: null`.
  referrerPolicy: { policy: 'same-origin' },
  strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  crossOriginEmbedderPolicy: false,
  xFrameOptions: { action: 'deny' },
})

export type Headers = readonly (readonly [name: string, value: string])[]

/** Helmet writes its headers once; on a request they cost no more than being set. */
export const securityHeaders = (isSecure: boolean): Headers => {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(policies(isSecure))(response.req, response, (error) => {
    if (error) throw error
  })
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)])
}

/**
 * Sets what every reply says, on the raw one: what the service, or the framework, says of the same goes before. Whoever
 * answers says how long that is good for; what nobody says it of (errors, health, redirects) is for now alone.
 */
export const setCommonHeaders = (response: ServerResponse, security: Headers, requestId: string): void => {
  for (const [name, value] of security) response.setHeader(name, value)
  response.setHeader('cache-control', 'no-store')
  response.setHeader('x-request-id', requestId)
}

/**
 * Sets them on what the framework sends, as late as can be. What is answered from memory, or by a service of this process,
 * has its own way.
 */
export const commonHeaders = fp(
  async (app: FastifyInstance, { headers }: { headers: Headers }) => {
    app.addHook('onSend', (request, reply, payload, done) => {
      setCommonHeaders(reply.raw, headers, request.id)
      done(null, payload)
    })
  },
  { name: 'common-headers' },
)
