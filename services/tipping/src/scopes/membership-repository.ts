import type { Transaction } from '@purple-sector/database'
import { scopeRepository } from './scope-repository.ts'

type Member = { scopeId: number; userId: string }

/**
 * Memberships of groups, dated by the database's clock: a member earns only from races that lock after joining.
 * Joining again is a new row, so nothing of an earlier membership revives. Write under the weekend's exclusive lock.
 */
export const membershipRepository = (sql: Transaction) => ({
  /** Every member is on the board, with 0 points. Answers the membership; the present one where there is one already. */
  async join({ scopeId, userId, isApproved }: Member & { isApproved: boolean }): Promise<number> {
    const present = await sql('memberships')
      .where({ scope_id: scopeId, user_id: userId })
      .whereNull('left_at')
      .first('id')
    if (present) return present.id
    const { rows } = await sql.raw<{ rows: [{ id: number }] }>(
      `with joined as (
         insert into memberships (scope_id, user_id, joined_at, approved_at)
         select :scopeId::bigint, :userId::text, now, case when :isApproved then now end
         from (select clock_timestamp() as now) clock returning id, scope_id, user_id
       ), standing as (
         insert into standings (scope_id, user_id, membership_id, sort_name)
         select j.scope_id, j.user_id, j.id, coalesce(u.sort_name, 'anonymous')
         from joined j left join users u on u.id = j.user_id
       )
       select id from joined`,
      { scopeId, userId, isApproved },
    )
    await scopeRepository(sql).hidePending(scopeId)
    return rows[0].id
  },

  async approve({ scopeId, userId }: Member): Promise<void> {
    await sql('memberships')
      .where({ scope_id: scopeId, user_id: userId, approved_at: null, left_at: null })
      .update({ approved_at: sql.raw('clock_timestamp()') })
    await scopeRepository(sql).hidePending(scopeId)
  },

  /** Ends the membership: the row leaves the board, the ledger stays and does not rank. */
  async leave({ scopeId, userId }: Member): Promise<void> {
    const ended = await sql('memberships')
      .where({ scope_id: scopeId, user_id: userId, left_at: null })
      .update({ left_at: sql.raw('clock_timestamp()') })
    if (ended === 0) return
    await sql('standings').where({ scope_id: scopeId, user_id: userId }).delete()
  },
})
