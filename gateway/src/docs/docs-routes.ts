import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { ROUTES } from '@purple-sector/contracts/all-routes'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { IsInstalled } from '../pipeline/authenticate.ts'
import { type CachedDocument, createCachedDocument, sendDocument } from './cached-document.ts'
import { openapiOf } from './openapi.ts'

const PREFIX = '/api/docs'
/** Paths of the document, with their types; JSON is valid YAML (YAML 1.2). */
const TYPES = new Map([
  [`${PREFIX}/json`, 'application/json; charset=utf-8'],
  [`${PREFIX}/yaml`, 'application/x-yaml'],
])

/** `/api/docs`: the OpenAPI document of the installed services, for people and (`/api/docs/json`) for programs. */
export const docs = fp(
  async (app: FastifyInstance, { isInstalled }: { isInstalled: IsInstalled }) => {
    let document: Promise<CachedDocument> | undefined
    const findDocument = (): Promise<CachedDocument> => {
      document ??= openapiOf(ROUTES.filter(isInstalled))
        .then(createCachedDocument)
        .catch((error) => {
          // The next request tries again.
          document = undefined
          throw error
        })
      return document
    }

    await app.register(swagger, { openapi: { info: { title: 'Purple Sector', version: '1' } } })
    await app.register(swaggerUi, {
      routePrefix: PREFIX,
      uiConfig: { docExpansion: 'none' },
      uiHooks: {
        // Replaces the plugin's handlers, which would serialize the document for each request.
        async onRequest(request, reply) {
          const type = TYPES.get(request.routeOptions.url ?? '')
          if (type === undefined) return
          await sendDocument(request, reply, { document: await findDocument(), type })
        },
      },
    })
  },
  { name: 'docs' },
)
