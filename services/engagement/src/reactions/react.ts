import { ownReactionsChanged } from '@purple-sector/contracts/engagement/events'
import type { ReactBody, Reacted } from '@purple-sector/contracts/engagement/http'
import type { Database, Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import type { Caller, Reply } from '@purple-sector/service-kit'
import { retryUntilReplicated } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { count } from '../achievements/count.ts'
import { awardDailyPoints } from '../points/award-points.ts'
import { reactionReadModel } from './reaction-read-model.ts'
import { toggleReaction } from './reaction-repository.ts'
import { holdReacted, subjectKey } from './subject-repository.ts'

/** Runs a write once for a request that is repeated: the repetition of a click is no second click. */
type WriteMode = (sql: Transaction, write: () => Promise<Reply<Reacted>>) => Promise<Reply<Reacted>>

/**
 * Somebody reacts to a result or a message, or takes the same reaction back. Points are for having given it: giving it
 * again after taking it back brings no more.
 */
export const react =
  ({ database }: { database: Database }) =>
  ({ userId }: Caller, { weekendId, reaction, subject }: ReactBody, once: WriteMode): Promise<Reply<Reacted>> =>
    retryUntilReplicated(() =>
      database.transaction((sql) =>
        once(sql, async () => {
          const { groupId } = await holdReacted(sql, subject, { userId, weekendId })
          const at = await toggleReaction(sql, { subject, userId, reaction, weekendId, groupId })
          const cause = `reaction/${subjectKey(subject)}/${reaction}`
          if (at) {
            await awardDailyPoints(sql, [{ userId, weekendId, kind: 'reaction', cause, at }])
            await count(sql, userId, weekendId)
          }
          const body = await reactionReadModel(sql, userId).ofSubject(subject)
          const { yours } = body
          await outbox(sql).append(ownReactionsChanged, { userId, weekendId, groupId, subject, yours })
          return { status: at ? 201 : 200, body }
        }),
      ),
    )
