import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { routeNotFound } from '../http/error-replies.ts'
import { requestedOf, UNPARSABLE, withEscapedPercents, withoutLastSlash } from '../routing/find-route.ts'
import { serveWebApp, type WebAppOptions } from './web-app.ts'

/** Whether the request is a navigation of a browser; scripts that fetch do not accept HTML. */
const wantsPage = (accept: string | undefined): boolean => accept?.includes('text/html') ?? false

/** Serves all paths without another route: the web app, and redirects from misspelt page addresses. */
export const pages = fp(
  async (app: FastifyInstance, options: WebAppOptions) => {
    const webApp = await serveWebApp(app, options)
    await app.register(async (rest) => {
      rest.removeAllContentTypeParsers()
      rest.addContentTypeParser('*', (_request, _payload, done) => done(null))
      rest.all('/*', async (request, reply) => {
        if (request.url !== UNPARSABLE) return webApp(request, reply, requestedOf(request.raw).path.segments)
        const { originalUrl, headers } = request
        const page =
          withoutLastSlash(originalUrl) ?? (wantsPage(headers.accept) ? withEscapedPercents(originalUrl) : undefined)
        if (page) return reply.redirect(page, 308)
        throw routeNotFound()
      })
    })
  },
  { name: 'pages' },
)
