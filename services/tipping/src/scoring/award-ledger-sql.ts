import type { Points } from '@purple-sector/contracts/categories'
import type { Transaction } from '@purple-sector/database'
import { CUSTOM_DEFAULT } from '../scopes/rules.ts'
import type { PlaceMove } from './decide-scoring.ts'

/** A locked race as the ledger needs it. */
export type LedgerRace = {
  raceId: number
  weekendId: number
  categoryId: number
  locksAt: Date
  points: Points
}

export type ChangedPlace = { place: number; carId: number | null }

/*
 * Temporary tables of a scoring, one set per connection, emptied by each commit: the scopes in which the race counts
 * with their prices, and the participants whose award changes. Rows of a scoring never pass through Node.
 */
const WORK_TABLES = `
create temp table if not exists scoring_scopes (
  scope_id bigint, is_group boolean, needs_approval boolean, place smallint, points integer, rule text
) on commit delete rows;
create temp table if not exists scoring_scopes_before (scope_id bigint) on commit delete rows;
create temp table if not exists scoring_changes (
  scope_id bigint, user_id text collate "C", membership_id bigint,
  award tid, old_place smallint, old_points integer, place smallint, points integer, rule text
) on commit delete rows`

/**
 * The scopes in which a race counts and what each place is worth, by the rules in force when it locked (docs/rules.md,
 * Scoring).
 */
export const COUNTING_SCOPES = `
select scope.id as scope_id, scope.group_id is not null as is_group,
  rules.prevent_points_until_approved as needs_approval, price.place,
  case when not rules.use_custom_points then price.points
    else coalesce((rules.custom_points -> :categoryKey ->> price.label)::integer, price.fallback) end as points,
  case when not rules.use_custom_points then 'session'
    when rules.custom_points -> :categoryKey -> price.label is null then 'custom-default' else 'custom' end as rule
from scopes scope
cross join lateral (
  select * from scope_rules where scope_id = scope.id and in_force_from <= :locksAt order by in_force_from desc limit 1
) rules
cross join (values
  (1::smallint, 'first', :first::integer, ${CUSTOM_DEFAULT.first}),
  (2::smallint, 'second', :second::integer, ${CUSTOM_DEFAULT.second}),
  (3::smallint, 'third', :third::integer, ${CUSTOM_DEFAULT.third})
) price (place, label, points, fallback)
where scope.weekend_id = :weekendId and not scope.deleted
  and (rules.selected_race_ids = '{}' or :raceId = any(rules.selected_race_ids))`

/** The tips of the race's category in force when it locked. `tipFilter` and `carFilter` are further SQL conditions. */
export const TIPS_IN_FORCE = ({ tipFilter, carFilter = '' }: { tipFilter: string; carFilter?: string }): string => `
    select scope_id, user_id, membership_id, car_id from tips
    where weekend_id = :weekendId and category_id = :categoryId and submitted_at < :locksAt ${carFilter} ${tipFilter}
    union all
    select scope_id, user_id, membership_id, revision.car_id
    from tips tip cross join lateral (
      select car_id from tip_revisions where tip_id = tip.id and submitted_at < :locksAt
      order by submitted_at desc limit 1
    ) revision
    where tip.weekend_id = :weekendId and tip.category_id = :categoryId and tip.submitted_at >= :locksAt ${tipFilter}`

/**
 * Whether a `member` had joined and not left when the race locked, and whether they earn where `price.needs_approval`.
 */
export const WAS_MEMBER_AT_LOCK = 'member.joined_at < :locksAt and coalesce(member.left_at >= :locksAt, true)'
export const MAY_EARN = '(not price.needs_approval or member.approved_at < :locksAt)'

/**
 * Participants whose tip in force at the lock was a car of `places (place, car_id)`, and what they earn by the prices
 * of the scopes. In a group only members of that moment earn, and only approved ones where the group requires it.
 */
const EARNED = (prices: string, tipFilter: string): string => `
  select tip.scope_id, tip.user_id, tip.membership_id, price.place, price.points, price.rule
  from (${TIPS_IN_FORCE({ tipFilter, carFilter: 'and car_id = any(array(select car_id from places))' })}
  ) tip
  join places on places.car_id = tip.car_id
  join ${prices} price on price.scope_id = tip.scope_id and price.place = places.place
  left join memberships member on price.is_group and member.id = tip.membership_id
  where not price.is_group or (${WAS_MEMBER_AT_LOCK} and ${MAY_EARN})`

/**
 * CTEs that end in `award_changes`: the participants whose award of the race differs from the one in force, with both
 * and the row of the latter (`award`). `prices` names a relation like `COUNTING_SCOPES`; `tipFilter` is a condition on
 * `scope_id` and `user_id`.
 */
export const AWARD_CHANGES = (prices: string, tipFilter = ''): string => `
places (place, car_id) as (
  select place, car_id from json_to_recordset(:places::json) as p (place smallint, car_id integer)
), earned as (${EARNED(prices, tipFilter)}
), in_force as (
  select ctid as award, scope_id, user_id, membership_id, place, points from awards
  where race_id = :raceId and to_revision is null and place in (select place from places) ${tipFilter}
), award_changes as (
  select scope_id, user_id, coalesce(earned.membership_id, in_force.membership_id) as membership_id,
    in_force.award, in_force.place as old_place, in_force.points as old_points, earned.place, earned.points, earned.rule
  from earned full join in_force using (scope_id, user_id)
  where (earned.place, earned.points) is distinct from (in_force.place, in_force.points)
)`

/**
 * Assignments that replace or close an award in force. The successor in `next (place, points, rule)` reuses the row,
 * which updates no index (`awards` reserves room for that), and appends the replaced award to it, oldest first. If it
 * has no place, the award is closed.
 */
