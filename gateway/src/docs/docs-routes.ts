import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { Logger } from '@purple-sector/service-kit'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { mergeOpenapi } from './merged-openapi.ts'

const KEPT_MS = 5_000

type Options = { services: readonly string[]; openapi(service: string): Promise<unknown>; log: Logger }

/** `/api/docs`: the documents of all services as one, for people and (`/api/docs/json`) for machines. */
export const docsRoutes = async (app: FastifyInstance, { services, openapi, log }: Options): Promise<void> => {
  const ask = async (service: string): Promise<unknown[]> => {
    try {
      const document = await openapi(service)
      return document === undefined ? [] : [document]
    } catch (error) {
      log.warn({ err: error, service }, 'a service did not tell its interface')
      return []
    }
  }
  const documents = new LRUCache<'merged', Record<string, unknown>>({
    max: 1,
    ttl: KEPT_MS,
    fetchMethod: async () => mergeOpenapi((await Promise.all(services.map(ask))).flat()),
  })
  let merged: Record<string, unknown> = mergeOpenapi([])

  await app.register(swagger, { openapi: { info: { title: 'Purple Sector', version: '1' } } })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { docExpansion: 'none' },
    uiHooks: {
      onRequest: async () => {
        merged = await documents.forceFetch('merged')
      },
    },
    transformSpecificationClone: false,
    transformSpecification: () => merged,
  })
}
