import type { Transaction } from '@purple-sector/database'
import { markBoardChanged } from './count-results-sql.ts'
import { COUNT, RESULT_SOURCE } from './counter-sql.ts'
import { grantReached, type UserQuery } from './grant-achievements-sql.ts'

type Honour = { seasonId: number; kind: 'led' | 'won'; weekendId: number | null; userIds: readonly string[] }

const SAVE = `
insert into season_honours (user_id, season_id, kind, weekend_id)
select user_id, :seasonId::integer, :kind, :weekendId::integer from unnest(:userIds::text[]) user_id
where not exists (select from deleted_subjects where subject = 'user/' || user_id)
order by user_id on conflict do nothing`

const usersOf = (userIds: readonly string[]): UserQuery & { bindings: Record<string, string> } => ({
  select: 'select json_array_elements_text(:userIds::json) as user_id',
  bindings: { userIds: JSON.stringify(userIds) },
})

const recount = async (sql: Transaction, { userIds, weekendId }: Pick<Honour, 'userIds' | 'weekendId'>) => {
  const users = usersOf(userIds)
  await sql.raw(COUNT(RESULT_SOURCE, users.select), users.bindings)
  const granted = await grantReached(sql, users, weekendId, RESULT_SOURCE.counters)
  if (granted.length > 0 && weekendId !== null) await markBoardChanged(sql, weekendId)
}

/** Keeps who led or won a season, and grants what that reaches; idempotent. */
export const saveHonours = async (sql: Transaction, honour: Honour): Promise<void> => {
  if (honour.userIds.length === 0) return
  await sql.raw(SAVE, { ...honour, userIds: [...honour.userIds] })
  await recount(sql, honour)
}

/** Forgets who led a season after a round. What was unlocked stays. */
export const removeLeads = async (
  sql: Transaction,
  { seasonId, weekendId }: { seasonId: number; weekendId: number },
): Promise<void> => {
  const rows: { user_id: string }[] = await sql('season_honours')
    .where({ season_id: seasonId, weekend_id: weekendId, kind: 'led' })
    .delete()
    .returning('user_id')
  if (rows.length > 0) await recount(sql, { userIds: rows.map(({ user_id }) => user_id), weekendId })
}
