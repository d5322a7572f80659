import { ownReactionsChanged } from '@purple-sector/contracts/engagement/events'
import type { ReactBody, Reacted } from '@purple-sector/contracts/engagement/http'
import type { Database, Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import type { Caller, Reply } from '@purple-sector/service-kit'
import { retryUntilReplicated } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { updateAchievements } from '../achievements/update-achievements-sql.ts'
import { awardDailyPoints } from '../points/award-points-sql.ts'
import { reactionReadModel } from './reaction-read-model.ts'
import { toggleReaction } from './reaction-repository.ts'
import { lockReactionSubject, subjectOf } from './subject-repository.ts'

/** Runs a write idempotently, so that a repeated request is not a second click. */
type WriteMode = (sql: Transaction, write: () => Promise<Reply<Reacted>>) => Promise<Reply<Reacted>>

/**
 * Adds a user's reaction to a result or a message, or removes it if it exists.
 *
 * Points are awarded once; adding the reaction again after removing it earns none.
 */
export const react =
  ({ database }: { database: Database }) =>
  ({ userId }: Caller, { weekendId, reaction, subject }: ReactBody, writeMode: WriteMode): Promise<Reply<Reacted>> =>
    retryUntilReplicated(() =>
      database.transaction((sql) =>
        writeMode(sql, async () => {
          const { groupId } = await lockReactionSubject(sql, subject, { userId, weekendId })
          const reactedAt = await toggleReaction(sql, { subject, userId, reaction, weekendId, groupId })
          const cause = `reaction/${subjectOf(subject)}/${reaction}`
          if (reactedAt) {
            await awardDailyPoints(sql, [{ userId, weekendId, kind: 'reaction', cause, at: reactedAt }])
            await updateAchievements(sql, userId, weekendId)
          }
          const body = await reactionReadModel(sql, userId).ofSubject(subject)
          const { yours } = body
          await outbox(sql).append(ownReactionsChanged, { userId, weekendId, groupId, subject, yours })
          return { status: reactedAt ? 201 : 200, body }
        }),
      ),
    )
