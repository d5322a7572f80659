import { tipsRemoved } from '@purple-sector/contracts/tipping/events'
import type { Transaction } from '@purple-sector/database'
import { entry, outbox } from '@purple-sector/messaging'

type WeekendCategory = { weekendId: number; categoryId: number }

/** Owners per event, which keeps it far below the limit of the bus. */
const OWNERS_PER_EVENT = 5_000

const hasRace = async (sql: Transaction, { weekendId, categoryId }: WeekendCategory): Promise<boolean> =>
  (await sql('races').where({ weekend_id: weekendId, category_id: categoryId, deleted: false }).first('race_id')) !==
  undefined

/** Removes the tips with their history, and removes users without other tips from the boards; returns the owners. */
const removeTips = async (sql: Transaction, weekendCategory: WeekendCategory): Promise<string[]> => {
  const { rows } = await sql.raw<{ rows: { user_id: string }[] }>(
    `with removed as (
       delete from tips where weekend_id = :weekendId and category_id = :categoryId returning id, user_id
     ), history as (
       delete from tip_revisions using removed where tip_id = removed.id
     )
     select distinct user_id from removed order by user_id`,
    weekendCategory,
  )
  await sql.raw(
    `with open_scope as (
       select id from scopes where weekend_id = :weekendId and group_id is null
     ), removed as (
       delete from standings s using open_scope
       where s.scope_id = open_scope.id and not exists (
         select from tips t where t.scope_id = s.scope_id and t.user_id = s.user_id
       )
     )
     insert into scopes_to_refresh (scope_id, recount) select id, true from scopes where weekend_id = :weekendId
     on conflict (scope_id) do update set recount = true`,
    weekendCategory,
  )
  return rows.map(({ user_id }) => user_id)
}

/**
 * Removes the tips of a category that has lost its last race, and publishes the ids of their owners. Call it while
 * holding the weekend's row lock, so that no worker scores, and its exclusive lock, so that no tip is submitted
 * meanwhile.
 */
export const removeTipsWithoutRace = async (sql: Transaction, weekendCategory: WeekendCategory): Promise<void> => {
  if (await hasRace(sql, weekendCategory)) return
  const { name: category } = await sql('categories').where({ id: weekendCategory.categoryId }).first('name')
  const owners = await removeTips(sql, weekendCategory)
  const events = []
  for (let offset = 0; offset < owners.length; offset += OWNERS_PER_EVENT) {
    const { weekendId, categoryId } = weekendCategory
    events.push(
      entry(tipsRemoved, { weekendId, categoryId, category, userIds: owners.slice(offset, offset + OWNERS_PER_EVENT) }),
    )
  }
  await outbox(sql).appendMany(events)
}
