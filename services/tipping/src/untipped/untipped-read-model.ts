import type { UntippedCategory } from '@purple-sector/contracts/tipping/untipped'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import type { Database, Transaction } from '@purple-sector/database'
import type { CountingRace } from '../tips/tip.ts'
import { RACES, type RaceRow, raceOf } from '../tips/tip-races.ts'

/** A scope of a group. */
export type GroupScope = { scopeId: number; weekendId: number }

/** A category of a scope with what decides whether it can be tipped. */
export type TippableCategory = Pick<UntippedCategory, 'categoryId' | 'category'> & {
  shortName: string
  now: Date
  races: CountingRace[]
  locksAfterFirstEvent: boolean
  isActive: boolean
  status: Weekend['status']
}

type CategoryRow = Omit<TippableCategory, 'races'> & { races: RaceRow[] }

/** Categories with a car that can be tipped. */
const CATEGORIES = `
with clock as materialized (select clock_timestamp() as now)
select clock.now, category.id as "categoryId", category.name as category, category.short_name as "shortName",
  weekend.is_active as "isActive", weekend.status,
  coalesce((select lock_tips_after_first_event from scope_rules rules where rules.scope_id = :scopeId
    order by in_force_from desc limit 1), false) as "locksAfterFirstEvent",
  ${RACES({ scopeId: ':scopeId', weekendId: ':weekendId', categoryId: 'category.id' })} as races
from clock cross join categories category join weekends weekend on weekend.id = :weekendId and not weekend.deleted
where not category.deleted and exists (
  select from cars where cars.weekend_id = :weekendId and cars.category_id = category.id and cars.status = 'active'
    and not cars.withdrawn and not cars.deleted
)
order by category.list_order, category.id`

/** A member without a tip in a category. */
export type UntippedMember = UntippedCategory['members'][number] & {
  categoryId: number
  /** Whether admins of their groups may nudge them. */
  nudges: boolean
}

const UNTIPPED = `
select category.id as "categoryId", member.user_id as "userId", u.username, u.first_name as "firstName",
  coalesce(u.nudges, true) as nudges
from memberships member
cross join unnest(:categoryIds::integer[]) category (id)
left join users u on u.id = member.user_id
where member.scope_id = :scopeId and member.left_at is null
  and not exists (select from tips where tips.scope_id = member.scope_id and tips.user_id = member.user_id
    and tips.category_id = category.id and tips.membership_id = member.id)
  and not exists (select from deleted_subjects where subject = 'user/' || member.user_id)
order by coalesce(u.sort_name, 'anonymous'), member.user_id`

/** Reads the members of a group without a tip. */
export const untippedReadModel = (sql: Database | Transaction) => ({
  /** Categories in the order of lists, also those that do not count or are closed. */
  async categories({ scopeId, weekendId }: GroupScope): Promise<TippableCategory[]> {
    const { rows } = await sql.raw<{ rows: CategoryRow[] }>(CATEGORIES, { scopeId, weekendId })
    return rows.map(({ races, ...category }) => ({ ...category, races: races.map(raceOf) }))
  },

  /** Present members without a tip, by name. */
  async members({ scopeId }: GroupScope, categoryIds: readonly number[]): Promise<UntippedMember[]> {
    return (await sql.raw<{ rows: UntippedMember[] }>(UNTIPPED, { scopeId, categoryIds })).rows
  },
})
