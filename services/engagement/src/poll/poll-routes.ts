import { errorResponses, weekendIdParams } from '@purple-sector/contracts/common'
import { pollResultSchema, pollStatsSchema, voteBody, voteSchema } from '@purple-sector/contracts/engagement/http'
import { findPoll } from '@purple-sector/contracts/engagement/internal'
import type { Database } from '@purple-sector/database'
import { type App, callerOf, registerInternalRoute } from '@purple-sector/service-kit'
import { retryUntilReplicated } from '@purple-sector/service-kit/calls/retry-until-replicated'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { requireWeekend } from '../projections/weekend-projection.ts'
import { castVote } from './cast-vote.ts'
import { coalesceReads } from './coalesce-reads.ts'
import { pollReadModel } from './poll-read-model.ts'

/** Registers `/api/driver-poll*`, the poll for the best driver of a weekend. */
export const pollRoutes = (database: Database) => async (app: App) => {
  const cast = castVote(database)
  const polls = pollReadModel(database)
  // Many screens open at once, each reads results and statistics.
  const result = coalesceReads(polls.result)
  const assertWeekendKnown = (request: FastifyRequest, weekendId: number) =>
    retryUntilReplicated(() => requireWeekend(database, weekendId), callerOf(request).userId)
  const pollRoute = <Reply extends z.ZodType>(reply: Reply) => ({
    schema: { params: weekendIdParams, response: { 200: reply, ...errorResponses } },
  })

  app.post(
    '/api/driver-poll',
    { schema: { body: voteBody, response: { 200: voteSchema, ...errorResponses } } },
    (request) => retryUntilReplicated(() => cast(callerOf(request), request.body), callerOf(request).userId),
  )

  app.get('/api/driver-poll/:weekendId/user', pollRoute(voteSchema.nullable()), async (request) => {
    const { weekendId } = request.params
    await assertWeekendKnown(request, weekendId)
    return polls.voteOf(callerOf(request).userId, weekendId)
  })

  app.get('/api/driver-poll/:weekendId/results', pollRoute(z.array(pollResultSchema)), async (request) => {
    const { weekendId } = request.params
    await assertWeekendKnown(request, weekendId)
    return (await result(weekendId)).results
  })

  app.get('/api/driver-poll/:weekendId/stats', pollRoute(pollStatsSchema), async (request) => {
    const { weekendId } = request.params
    await assertWeekendKnown(request, weekendId)
    return (await result(weekendId)).stats
  })

  registerInternalRoute(app, findPoll, ({ params: { weekendId } }) => polls.result(weekendId))
}
