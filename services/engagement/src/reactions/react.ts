import type { ReactBody, Reacted } from '@purple-sector/contracts/engagement/http'
import type { Database } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { awaitingEvents } from '@purple-sector/service-kit/not-here-yet'
import type { RateLimit } from '@purple-sector/service-kit/rate-limit'
import { count } from '../achievements/count.ts'
import { awardDailyPoints } from '../points/award-points.ts'
import { reactionReadModel } from './reaction-read-model.ts'
import { toggleReaction } from './reaction-repository.ts'
import { holdReacted, subjectKey } from './subject-repository.ts'

type Dependencies = { database: Database; pace: Pick<RateLimit, 'count'> }

/**
 * Somebody reacts to a result or a message, or takes the same reaction back. Points are for having given it: giving it
 * again after taking it back brings no more.
 */
export const react =
  ({ database, pace }: Dependencies) =>
  async (
    { userId }: Caller,
    { weekendId, reaction, subject }: ReactBody,
  ): Promise<{ isNew: boolean; reacted: Reacted }> => {
    await pace.count(userId)
    return awaitingEvents(() =>
      database.transaction(async (sql) => {
        const { groupId } = await holdReacted(sql, subject, { userId, weekendId })
        const at = await toggleReaction(sql, { subject, userId, reaction, weekendId, groupId })
        const cause = `reaction/${subjectKey(subject)}/${reaction}`
        if (at) {
          await awardDailyPoints(sql, { userId, weekendId, kind: 'reaction', cause, at })
          await count(sql, userId, weekendId)
        }
        return { isNew: at !== undefined, reacted: await reactionReadModel(sql, userId).ofSubject(subject) }
      }),
    )
  }
