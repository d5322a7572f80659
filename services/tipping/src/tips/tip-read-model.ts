import type { PotentialPoints, Tip } from '@purple-sector/contracts/tipping/http'
import { type Database, prepared, type Transaction } from '@purple-sector/database'
import { latestOf } from '@purple-sector/service-kit/http/last-changed'
import {
  COUNTING_SCOPES,
  type LedgerRace,
  ledgerBindings,
  MAY_EARN,
  TIPS_IN_FORCE,
  WAS_MEMBER_AT_LOCK,
} from '../scoring/award-ledger-sql.ts'
import { tipView } from './tip.ts'
import { TIP_RACES, type TipRaceRow, tipRaceOf } from './tip-races.ts'

type TipRow = {
  now: string
  id: number
  weekend_id: number
  category_id: number
  category: string
  category_order: number
  car_id: number
  group_id: number | null
  submitted_at: string
  is_automatic: boolean
  is_copy: boolean
  car: Tip['car']
  races: TipRaceRow[]
}
type JsonRow = { tip: TipRow }

/**
 * A user's tips with the races they count for, without tips of an ended membership. One column of JSON, because nine
 * columns cost several times as much to parse.
 */
const TIPS = `
select json_build_object('now', clock.now, 'id', tip.id, 'weekend_id', tip.weekend_id,
  'category_id', tip.category_id, 'category', category.name, 'category_order', category.list_order,
  'car_id', tip.car_id, 'submitted_at', tip.submitted_at, 'is_automatic', tip.is_automatic, 'is_copy', tip.is_copy,
  'group_id', scope.group_id,
  'car', json_build_object('id', car.id, 'number', car.number, 'plate', car.plate, 'driver', car.driver, 'team', car.team,
    'status', car.status, 'withdrawn', car.withdrawn),
  'races', ${TIP_RACES}) as tip
from (select clock_timestamp() as now) clock
cross join tips tip
join scopes scope on scope.id = tip.scope_id and not scope.deleted
join weekends weekend on weekend.id = tip.weekend_id and not weekend.deleted
join cars car on car.id = tip.car_id
join categories category on category.id = tip.category_id
left join memberships member on member.id = tip.membership_id
where member.left_at is null and `

const BY_WEEKEND = `${TIPS} tip.user_id = :userId and tip.weekend_id = :weekendId`
const BY_ID = `${TIPS} tip.user_id = :userId and tip.id = :id`
const BY_IDS = `${TIPS} tip.id = any(:ids::bigint[])`

/** Only competitions of the user: the open one and the groups of present memberships. */
const OWN_SCOPES = `and (scope.group_id is null or scope.id in (
  select scope_id from memberships where user_id = :userId and left_at is null))`

const OWN_TIPS = `and user_id = :userId and scope_id in (select scope_id from prices)`

/** By the rules that scoring will apply: those of the lock, or of now while the race is open. */
const POTENTIAL_POINTS = `
with prices as materialized (${COUNTING_SCOPES} ${OWN_SCOPES}
), pays as (
  select scope_id, json_object_agg(case place when 1 then 'first' when 2 then 'second' else 'third' end, points) as pays
  from prices group by scope_id
), price as (
  select distinct scope_id, is_group, needs_approval from prices
)
select scope.group_id as "groupId", scope.name as "groupName", tip.car_id as "carId",
  case when not price.is_group or ${MAY_EARN} then pays.pays end as pays
from (${TIPS_IN_FORCE({ tipFilter: OWN_TIPS })}
) tip
join price on price.scope_id = tip.scope_id join pays on pays.scope_id = tip.scope_id
join scopes scope on scope.id = tip.scope_id
left join memberships member on price.is_group and member.id = tip.membership_id
where not price.is_group or (member.left_at is null and ${WAS_MEMBER_AT_LOCK})
order by scope.group_id nulls first`

/** When the last result in these tips was published; null before the first. */
const resultAtOf = (rows: readonly JsonRow[]): Date | null =>
  latestOf(rows.flatMap(({ tip }) => tip.races.map((race) => race.result_at)))

const tipOf = (row: TipRow, now = new Date(row.now)): Tip =>
  tipView({
    id: row.id,
    weekendId: row.weekend_id,
    categoryId: row.category_id,
    category: row.category,
    carId: row.car_id,
    groupId: row.group_id,
    submittedAt: new Date(row.submitted_at),
    isAutomatic: row.is_automatic,
    isCopy: row.is_copy,
    car: row.car,
    races: row.races.map(tipRaceOf),
    now,
  })

/** By category, the sector tip before those of groups (docs/contract.md, HTTP in general). */
const compareTips = ({ tip: a }: JsonRow, { tip: b }: JsonRow): number =>
  a.category_order - b.category_order || a.category_id - b.category_id || (a.group_id ?? 0) - (b.group_id ?? 0)

/** Reads the tips of one user; this file returns no tips of other users (docs/rules.md, Tips). */
export const tipReadModel = (sql: Database | Transaction) => ({
  async ofWeekend(userId: string, weekendId: number): Promise<{ tips: Tip[]; resultAt: Date | null }> {
    const { rows } = await prepared<JsonRow>(sql, 'tips-of-weekend', BY_WEEKEND, { userId, weekendId })
    return { tips: rows.toSorted(compareTips).map(({ tip }) => tipOf(tip)), resultAt: resultAtOf(rows) }
  },

  async byId(userId: string, tipId: number): Promise<Tip | undefined> {
    const { rows } = await prepared<JsonRow>(sql, 'tip-by-id', BY_ID, { userId, id: tipId })
    return rows[0] && tipOf(rows[0].tip)
  },

  /**
   * Reads tips that were just written, for their receipts: a race that was open when the tip was decided is reported as
   * open, though its deadline may have passed since.
   */
  async byIds(tipIds: readonly number[], decidedAt: Date): Promise<Map<number, Tip>> {
    const { rows } = await prepared<JsonRow>(sql, 'tips-by-id', BY_IDS, { ids: tipIds })
    return new Map(rows.map(({ tip }) => [tip.id, tipOf(tip, decidedAt)]))
  },

  /** What the user's tip on a race pays by place, in each competition it counts in. */
  async potentialPoints(race: LedgerRace, userId: string): Promise<PotentialPoints[]> {
    const bindings = { ...ledgerBindings(race), userId }
    return (await sql.raw<{ rows: PotentialPoints[] }>(POTENTIAL_POINTS, bindings)).rows
  },
})
