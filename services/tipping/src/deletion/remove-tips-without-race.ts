import { tipsRemoved } from '@purple-sector/contracts/tipping/events'
import type { Transaction } from '@purple-sector/database'
import { entry, outbox } from '@purple-sector/messaging'

type Place = { weekendId: number; categoryId: number }

/** Owners per event, which keeps it far below the limit of the bus. */
const OWNERS_PER_EVENT = 5_000

const hasRace = async (sql: Transaction, { weekendId, categoryId }: Place): Promise<boolean> =>
  (await sql('races').where({ weekend_id: weekendId, category_id: categoryId, deleted: false }).first('race_id')) !==
  undefined

/** Removes the tips with their history, and from the boards the fans without other tips; returns the owners. */
const removeTips = async (sql: Transaction, place: Place): Promise<string[]> => {
  const { rows } = await sql.raw<{ rows: { user_id: string }[] }>(
    `with gone as (
       delete from tips where weekend_id = :weekendId and category_id = :categoryId returning id, user_id
     ), history as (
       delete from tip_revisions using gone where tip_id = gone.id
     )
     select distinct user_id from gone order by user_id`,
    place,
  )
  await sql.raw(
    `with open as (
       select id from scopes where weekend_id = :weekendId and group_id is null
     ), gone as (
       delete from standings s using open
       where s.scope_id = open.id and not exists (
         select from tips t where t.scope_id = s.scope_id and t.user_id = s.user_id
       )
     )
     insert into scopes_to_refresh (scope_id, recount) select id, true from scopes where weekend_id = :weekendId
     on conflict (scope_id) do update set recount = true`,
    place,
  )
  return rows.map(({ user_id }) => user_id)
}

/**
 * Removes the tips of a category that has lost its last race, and publishes their owners. Call it while holding the
 * weekend's row lock, so that no worker scores, and its exclusive lock, so that no tip is submitted meanwhile.
 */
export const removeTipsWithoutRace = async (sql: Transaction, place: Place): Promise<void> => {
  if (await hasRace(sql, place)) return
  const { name: category } = await sql('categories').where({ id: place.categoryId }).first('name')
  const owners = await removeTips(sql, place)
  const events = []
  for (let at = 0; at < owners.length; at += OWNERS_PER_EVENT) {
    const { weekendId, categoryId } = place
    events.push(
      entry(tipsRemoved, { weekendId, categoryId, category, userIds: owners.slice(at, at + OWNERS_PER_EVENT) }),
    )
  }
  await outbox(sql).appendMany(events)
}
