import { applyGroup } from '@purple-sector/contracts/tipping/internal'
import type { Database, Transaction } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import {
  ABANDONED_ENDS,
  type MembershipEnd,
  type PendingEnd,
  pendingMembershipEndRepository,
} from './pending-membership-end-repository.ts'
import type { Published } from './published.ts'
import { endsMemberships, type Tipping } from './tipping-client.ts'

const INTERVAL_MS = 5_000

/** Age from which the failure of a row is logged as an error. */
const OVERDUE_AFTER_MS = 60_000

/**
 * Committed ends of memberships that tipping may not have applied.
 * They are stored, so that a repeated request, which finds no membership any more, also gets its reply only after
 * tipping has applied the end, even if the process that committed it has stopped.
 */
export const pendingMembershipEnds = (database: Database, tipping: Pick<Tipping, 'applyGroup'>) => {
  const pending = pendingMembershipEndRepository(database)
  const pushAndRemove = async ({ id, published }: PendingEnd): Promise<void> => {
    const states: Published = applyGroup.request.parse(published)
    await tipping.applyGroup(states)
    await pending.remove(id)
  }

  return {
    /** Stores the memberships that a write has ended, in its transaction; undefined if it ended none. */
    async store(sql: Transaction, published: Published | undefined): Promise<string | undefined> {
      if (!published || !endsMemberships(published)) return undefined
      const { group, memberships } = published
      const [first] = memberships
      const groupId = group?.data.id ?? first?.data.groupId
      if (groupId === undefined) return undefined
      return pendingMembershipEndRepository(sql).add({
        groupId,
        userId: group?.data.deleted ? null : (first?.data.userId ?? null),
        published,
      })
    },

    remove: pending.remove,

    /** Pushes the pending ends of one membership and of its whole group; throws 503 if tipping is unavailable. */
    async pushPending(membership: MembershipEnd): Promise<void> {
      for (const end of await pending.listOf(membership)) await pushAndRemove(end)
    },

    /** Pushes every abandoned row; a row that fails stays for the next sweep and does not block other rows. */
    async sweep(log: Logger): Promise<void> {
      let ends = await pending.listAbandoned('0')
      while (ends.length > 0) {
        for (const end of ends)
          await pushAndRemove(end).catch((error: unknown) => {
            const isOverdue = Date.now() - end.committedAt.getTime() > OVERDUE_AFTER_MS
            const level = isOverdue ? 'error' : 'warn'
            log[level](
              { event: 'membership_end.push_failed', err: error, membershipEndId: end.id },
              'Push of an ended membership to tipping failed; retrying with the next sweep',
            )
          })
        ends = await pending.listAbandoned(ends.at(-1)?.id ?? '0')
      }
    },
  }
}

export type PendingMembershipEnds = ReturnType<typeof pendingMembershipEnds>

/** Starts pushing the ends of processes that have stopped. */
export const startMembershipEndSweep = (
  { database, log }: { database: Database; log: Logger },
  membershipEnds: PendingMembershipEnds,
): BackgroundTask =>
  runDueTasks({ database, log }, INTERVAL_MS, {
    name: 'push of ended memberships',
    due: ABANDONED_ENDS,
    work: () => membershipEnds.sweep(log),
  })
