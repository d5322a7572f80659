import type { Database, Transaction } from '@purple-sector/database'
import type { CountingRace } from '../tips/tip.ts'
import { RACES, type RaceRow, raceOf } from '../tips/tip-races.ts'
import { AUTO_TIP_ENDS_BEFORE_MS, AUTO_TIP_STARTS_BEFORE_MS } from './decide-auto-tip.ts'

const milliseconds = (ms: number): string => `interval '${ms} milliseconds'`

/** SQL: races of rounds that close within the time in which automatic tips are made. */
const CLOSING_RACES = `
from races race
join season_rounds round on round.weekend_id = race.weekend_id
join weekends weekend on weekend.id = race.weekend_id and not weekend.deleted
  and (weekend.is_active or weekend.status <> 'inactive')
where not race.deleted and race.session_type <> 'practice'
  and race.locks_at > clock_timestamp() + ${milliseconds(AUTO_TIP_ENDS_BEFORE_MS)}
  and exists (select from users where auto_tip)`

const IN_TIME = `race.locks_at <= clock_timestamp() + ${milliseconds(AUTO_TIP_STARTS_BEFORE_MS)}`

/** SQL: not tried since the last change, or by a process that has stopped. */
const UNTRIED = `not exists (select from auto_tip_attempts attempt where attempt.race_id = race.race_id
  and (attempt.done or attempt.started_at > clock_timestamp() - interval '1 minute'))`

/** SQL: whether automatic tips have to be tried before a race. */
export const DUE_AUTO_TIPS = `select ${CLOSING_RACES} and ${IN_TIME} and ${UNTRIED}`

/** SQL: when the next race comes so close that they have to be. */
export const NEXT_AUTO_TIPS = `select min(race.locks_at) - ${milliseconds(AUTO_TIP_STARTS_BEFORE_MS)}
${CLOSING_RACES} and not ${IN_TIME}`

const DUE_RACES = `
select race.race_id as "raceId", race.weekend_id as "weekendId", race.category_id as "categoryId",
  round.season_id as "seasonId", round.round, weekend.start_date::text as "startDate"
${CLOSING_RACES} and ${IN_TIME} and ${UNTRIED} order by race.locks_at, race.race_id`

const ROUND = `
select round.weekend_id as "weekendId", round.season_id as "seasonId", round.round, weekend.start_date::text as "startDate"
from season_rounds round join weekends weekend on weekend.id = round.weekend_id and not weekend.deleted
where round.weekend_id = :weekendId order by round.season_id desc limit 1`

/** A round of a season; `startDate` is of its weekend, `YYYY-MM-DD`. */
export type Round = { weekendId: number; seasonId: number; round: number; startDate: string }
/** A category of a round that may get automatic tips. */
export type CategoryInRound = Round & { categoryId: number }
/** A race before which automatic tips are due. */
export type DueRace = CategoryInRound & { raceId: number }

/** SQL: whether a member uses their open tips in a group: then they get the automatic tip of the open competition there. */
const usesOpenTips = (group: string, user: string): string => `exists (select from published_memberships published
    where published.group_id = ${group} and published.user_id = ${user} and published.uses_open_tips)`

/**
 * SQL: fans who want automatic tips and have none of their own in the category, in each competition in which they had one
 * in an earlier round of the season; with the car of the latest. `competitions` joins each `fan` with the `scope`s to look at.
 */
const candidatesIn = (competitions: string): string => `
select fan.id as "userId", scope.id as "scopeId", scope.group_id as "groupId", earlier.car_id as "earlierCarId",
  own.car_id as "automaticCarId"
from ${competitions}
cross join lateral (
  select tip.car_id from season_rounds round
  join weekends weekend on weekend.id = round.weekend_id and not weekend.deleted
  join scopes earlier_scope on earlier_scope.weekend_id = weekend.id
    and earlier_scope.group_id is not distinct from scope.group_id
  join tips tip on tip.scope_id = earlier_scope.id and tip.user_id = fan.id and tip.category_id = :categoryId
  where round.season_id = :seasonId and (weekend.start_date, round.round) < (:startDate::date, :round::integer)
  order by weekend.start_date desc, round.round desc, tip.submitted_at desc limit 1
) earlier
left join lateral (
  select tip.car_id, tip.is_automatic from tips tip left join memberships member on member.id = tip.membership_id
  where tip.scope_id = scope.id and tip.user_id = fan.id and tip.category_id = :categoryId and member.left_at is null
) own on true
where fan.auto_tip and own.is_automatic is distinct from false`

const CANDIDATES_OF_WEEKEND = `${candidatesIn(`users fan
cross join lateral (
  select id, group_id from scopes where weekend_id = :weekendId and group_id is null and not deleted
  union all
  select scopes.id, scopes.group_id from memberships member join scopes on scopes.id = member.scope_id
  where member.user_id = fan.id and member.left_at is null and scopes.weekend_id = :weekendId
    and scopes.group_id is not null and not scopes.deleted and not ${usesOpenTips('scopes.group_id', 'fan.id')}
) scope`)}
and (fan.id, scope.id) > (:afterUser, :afterScope::bigint) order by fan.id, scope.id limit :limit`

