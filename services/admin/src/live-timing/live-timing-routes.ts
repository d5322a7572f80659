import { type LiveTimingStatus, liveTimingStatusSchema } from '@purple-sector/contracts/admin/http'
import { errorResponses } from '@purple-sector/contracts/common'
import { OPEN_SOCKETS } from '@purple-sector/contracts/sockets'
import { callerOf, type Platform } from '@purple-sector/service-kit'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { liveTimingRepository } from './live-timing.ts'
import { pauseLiveTiming } from './pause-live-timing.ts'

type Dependencies = Pick<Platform, 'database' | 'cache'>

/** How live timing stands, for everybody signed in; administrators pause it and let it go on. */
export const liveTimingRoutes =
  ({ database, cache }: Dependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const sockets = cache.tally(OPEN_SOCKETS)
    const pause = pauseLiveTiming({ database })
    const schema = { response: { 200: liveTimingStatusSchema, ...errorResponses } }
    const config = { access: 'admin' } as const

    const status = async (): Promise<LiveTimingStatus> => {
      const [timing, clientCount] = await Promise.all([liveTimingRepository(database).find(), sockets.total()])
      return { ...timing, clientCount: clientCount ?? null }
    }

    app.get('/api/live-timing/status', { schema }, status)

    for (const [path, isPaused] of [
      ['/api/live-timing/pause', true],
      ['/api/live-timing/resume', false],
    ] as const)
      app.post(path, { config, schema }, async (request) => {
        await pause(callerOf(request), isPaused)
        return status()
      })
  }
