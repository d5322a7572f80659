import type { LedgerEntry } from '@purple-sector/contracts/tipping/http'
import type { Database, Transaction } from '@purple-sector/database'
import { CUSTOM_DEFAULT } from '../scopes/rules.ts'
import { JOIN_AWARDS_OF } from '../scoring/award-ledger-sql.ts'

/** The user and the weekend of a ledger; `allGroups` includes groups that the user has left. */
export type LedgerQuery = { userId: string; weekendId: number; allGroups: boolean }

const AWARD = `award_row.race_id, award_row.scope_id, award.place, award.points, award.from_revision, award.to_revision,
  own_tip.tip_id, own_tip.group_id, own_tip.name, own_tip.is_ranked, race.name as race, race.category_id, race.locks_at, race.closed_at`

/**
 * The races of the user's tips. With these, awards are found along their index, without scanning those of other users.
 */
const RACES = `join races race on race.weekend_id = :weekendId and race.category_id = own_tip.category_id
    and not race.deleted and race.locks_at is not null`

/** Awards in force, closed, or replaced, of the user's tips. */
const AWARDS_WHERE = (condition: 'to_revision is null' | 'to_revision is not null'): string => `
  select ${AWARD} from own_tip ${RACES}
  join awards award_row on award_row.user_id = :userId and award_row.${condition} and award_row.scope_id = own_tip.scope_id
    and award_row.race_id = race.race_id
  ${JOIN_AWARDS_OF('award_row')}
  where award.membership_id is not distinct from own_tip.membership_id`

const INSTANT = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const pointsOfPlace = (label: 'first' | 'second' | 'third'): string => `case when rules.use_custom_points
  then coalesce((rules.custom_points -> award.category_id::text ->> '${label}')::integer, ${CUSTOM_DEFAULT[label]})
  else race.points_${label} end`

/**
 * Every award of a user in a weekend, with the tip in force at the lock that the race was scored by, the points of the
 * places by the rules of that moment, and the reason of the result that gave or removed the award. Awards from before a
 * user left a group stay in the ledger; they rank only where the row stays (docs/rules.md, Groups).
 */
const LEDGER = `
with own_tip as materialized (
  select tip.id as tip_id, tip.scope_id, tip.membership_id, tip.category_id, scope.group_id,
    case when scope.group_id is null then 'Open competition' else coalesce(scope.name, 'Group ' || scope.group_id) end as name,
    scope.group_id is null or exists (
      select from standings s where s.scope_id = tip.scope_id and s.user_id = tip.user_id
        and s.membership_id = tip.membership_id
    ) as is_ranked
  from tips tip
  join weekends weekend on weekend.id = tip.weekend_id and not weekend.deleted
  join scopes scope on scope.id = tip.scope_id and not scope.deleted
  where tip.user_id = :userId and tip.weekend_id = :weekendId and (:allGroups or scope.group_id is null or exists (
    select from published_memberships where group_id = scope.group_id and user_id = :userId
  ))
), found as (${AWARDS_WHERE('to_revision is null')}
  union all ${AWARDS_WHERE('to_revision is not null')}
)
select json_build_object(
  'scope', json_build_object('groupId', award.group_id, 'name', award.name),
  'race', json_build_object('id', award.race_id, 'name', award.race),
  'late', case when late.changed_at is not null then json_build_object(
    'changedAt', ${INSTANT('late.changed_at')}, 'startedAt', ${INSTANT('award.locks_at')}) end,
  'place', award.place, 'points', award.points,
  'tip', json_build_object('carId', car.id, 'number', car.plate, 'driver', car.driver,
    'submittedAt', ${INSTANT('counted_tip.submitted_at')}),
  'revision', award.from_revision,
  'rule', concat_ws('/', ${pointsOfPlace('first')}, ${pointsOfPlace('second')}, ${pointsOfPlace('third')}),
  'inForce', award.to_revision is null and award.is_ranked,
  'replacedBy', award.to_revision,
  'reason', (select reason from classifications
    where race_id = award.race_id and revision = coalesce(award.to_revision, award.from_revision))
) as entry
from found award
join races race on race.race_id = award.race_id
join classifications result on result.race_id = award.race_id and result.revision = award.from_revision
cross join lateral (select coalesce(result.locks_at, award.locks_at) as locks_at) counted_by
cross join lateral (
  select use_custom_points, custom_points from scope_rules
  where scope_id = award.scope_id and in_force_from <= counted_by.locks_at order by in_force_from desc limit 1
) rules
cross join lateral (
  select car_id, submitted_at from tip_revisions
  where tip_id = award.tip_id and submitted_at < counted_by.locks_at order by submitted_at desc limit 1
) counted_tip
cross join lateral (
  select max(submitted_at) as changed_at from tip_revisions
  where tip_id = award.tip_id and submitted_at >= award.locks_at and submitted_at < award.closed_at
    and counted_by.locks_at = award.locks_at
) late
join cars car on car.id = counted_tip.car_id
order by result.published_at, award.race_id, award.group_id nulls first, award.from_revision, award.to_revision`

/** Reads the awards of a user, oldest first; those in force add up to the totals of the boards. */
export const readLedger = async (sql: Database | Transaction, query: LedgerQuery): Promise<LedgerEntry[]> => {
  const { rows } = await sql.raw<{ rows: { entry: LedgerEntry }[] }>(LEDGER, query)
  return rows.map(({ entry }) => entry)
}
