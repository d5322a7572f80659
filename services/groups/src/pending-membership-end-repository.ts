import { type Database, type Transaction, table } from '@purple-sector/database'

/** A membership that a request ends, or a whole group without `userId`. */
export type MembershipEnd = { groupId: number; userId?: string }

type Row = { id: string; published: unknown; committed_at: Date }

/** The states of an ended membership that tipping may not have applied. */
export type PendingEnd = { id: string; published: unknown; committedAt: Date }

const BATCH_SIZE = 100
/** Longer than a push takes: a younger row is still being pushed by the request that ended the membership. */
const IS_ABANDONED = "committed_at <= clock_timestamp() - interval '15 seconds'"

/** SQL: whether ends of memberships are abandoned. */
export const ABANDONED_ENDS = `select from pending_membership_ends where ${IS_ABANDONED}`

const pendingEnds = table<Row & { group_id: number; user_id: string | null }, { published: string }>(
  'pending_membership_ends',
)

const pendingEndOf = ({ id, published, committed_at }: Row): PendingEnd => ({
  id,
  published,
  committedAt: committed_at,
})

/** Committed ends of memberships that tipping may not have applied. */
export const pendingMembershipEndRepository = (sql: Database | Transaction) => {
  const select = () => pendingEnds(sql).orderBy('id').select('id', 'published', 'committed_at')
  return {
    /** Adds an end; returns its id. */
    async add({
      groupId,
      userId,
      published,
    }: Omit<MembershipEnd, 'userId'> & { userId: string | null; published: object }) {
      const [row] = await pendingEnds(sql)
        .insert({ group_id: groupId, user_id: userId, published: JSON.stringify(published) })
        .returning('id')
      return row?.id
    },

    async remove(id: string): Promise<void> {
      await pendingEnds(sql).where({ id }).delete()
    },

    /** Lists the ends of one membership and of its whole group. */
    async listOf({ groupId, userId }: MembershipEnd): Promise<PendingEnd[]> {
      const rows = await select()
        .where({ group_id: groupId })
        .where((either) => {
          either.whereNull('user_id')
          if (userId !== undefined) either.orWhere({ user_id: userId })
        })
      return rows.map(pendingEndOf)
    },

    /** Lists a batch of abandoned ends after the one with this id. */
    async listAbandoned(afterId: string): Promise<PendingEnd[]> {
      return (await select().where('id', '>', afterId).whereRaw(IS_ABANDONED).limit(BATCH_SIZE)).map(pendingEndOf)
    },
  }
}