/** Who uses their open tips in the group is a candidate in the open competition. */
const CANDIDATES_OF_GROUP = `${candidatesIn(`scopes asked
join memberships present on present.scope_id = asked.id and present.left_at is null
join users fan on fan.id = present.user_id
join scopes scope on scope.weekend_id = asked.weekend_id and not scope.deleted
  and case when ${usesOpenTips('asked.group_id', 'fan.id')} then scope.group_id is null else scope.id = asked.id end`)}
and asked.id = :scopeId`

const OPEN_RACES = `
with clock as materialized (select clock_timestamp() as now)
select ${RACES({ scopeId: 'scope.id', weekendId: ':weekendId', categoryId: ':categoryId' })} as races
from clock join scopes scope on scope.weekend_id = :weekendId and scope.group_id is null and not scope.deleted`

/** A fan to tip for in a competition, the car that they tipped last, and that of an automatic tip made before. */
export type AutoTipCandidate = {
  userId: string
  scopeId: number
  groupId: number | null
  earlierCarId: number
  automaticCarId: number | null
}
/** Where the next candidates begin. */
export type CandidateCursor = Pick<AutoTipCandidate, 'userId' | 'scopeId'>

/** A car as automatic tips compare it. */
export type ComparedCar = { id: number; plate: string; driver: string }

/** What automatic tips read, and where they have been tried. */
export const autoTipRepository = (sql: Database | Transaction) => ({
  async dueRaces(): Promise<DueRace[]> {
    return (await sql.raw<{ rows: DueRace[] }>(DUE_RACES)).rows
  },

  async candidates(race: DueRace, after: CandidateCursor, limit: number): Promise<AutoTipCandidate[]> {
    const bindings = { ...race, afterUser: after.userId, afterScope: after.scopeId, limit }
    return (await sql.raw<{ rows: AutoTipCandidate[] }>(CANDIDATES_OF_WEEKEND, bindings)).rows
  },

  /** The candidates among the present members of a group, each in the competition whose automatic tip they get there. */
  async candidatesInGroup(category: CategoryInRound, scopeId: number): Promise<AutoTipCandidate[]> {
    return (await sql.raw<{ rows: AutoTipCandidate[] }>(CANDIDATES_OF_GROUP, { ...category, scopeId })).rows
  },

  /** Reads the counting races of a category in the open competition. */
  async openRaces({ weekendId, categoryId }: CategoryInRound): Promise<CountingRace[]> {
    const { rows } = await sql.raw<{ rows: { races: RaceRow[] }[] }>(OPEN_RACES, { weekendId, categoryId })
    return (rows[0]?.races ?? []).map(raceOf)
  },

  /** Finds the round that a weekend is; undefined outside of a season. */
  async findRound(weekendId: number): Promise<Round | undefined> {
    return (await sql.raw<{ rows: Round[] }>(ROUND, { weekendId })).rows[0]
  },

  /** Reads the cars of a category that race, by number. */
  async racingCars({ weekendId, categoryId }: CategoryInRound): Promise<ComparedCar[]> {
    return sql('cars')
      .where({ weekend_id: weekendId, category_id: categoryId, status: 'active', withdrawn: false, deleted: false })
      .orderBy(['number', 'plate'])
      .select('id', 'plate', 'driver')
  },

  async carsById(ids: readonly number[]): Promise<Map<number, ComparedCar>> {
    const rows: ComparedCar[] = await sql('cars').whereIn('id', ids).select('id', 'plate', 'driver')
    return new Map(rows.map((car) => [car.id, car]))
  },

  /** Begins an attempt; returns its moment, which identifies it. */
  async start(raceId: number): Promise<string> {
    const { rows } = await sql.raw<{ rows: [{ startedAt: string }] }>(
      `insert into auto_tip_attempts (race_id, started_at) values (:raceId, clock_timestamp())
       on conflict (race_id) do update set started_at = excluded.started_at, done = false
       returning started_at::text as "startedAt"`,
      { raceId },
    )
    return rows[0].startedAt
  },

  /** Ends an attempt, unless something has changed since it began, so that it is tried again. */
  async finish(raceId: number, startedAt: string): Promise<void> {
    await sql('auto_tip_attempts').where({ race_id: raceId, started_at: startedAt }).update({ done: true })
  },

  /** Has automatic tips tried again in a category, whose cars or times have changed. */
  async retryCategory({ weekendId, categoryId }: { weekendId: number; categoryId: number }): Promise<void> {
    await sql('auto_tip_attempts')
      .whereIn('race_id', sql('races').where({ weekend_id: weekendId, category_id: categoryId }).select('race_id'))
      .delete()
  },

  /** Has automatic tips tried again in weekends in which a group has its scope now. */
  async retryWeekends(weekendIds: readonly number[]): Promise<void> {
    await sql('auto_tip_attempts')
      .whereIn('race_id', sql('races').whereIn('weekend_id', weekendIds).select('race_id'))
      .delete()
  },

  /** Has automatic tips tried again everywhere, for a fan who has just switched them on. */
  async retryAll(): Promise<void> {
    await sql('auto_tip_attempts').delete()
  },
})
