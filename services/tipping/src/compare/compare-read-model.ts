import { userSubject } from '@purple-sector/contracts/event'
import type { Comparison } from '@purple-sector/contracts/tipping/compare'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import type { Database } from '@purple-sector/database'
import { CATEGORY_LOCKS } from '../picks/pick-read-model.ts'
import { CAR_IN_FORCE, COUNTING_RACES } from '../tips/tip-races.ts'

export type ComparedFan = Comparison['you']
/** A weekend to compare; `round` is null outside of a season. */
export type ComparedWeekend = { weekendId: number; name: string; round: number | null; status: Weekend['status'] }
/** A competition on a weekend in which both fans take part, or could. */
export type ComparedScope = {
  scopeId: number
  weekendId: number
  groupId: number | null
  groupName: string | null
  adminUserId: string | null
}
/** A fan's car in force when a race locked, and what it earned; `carId` is null without a tip. */
export type PickRow = {
  categoryId: number
  category: string
  raceId: number
  race: string
  userId: string
  carId: number | null
  plate: string
  driver: string
  points: number | null
}

const WEEKENDS = `
select w.id as "weekendId", w.name, round.round, w.status
from season_rounds round join weekends w on w.id = round.weekend_id and not w.deleted
where round.season_id = :seasonId and w.status <> 'inactive' order by round.round`

/** The last ten weekends that are live or completed. */
const LAST_WEEKENDS = `
select * from (
  select id as "weekendId", name, null::integer as round, status, start_date from weekends
  where not deleted and status <> 'inactive' order by start_date desc nulls last, id desc limit 10
) latest order by start_date nulls first, "weekendId"`

const PRESENT = (user: string): string => `exists (select from published_memberships member
    where member.group_id = scope.group_id and member.user_id = ${user})`

const SCOPES = `
select scope.id as "scopeId", scope.weekend_id as "weekendId", scope.group_id as "groupId", scope.name as "groupName",
  scope.admin_user_id as "adminUserId"
from scopes scope
where scope.weekend_id = any(:weekendIds::integer[]) and not scope.deleted
  and (scope.group_id is null or (${PRESENT(':you')} and ${PRESENT(':them')}))
order by scope.group_id nulls first, scope.id`

const SCOPE = { scopeId: '(select id from scope)', weekendId: ':weekendId' }

/** Only categories that closed before the moment at which their tips had committed. */
const PICKS = `
with scope as materialized (
  select :scopeId::bigint as id
), ${CATEGORY_LOCKS}, race as materialized (
  select race_id, name, category_id, locks_at, scored_revision is not null and scored_status <> 'cancelled' as is_scored
  from clock cross join ${COUNTING_RACES(SCOPE)} and category_id in (
    select category_id from category_locks where is_closed and closed_at < :committedAt::timestamptz
  )
)
select category.id as "categoryId", category.name as category, race.race_id as "raceId", race.name as race,
  fan.user_id as "userId", car.id as "carId", car.plate, car.driver,
  case when race.is_scored then coalesce(award.points, 0) end as points
from race join categories category on category.id = race.category_id
cross join unnest(:userIds::text[]) fan (user_id)
left join lateral (
  select ${CAR_IN_FORCE('race.locks_at')} as car_id
  from tips tip left join memberships member on member.id = tip.membership_id
  where tip.scope_id = :scopeId and tip.user_id = fan.user_id and tip.category_id = race.category_id
    and member.left_at is null
) pick on true
left join cars car on car.id = pick.car_id
left join awards award on award.race_id = race.race_id and award.scope_id = :scopeId and award.user_id = fan.user_id
  and award.to_revision is null
order by category.list_order, category.id, race.locks_at, race.race_id`

/** Reads what a comparison of two fans shows. */
export const compareReadModel = (database: Database) => ({
  /** Finds a fan whose account exists. */
  async fan(userId: string): Promise<ComparedFan | undefined> {
    const row = await database('users')
      .where({ id: userId })
      .whereNotExists(database('deleted_subjects').where({ subject: userSubject(userId) }))
      .first()
    return (
      row && {
        userId: row.id,
        username: row.username,
        firstName: row.first_name,
        lastName: row.last_name,
        avatarConfig: row.avatar_config,
      }
    )
  },

  /** The weekends of a season, or the last ten, that are live or completed. */
  async weekends(seasonId: number | null): Promise<ComparedWeekend[]> {
    const statement = seasonId === null ? LAST_WEEKENDS : WEEKENDS
    const { rows } = await database.raw<{ rows: ComparedWeekend[] }>(statement, seasonId === null ? {} : { seasonId })
    return rows.map(({ weekendId, name, round, status }) => ({ weekendId, name, round, status }))
  },

  /** The open competition of each weekend, and the groups that both are in. */
  async scopes(weekendIds: readonly number[], you: string, them: string): Promise<ComparedScope[]> {
    return (await database.raw<{ rows: ComparedScope[] }>(SCOPES, { weekendIds, you, them })).rows
  },

  /** The scopes among these in which the points of the user are hidden from others than the admin. */
  async hiddenIn(scopeIds: readonly number[], userId: string): Promise<ReadonlySet<number>> {
    const found: number[] = await database('standings')
      .whereIn('scope_id', scopeIds)
      .where({ user_id: userId, hidden: true })
      .pluck('scope_id')
    return new Set(found)
  },

  /** The picks of these users in the categories whose picks are visible, by category and race. */
  async picks(
    { scopeId, weekendId }: ComparedScope,
    userIds: readonly string[],
    committedAt: Date,
  ): Promise<PickRow[]> {
    const bindings = { scopeId, weekendId, userIds, committedAt }
    return (await database.raw<{ rows: PickRow[] }>(PICKS, bindings)).rows
  },
})
