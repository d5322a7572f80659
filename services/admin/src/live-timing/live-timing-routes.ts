import type { LiveTimingStatus } from '@purple-sector/contracts/admin/http'
import { adminRoutes } from '@purple-sector/contracts/admin/routes'
import { OPEN_SOCKETS } from '@purple-sector/contracts/sockets'
import { type App, callerOf, type Platform, registerRoute } from '@purple-sector/service-kit'
import { MAX_PUSHES_IN_10_S } from '@purple-sector/service-kit/data/parsing-limits'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import { rateLimit } from '@purple-sector/service-kit/http/rate-limit'
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
  ({ database, cache, latestTimings, acceptSnapshot, readOrder, keys }: Dependencies) =>
  async (app: App) => {
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

    const status = async (): Promise<LiveTimingStatus> => {
      const [timing, clientCount] = await Promise.all([liveTimingRepository(database).find(), sockets.sum()])
      return { ...timing, clientCount: clientCount ?? null }
    }

    registerRoute(app, adminRoutes.findLiveTimingStatus, status)

    registerRoute(app, adminRoutes.pauseLiveTiming, async (request) => {
      await pause(callerOf(request), true)
      return status()
    })

    registerRoute(app, adminRoutes.resumeLiveTiming, async (request) => {
      await pause(callerOf(request), false)
      await resume()
      return status()
    })

    registerRoute(app, adminRoutes.pushSnapshot, ({ params, body }) => acceptSnapshot(params.raceId, body), {
      acceptsKey: ({ headers }) => keyOf(headers.authorization) !== undefined,
      // Counts each key or administrator, before the body is read.
      onRequest: ({ identity, headers }) => pushes.count(identity?.userId ?? keyOf(headers.authorization) ?? ''),
    })

    registerRoute(app, adminRoutes.findTiming, async ({ params }, reply) => {
      const timing = await timingOf(params.raceId)
      setLastChanged(reply, timing.at)
      return timing
    })

    registerRoute(app, adminRoutes.readTimingHistory, async ({ params }, reply) => {
      const { history, changedAt } = await historyOf(params.raceId)
      setLastChanged(reply, changedAt)
      return history
    })

    registerRoute(app, adminRoutes.readLastOrder, async ({ params }) => (await readOrder(params.id)).parsed)
  }
