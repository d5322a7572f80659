import { applyGroup } from '@purple-sector/contracts/tipping/internal'
import type { Database, Transaction } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import type { Published } from './published.ts'
import { endsMemberships, type Tipping } from './tipping-client.ts'

const BATCH_SIZE = 100
const INTERVAL_MS = 5_000
/** Longer than a push takes: a younger row is still being pushed by the request that ended the membership. */
const IS_ABANDONED = "committed_at <= clock_timestamp() - interval '15 seconds'"

/** Age from which the failure of a row is logged as an error. */
const OVERDUE_AFTER_MS = 60_000

/** A membership that a request ends, or a whole group without `userId`. */
export type MembershipEnd = { groupId: number; userId?: string }

type Row = { id: string; published: unknown; committed_at: Date }

/**
 * Committed ends of memberships that tipping may not have applied.
 * They are stored, so that a repeated request, which finds no membership any more, also gets its reply only after
 * tipping has applied the end, even if the process that committed it has stopped.
 */
export const pendingMembershipEnds = (database: Database, tipping: Pick<Tipping, 'applyGroup'>) => {
  const remove = async (id: string): Promise<void> => {
    await database('pending_membership_ends').where({ id }).delete()
  }
  const pushAndRemove = async ({ id, published }: Row): Promise<void> => {
    const states: Published = applyGroup.request.parse(published)
    await tipping.applyGroup(states)
    await remove(id)
  }
  const select = () => database('pending_membership_ends').orderBy('id').select('id', 'published', 'committed_at')
  const findAbandoned = (afterId: string): PromiseLike<Row[]> =>
    select().where('id', '>', afterId).whereRaw(IS_ABANDONED).limit(BATCH_SIZE)

  return {
    /** Stores the memberships that a write has ended, in its transaction; undefined if it ended none. */
    async store(sql: Transaction, published: Published | undefined): Promise<string | undefined> {
      if (!published || !endsMemberships(published)) return undefined
      const { group, memberships } = published
      const [first] = memberships
      const [row] = await sql('pending_membership_ends')
        .insert({
          group_id: group?.data.id ?? first?.data.groupId,
          user_id: group?.data.deleted ? null : (first?.data.userId ?? null),
          published: JSON.stringify(published),
        })
        .returning('id')
      return row.id
    },

    remove,

    /** Pushes the pending ends of one membership and of its whole group; throws 503 if tipping is unavailable. */
    async pushPending({ groupId, userId }: MembershipEnd): Promise<void> {
      const rows: Row[] = await select()
        .where({ group_id: groupId })
        .where((either) => {
          either.whereNull('user_id')
          if (userId !== undefined) either.orWhere({ user_id: userId })
        })
      for (const row of rows) await pushAndRemove(row)
    },

    /** Pushes every abandoned row; a row that fails stays for the next sweep and does not block other rows. */
    async sweep(log: Logger): Promise<void> {
      let rows = await findAbandoned('0')
      while (rows.length > 0) {
        for (const row of rows)
          await pushAndRemove(row).catch((error: unknown) => {
            const isOverdue = Date.now() - row.committed_at.getTime() > OVERDUE_AFTER_MS
            const level = isOverdue ? 'error' : 'warn'
            log[level](
              { event: 'membership_end.push_failed', err: error, membershipEndId: row.id },
              'Push of an ended membership to tipping failed; retrying with the next sweep',
            )
          })
        rows = await findAbandoned(rows.at(-1)?.id ?? '0')
      }
    },
  }
}

export type PendingMembershipEnds = ReturnType<typeof pendingMembershipEnds>

/** Starts pushing the rows of processes that have stopped. */
export const startMembershipEndSweep = (
  { database, log }: { database: Database; log: Logger },
  membershipEnds: PendingMembershipEnds,
): BackgroundTask =>
  runDueTasks({ database, log }, INTERVAL_MS, {
    name: 'push of ended memberships',
    due: `select from pending_membership_ends where ${IS_ABANDONED}`,
    work: () => membershipEnds.sweep(log),
  })
