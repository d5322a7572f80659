import { type Database, prepared, type Transaction } from '@purple-sector/database'

/** A group with a scope in the weekend in which the fan at `index` uses their open tips. */
type CopyTarget = { index: number; groupId: number }

const TARGETS = `
select (requested.place - 1)::integer as index, member.group_id as "groupId"
from unnest(:userIds::text[]) with ordinality as requested (user_id, place)
join published_memberships member on member.user_id = requested.user_id and member.uses_open_tips
join scopes on scopes.group_id = member.group_id and scopes.weekend_id = :weekendId and not scopes.deleted
order by requested.place, member.group_id`

/** SQL: a mark of a group that is not about to move; one that is takes no tips. */
const IS_DUE = `not exists (
  select from group_move_locks where scope_id = mark.scope_id and expires_at > clock_timestamp()
)`

/** SQL: whether open tips have to be copied. */
export const DUE_COPIES = `select from open_tips_to_copy mark where ${IS_DUE}`

/** Marks of scopes that have ended have no weekend. */
const MARKS = `
select mark.id, mark.user_id as "userId", scopes.weekend_id as "weekendId"
from open_tips_to_copy mark left join scopes on scopes.id = mark.scope_id and not scopes.deleted
where ${IS_DUE} and (:userIds::text[] is null or mark.user_id = any(:userIds::text[])) order by mark.id limit :limit`

const OPEN_TIPS = `
select tip.user_id as "userId", tip.category_id as "categoryId", tip.car_id as "carId", tip.is_automatic as "isAutomatic"
from tips tip join scopes on scopes.id = tip.scope_id and scopes.group_id is null and not scopes.deleted
where tip.user_id = any(:userIds::text[]) and tip.weekend_id = :weekendId order by tip.id`

/** A fan whose open tips have to be copied in a weekend. */
export type CopyMark = { id: number; userId: string; weekendId: number | null }

/** A tip in the open competition, as it is copied. */
export type OpenTip = { userId: string; categoryId: number; carId: number; isAutomatic: boolean }

/** What copying open tips reads, and the marks of members whose open tips have to be copied into a scope. */
export const openTipRepository = (sql: Database | Transaction) => ({
  async targets(weekendId: number, userIds: readonly string[]): Promise<CopyTarget[]> {
    return (await prepared<CopyTarget>(sql, 'copy-targets', TARGETS, { weekendId, userIds })).rows
  },

  /** Reads tips of fans; under their locks these are the present ones. */
  async openTips(weekendId: number, userIds: readonly string[]): Promise<OpenTip[]> {
    return (await sql.raw<{ rows: OpenTip[] }>(OPEN_TIPS, { weekendId, userIds })).rows
  },

  async mark(members: readonly { scopeId: number; userId: string }[]): Promise<void> {
    if (members.length === 0) return
    await sql('open_tips_to_copy').insert(
      members.map(({ scopeId, userId }) => ({ scope_id: scopeId, user_id: userId })),
    )
  },

  /** Marks the members of these scopes who use their open tips there. */
  async markScopes(scopeIds: readonly number[]): Promise<void> {
    await sql.raw(
      `insert into open_tips_to_copy (scope_id, user_id)
       select scopes.id, member.user_id from scopes
       join published_memberships member on member.group_id = scopes.group_id and member.uses_open_tips
       where scopes.id = any(:scopeIds::bigint[]) and not scopes.deleted`,
      { scopeIds },
    )
  },

  /** The marks that are due, oldest first; with `userIds` only those of these fans. */
  async marks(userIds: readonly string[] | null, limit: number): Promise<CopyMark[]> {
    return (await sql.raw<{ rows: CopyMark[] }>(MARKS, { userIds, limit })).rows
  },

  async unmark(ids: readonly number[]): Promise<void> {
    await sql('open_tips_to_copy').whereIn('id', ids).delete()
  },
})
