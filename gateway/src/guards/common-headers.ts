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

/** Computes Helmet's headers once, so that each request only sets them. */
export const securityHeaders = (isSecure: boolean): Headers => {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(policies(isSecure))(response.req, response, (error) => {
    if (error) throw error
  })
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)])
}

/**
 * Sets the headers of every reply on the raw response; those of the service or the framework take precedence.
 * Each handler sets its `cache-control`; replies without one (errors, health, redirects) are not stored.
 */
export const setCommonHeaders = (response: ServerResponse, security: Headers, requestId: string): void => {
  for (const [name, value] of security) response.setHeader(name, value)
  response.setHeader('cache-control', 'no-store')
  response.setHeader('x-request-id', requestId)
}

/**
 * Sets the common headers on replies of the framework, as late as possible.
 * Replies from memory, or of a service of this process, set them elsewhere.
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
