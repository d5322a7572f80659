import { engagementRoutes } from '@purple-sector/contracts/engagement/routes'
import type { Database } from '@purple-sector/database'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { retryUntilReplicated } from '@purple-sector/service-kit/calls/retry-until-replicated'
import type { FastifyRequest } from 'fastify'
import { requireWeekend } from '../projections/weekend-projection.ts'
import { castVote } from './cast-vote.ts'
import { coalesceReads } from './coalesce-reads.ts'
import { pollReadModel } from './poll-read-model.ts'

/** Registers `/api/driver-poll*`, the poll for the best driver of a weekend. */
export const pollRoutes = (dependencies: { database: Database }) => async (app: App) => {
  const { database } = dependencies
  const cast = castVote(database)
  const polls = pollReadModel(database)
  // Many screens open at once, each reads results and statistics.
  const result = coalesceReads(polls.result)
  const assertWeekendKnown = (request: FastifyRequest, weekendId: number) =>
    retryUntilReplicated(() => requireWeekend(database, weekendId), callerOf(request).userId)

  registerRoute(app, engagementRoutes.castVote, (request) =>
    retryUntilReplicated(() => cast(callerOf(request), request.body), callerOf(request).userId),
  )

  registerRoute(app, engagementRoutes.findVote, async (request) => {
    const { weekendId } = request.params
    await assertWeekendKnown(request, weekendId)
    return polls.voteOf(callerOf(request).userId, weekendId)
  })

  registerRoute(app, engagementRoutes.listPollResults, async (request) => {
    const { weekendId } = request.params
    await assertWeekendKnown(request, weekendId)
    return (await result(weekendId)).results
  })

  registerRoute(app, engagementRoutes.findPollStats, async (request) => {
    const { weekendId } = request.params
    await assertWeekendKnown(request, weekendId)
    return (await result(weekendId)).stats
  })
}
