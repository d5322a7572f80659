import { MAX_REACTIONS_IN_10_S } from '@purple-sector/contracts/engagement/http'
import { engagementRoutes } from '@purple-sector/contracts/engagement/routes'
import { type App, callerOf, isReplay, type Platform, registerRoute, runIdempotent } from '@purple-sector/service-kit'
import { retryUntilReplicated } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import { rateLimit, slowDown } from '@purple-sector/service-kit/http/rate-limit'
import { requireMembership } from '../projections/group-projection.ts'
import { requireWeekend } from '../projections/weekend-projection.ts'
import { react } from './react.ts'
import { reactionReadModel } from './reaction-read-model.ts'

/** Registers the routes of reactions to results and messages. */
export const reactionRoutes =
  ({ database, cache }: Pick<Platform, 'database' | 'cache'>) =>
  async (app: App) => {
    const reactionLimit = rateLimit(cache, {
      name: 'reactions',
      limit: MAX_REACTIONS_IN_10_S,
      windowMs: 10_000,
      refusal: slowDown,
    })
    const toggle = react({ database })

    registerRoute(app, engagementRoutes.toggleReaction, async (request, reply) => {
      const caller = callerOf(request)
      if (!(await isReplay(database, request))) await reactionLimit.count(caller.userId)
      const { status, body } = await toggle(caller, request.body, (sql, write) => runIdempotent(sql, request, write))
      return reply.code(status === 201 ? 201 : 200).send(body)
    })

    registerRoute(app, engagementRoutes.listReactions, async (request, reply) => {
      const { weekendId } = request.params
      await retryUntilReplicated(() => requireWeekend(database, weekendId), callerOf(request).userId)
      const latest = await reactionReadModel(database, callerOf(request).userId).latest(weekendId)
      setLastChanged(reply, latest[0]?.createdAt)
      return latest
    })

    registerRoute(app, engagementRoutes.listReactedSubjects, async (request, reply) => {
      const { weekendId } = request.params
      const { userId } = callerOf(request)
      await retryUntilReplicated(() => requireWeekend(database, weekendId), callerOf(request).userId)
      const { type, ...room } = request.query
      const reactions = reactionReadModel(database, userId)
      const { groupId } = room
      if (groupId !== undefined) await retryUntilReplicated(() => requireMembership(database, groupId, userId), userId)
      const reacted =
        type === 'result' ? await reactions.ofResults(weekendId) : await reactions.ofMessages({ weekendId, ...room })
      // The newest of the whole weekend, because the number of reactions reveals what happens in it.
      setLastChanged(reply, await reactions.newestIn(weekendId))
      return reacted
    })
  }
