import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { Logger } from '@purple-sector/service-kit'
import type { FastifyInstance } from 'fastify'
import { keptAnswers } from '../reads/kept-answers.ts'
import { mergeOpenapi } from './merged-openapi.ts'

const KEPT_MS = 5_000

type Options = { services: readonly string[]; openapi(service: string): Promise<unknown>; log: Logger }

/** `/api/docs`: the documents of all services as one, for people and (`/api/docs/json`) for machines. */
export const docsRoutes = async (app: FastifyInstance, { services, openapi, log }: Options): Promise<void> => {
  const kept = keptAnswers<Record<string, unknown>>({ ttlMs: KEPT_MS, limit: 1 })
  const ask = async (service: string): Promise<unknown[]> => {
    try {
      const document = await openapi(service)
      return document === undefined ? [] : [document]
    } catch (error) {
      log.warn({ err: error, service }, 'a service did not tell its interface')
      return []
    }
  }
  let merged: Record<string, unknown> = mergeOpenapi([])

  await app.register(swagger, { openapi: { info: { title: 'Purple Sector', version: '1' } } })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { docExpansion: 'none' },
    uiHooks: {
      onRequest: async () => {
        merged = await kept.get('all', async () => mergeOpenapi((await Promise.all(services.map(ask))).flat()))
      },
    },
    transformSpecificationClone: false,
    transformSpecification: () => merged,
  })
}
