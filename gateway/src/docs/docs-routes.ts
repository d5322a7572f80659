import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { Logger } from '@purple-sector/service-kit'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import { type CachedDocument, createCachedDocument, sendDocument } from './cached-document.ts'
import { mergeOpenapi } from './merged-openapi.ts'

/** The interface of a service changes only when the service is replaced. */
const TTL_MS = 30_000
/** TTL without the documents of all services. */
const INCOMPLETE_MS = 10_000
const PREFIX = '/api/docs'
/** Paths of the document, with their types; JSON is valid YAML (YAML 1.2). */
const TYPES = new Map([
  [`${PREFIX}/json`, 'application/json; charset=utf-8'],
  [`${PREFIX}/yaml`, 'application/x-yaml'],
])

type Options = { services: readonly string[]; openapi(service: string): Promise<unknown>; log: Logger }

/** `/api/docs`: the OpenAPI documents of all services merged, for people and (`/api/docs/json`) for programs. */
export const docs = fp(
  async (app: FastifyInstance, { services, openapi, log }: Options) => {
    const request = async (service: string): Promise<{ document?: unknown; isMissing?: true }> => {
      try {
        return { document: await openapi(service) }
      } catch (error) {
        log.warn(
          { event: 'openapi.fetch_failed', err: error, service },
          'OpenAPI document could not be fetched; omitted from /api/docs',
        )
        return { isMissing: true }
      }
    }
    const documents = new LRUCache<'merged', CachedDocument>({
      max: 1,
      fetchMethod: async (_key, _stale, { options }) => {
        const replies = await Promise.all(services.map(request))
        options.ttl = replies.some(({ isMissing }) => isMissing) ? INCOMPLETE_MS : TTL_MS
        return createCachedDocument(
          mergeOpenapi(replies.flatMap(({ document }) => (document === undefined ? [] : [document]))),
        )
      },
    })

    await app.register(swagger, { openapi: { info: { title: 'Purple Sector', version: '1' } } })
    await app.register(swaggerUi, {
      routePrefix: PREFIX,
      uiConfig: { docExpansion: 'none' },
      uiHooks: {
        // Replaces the plugin's handlers, which would serialize the document for each request.
        async onRequest(request, reply) {
          const type = TYPES.get(request.routeOptions.url ?? '')
          if (type === undefined) return
          await sendDocument(request, reply, { document: await documents.forceFetch('merged'), type })
        },
      },
    })
  },
  { name: 'docs' },
)