const BECOMES = (next: string): string => `
  place = coalesce(${next}.place, awards.place), points = coalesce(${next}.points, awards.points),
  rule = coalesce(${next}.rule, awards.rule),
  from_revision = case when ${next}.place is null then awards.from_revision else :revision::integer end,
  to_revision = case when ${next}.place is null then :revision::integer end,
  replaced = case when ${next}.place is null then awards.replaced else array_append(awards.replaced, row(
    awards.membership_id, awards.place, awards.points, awards.rule, awards.from_revision, :revision::integer
  )::replaced_award) end`

/** Joins `award`: the award in a row of `awards`, in force or closed, and all awards that it has replaced (ADR 26). */
export const JOIN_AWARDS_OF = (row: string): string => `
  cross join lateral (
    select ${row}.membership_id, ${row}.place, ${row}.points, ${row}.rule, ${row}.from_revision, ${row}.to_revision
    union all
    select membership_id, place, points, rule, from_revision, to_revision from unnest(${row}.replaced)
  ) award`

/**
 * Moves awards with their cars: if cars only change places, the holders of their awards are the users who tipped them,
 * so no tip is read. An award without a new place, or of a scope in which the race no longer counts, is closed.
 */
const MOVE = `
with next as materialized (
  select scope.id as scope_id, move."from", price.place, price.points, price.rule
  from json_to_recordset(:moves::json) as move ("from" smallint, "to" smallint)
  join scopes scope on scope.weekend_id = :weekendId
  left join scoring_scopes price on price.scope_id = scope.id and price.place = move."to"
), moved as (
  update awards set ${BECOMES('next')}
  from next
  where awards.race_id = :raceId and awards.to_revision is null and awards.scope_id = next.scope_id
    and awards.place = next."from" and (next.place, next.points) is distinct from (awards.place, awards.points)
  returning old.scope_id, old.user_id, old.membership_id, old.place as old_place, old.points as old_points,
    next.place, next.points
)
insert into scoring_changes (scope_id, user_id, membership_id, old_place, old_points, place, points) select * from moved`

/** SQL of the differences that a change makes to a standing's total and picks. */
export const MOVES = (change: string) => ({
  total: `coalesce(${change}.points, 0) - coalesce(${change}.old_points, 0)`,
  picks: (place: 1 | 2 | 3) =>
    `coalesce(${change}.place = ${place}, false)::int - coalesce(${change}.old_place = ${place}, false)::int`,
})

export const ledgerBindings = (race: LedgerRace, changedPlaces: readonly ChangedPlace[] = []) => ({
  ...race.points,
  raceId: race.raceId,
  weekendId: race.weekendId,
  categoryId: race.categoryId,
  categoryKey: String(race.categoryId),
  locksAt: race.locksAt,
  places: JSON.stringify(changedPlaces.map(({ place, carId }) => ({ place, car_id: carId }))),
})

/** The ledger of awards of one race: a correction replaces or closes what differs, and nothing is lost. */
export const awardLedger = (sql: Transaction, race: LedgerRace) => ({
  /** Stores the scopes in which the race counts, with their prices. */
  async findScopes(): Promise<void> {
    await sql.raw(WORK_TABLES)
    await sql.raw(`insert into scoring_scopes ${COUNTING_SCOPES}`, ledgerBindings(race))
  },

  /** Stores the scopes in which the race counted by another lock. */
  async findScopesBefore(locksAt: Date): Promise<void> {
    await sql.raw(
      `insert into scoring_scopes_before select distinct scope_id from (${COUNTING_SCOPES}) counted`,
      ledgerBindings({ ...race, locksAt }),
    )
  },

  /** Finds the participants whose award changes; returns their number. */
  async findChanges(changedPlaces: readonly ChangedPlace[]): Promise<number> {
    const { rowCount } = await sql.raw<{ rowCount: number }>(
      `with ${AWARD_CHANGES('scoring_scopes')}
       insert into scoring_changes select * from award_changes order by scope_id, user_id`,
      ledgerBindings(race, changedPlaces),
    )
    await this.countChanges()
    return rowCount
  },

  /**
   * Analyzes the temporary table: without statistics the planner would hash all standings instead of the moved ones.
   */
  async countChanges(): Promise<void> {
    await sql.raw('analyze scoring_changes (scope_id, user_id)')
  },

  /**
   * Writes replaced, closed and new awards. Checks again that the row found is still that award, because awards of
   * ended groups may have been removed meanwhile.
   */
  async write(revision: number, isFirst: boolean): Promise<void> {
    const { raceId } = race
    if (!isFirst)
      await sql.raw(
        `update awards set membership_id = change.membership_id, ${BECOMES('change')}
         from scoring_changes change
         where awards.ctid = change.award and awards.race_id = :raceId and awards.scope_id = change.scope_id
           and awards.user_id = change.user_id and awards.to_revision is null`,
        { revision, raceId },
      )
    await sql.raw(
      `insert into awards (race_id, scope_id, user_id, membership_id, place, points, rule, from_revision)
       select :raceId::integer, scope_id, user_id, membership_id, place, points, rule, :revision::integer
       from scoring_changes where old_place is null`,
      { revision, raceId },
    )
  },

  /**
   * Finds and writes the changes in one statement; for cars that only change scored places, if their awards were found
   * by the tips of this lock. Reads all awards of the race; the planner expects one and would otherwise scan the places
   * of all scopes for each.
   */
  async move(moves: readonly PlaceMove[], revision: number): Promise<void> {
    await sql.raw('set local enable_nestloop = off')
    await sql.raw(MOVE, {
      raceId: race.raceId,
      weekendId: race.weekendId,
      moves: JSON.stringify(moves),
      revision,
    })
    await sql.raw('set local enable_nestloop = on')
    await this.countChanges()
  },
})
