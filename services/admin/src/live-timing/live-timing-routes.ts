import { type LiveTimingStatus, liveTimingStatusSchema } from '@purple-sector/contracts/admin/http'
import { parsedImportSchema } from '@purple-sector/contracts/admin/imports'
import {
  snapshotBody,
  snapshotReplySchema,
  timingHistorySchema,
  timingRaceParams,
  timingSchema,
} from '@purple-sector/contracts/admin/live-timing'
import { errorResponses, idParams } from '@purple-sector/contracts/common'
import { OPEN_SOCKETS } from '@purple-sector/contracts/sockets'
import { callerOf, type Platform } from '@purple-sector/service-kit'
import { MAX_PUSHES_IN_10_S, MAX_SNAPSHOT_CHARS } from '@purple-sector/service-kit/data/parsing-limits'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import { rateLimit } from '@purple-sector/service-kit/http/rate-limit'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { AcceptSnapshot } from './accept-snapshot.ts'
import type { LatestTimings } from './latest-timings.ts'
import { liveTimingRepository } from './live-timing-repository.ts'
import { pauseLiveTiming } from './pause-live-timing.ts'
import type { readLastOrder } from './read-last-order.ts'
import { resumeTimings } from './resume-timings.ts'
import { timingKeys } from './timing-keys.ts'
import { visibleHistory, visibleTiming } from './visible-timing.ts'

type Dependencies = Pick<Platform, 'database' | 'cache'> & {
  latestTimings: LatestTimings
  acceptSnapshot: AcceptSnapshot
  readOrder: ReturnType<typeof readLastOrder>
  keys: readonly string[]
}

/**
 * Routes of live timing: status for every signed-in user, pause and resume for administrators, snapshots for programs.
 */
export const liveTimingRoutes =
  ({ database, cache, latestTimings, acceptSnapshot, readOrder, keys }: Dependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const sockets = cache.gauge(OPEN_SOCKETS)
    const pause = pauseLiveTiming({ database })
    const resume = resumeTimings({ database, latestTimings })
    const timingOf = visibleTiming(latestTimings)
    const historyOf = visibleHistory({ database, latestTimings })
    const keyOf = timingKeys(keys)
    const pushes = rateLimit(cache, {
      name: 'timing-pushes',
      limit: MAX_PUSHES_IN_10_S,
      windowMs: 10_000,
      refusal: 'Too many snapshots. Please send at most 500 in ten seconds.',
    })
    const schema = { response: { 200: liveTimingStatusSchema, ...errorResponses } }
    const config = { access: 'admin' } as const

    const status = async (): Promise<LiveTimingStatus> => {
      const [timing, clientCount] = await Promise.all([liveTimingRepository(database).find(), sockets.sum()])
      return { ...timing, clientCount: clientCount ?? null }
    }

    app.get('/api/live-timing/status', { schema }, status)

    app.post('/api/live-timing/pause', { config, schema }, async (request) => {
      await pause(callerOf(request), true)
      return status()
    })

    app.post('/api/live-timing/resume', { config, schema }, async (request) => {
      await pause(callerOf(request), false)
      await resume()
      return status()
    })

    app.post(
      '/api/live-timing/races/:raceId/snapshots',
      {
        config: { ...config, acceptsKey: ({ headers }) => keyOf(headers.authorization) !== undefined },
        bodyLimit: MAX_SNAPSHOT_CHARS,
        // Counts each key or administrator, before the body is read.
        onRequest: ({ identity, headers }) => pushes.count(identity?.userId ?? keyOf(headers.authorization) ?? ''),
        schema: {
          params: timingRaceParams,
          body: snapshotBody,
          response: { 200: snapshotReplySchema, ...errorResponses },
        },
      },
      ({ params, body }) => acceptSnapshot(params.raceId, body),
    )

    app.get(
      '/api/live-timing/races/:raceId',
      { schema: { params: timingRaceParams, response: { 200: timingSchema, ...errorResponses } } },
      async ({ params }, reply) => {
        const timing = await timingOf(params.raceId)
        setLastChanged(reply, timing.at)
        return timing
      },
    )

    app.get(
      '/api/live-timing/races/:raceId/history',
      { schema: { params: timingRaceParams, response: { 200: timingHistorySchema, ...errorResponses } } },
      async ({ params }, reply) => {
        const { history, changedAt } = await historyOf(params.raceId)
        setLastChanged(reply, changedAt)
        return history
      },
    )

    app.get(
      '/api/admin/races/:id/results/timing',
      { config, schema: { params: idParams, response: { 200: parsedImportSchema, ...errorResponses } } },
      async ({ params }) => (await readOrder(params.id)).parsed,
    )
  }
