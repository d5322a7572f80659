import {
  carMatchSchema,
  matchCarsBody,
  pickSessionBody,
  sourceBody,
  sourcesQuery,
  timingFeedSchema,
  timingRaceParams,
  timingSourceSchema,
} from '@purple-sector/contracts/admin/live-timing'
import { errorResponses, noContent } from '@purple-sector/contracts/common'
import { callerOf } from '@purple-sector/service-kit'
import { badField } from '@purple-sector/service-kit/errors'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { LatestTimings } from '../live-timing/latest-timings.ts'
import { noSuchSource, pickSession, removeSource, type SourceDependencies, setSource } from './manage-source.ts'
import { matchCars } from './match-cars.ts'
import { readFeed } from './read-feed.ts'
import { sourceAddressFault } from './source-address.ts'
import { sourceRepository, sourceSettingsOf } from './source-repository.ts'

const RACE = '/api/live-timing/races/:raceId'
const config = { access: 'admin' } as const

type Options = SourceDependencies & {
  latestTimings: Pick<LatestTimings, 'latest'>
  /** Invalidates the cached cars and matches of a race. */
  invalidateEnteredCars(raceId: number): void
  allowPrivate: boolean
}

/** Routes of timing sources and their feed, for administrators. */
export const sourceRoutes =
  (options: Options): FastifyPluginAsyncZod =>
  async (app) => {
    const { database, allowPrivate } = options
    const sources = sourceRepository(database)
    const set = setSource(options)
    const remove = removeSource(options)
    const pick = pickSession(options)
    const match = matchCars(options)
    const feedOf = readFeed(options)
    const params = timingRaceParams

    app.get(
      '/api/live-timing/sources',
      {
        config,
        schema: { querystring: sourcesQuery, response: { 200: z.array(timingSourceSchema), ...errorResponses } },
      },
      ({ query }) => sources.ofWeekend(query.weekendId),
    )

    app.put(
      `${RACE}/source`,
      { config, schema: { params, body: sourceBody, response: { 200: timingSourceSchema, ...errorResponses } } },
      async (request) => {
        const settings = sourceSettingsOf(request.body)
        const { kind, url } = settings
        const fault = kind === 'push' || url === null ? undefined : sourceAddressFault(kind, url, { allowPrivate })
        if (fault) throw badField('url', fault)
        return set(callerOf(request), request.params.raceId, settings)
      },
    )

    app.get(
      `${RACE}/source`,
      { config, schema: { params, response: { 200: timingSourceSchema, ...errorResponses } } },
      async (request) => {
        const source = await sources.find(request.params.raceId)
        if (!source) throw noSuchSource()
        return source
      },
    )

    app.delete(
      `${RACE}/source`,
      { config, schema: { params, response: { 204: noContent, ...errorResponses } } },
      async (request, reply) => {
        await remove(callerOf(request), request.params.raceId)
        return reply.code(204).send(null)
      },
    )

    app.put(
      `${RACE}/source/session`,
      { config, schema: { params, body: pickSessionBody, response: { 200: timingSourceSchema, ...errorResponses } } },
      (request) => pick(callerOf(request), request.params.raceId, request.body.code),
    )

    app.get(
      `${RACE}/feed`,
      { config, schema: { params, response: { 200: timingFeedSchema, ...errorResponses } } },
      (request) => feedOf(request.params.raceId),
    )

    app.put(
      `${RACE}/cars`,
      {
        config,
        schema: { params, body: matchCarsBody, response: { 200: z.array(carMatchSchema), ...errorResponses } },
      },
      (request) => match(callerOf(request), request.params.raceId, request.body.matches),
    )
  }
