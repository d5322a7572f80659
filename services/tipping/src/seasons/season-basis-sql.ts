import type { SeasonScope } from '@purple-sector/contracts/tipping/scope'
import type { Transaction } from '@purple-sector/database'
import { JOKERS_ARE_LOCKED, JOKERS_LOCK_AT } from '../jokers/joker-lock-sql.ts'
import { HAS_TIP, INSTANT } from '../leaderboards/leaderboard-sql.ts'
import { COUNTING_RACES } from '../tips/tip-races.ts'
import { type Basis, type BasisRound, needsTippers } from './season-basis.ts'
import type { SeasonRules, Tippers } from './season-points.ts'

/** SQL condition: the round `r` with its weekend `w` is not earlier than the first scope of the group. */
export const SINCE_FIRST_SCOPE = `exists (
  select from scopes first_scope
  join season_rounds first_round on first_round.season_id = r.season_id and first_round.weekend_id = first_scope.weekend_id
  join weekends first_weekend on first_weekend.id = first_scope.weekend_id
  where first_scope.group_id = :groupId and not first_scope.deleted
    and (first_weekend.start_date, first_round.round) <= (w.start_date, r.round)
)`

/** The rounds of a season with their leaderboards in a competition; a group's begin with its first scope. */
export const ROUNDS = `
select r.weekend_id, r.round, r.multiplier, w.start_date, w.status = 'completed' as is_completed, scope.id as scope_id,
  coalesce(scope.version, 0) as version, coalesce(scope.scored_races > 0, false) as has_result, scope.changed_at
from season_rounds r join weekends w on w.id = r.weekend_id and not w.deleted
left join scopes scope on scope.weekend_id = r.weekend_id and scope.group_id is not distinct from :groupId::integer
  and not scope.deleted
where r.season_id = :seasonId and (:groupId::integer is null or ${SINCE_FIRST_SCOPE})`

/**
 * SQL of the instant at which the last counting race of a round locks; null while one has no lock, unless the round is
 * completed. The surrounding query must define `clock (now)`.
 */
export const LAST_LOCK_AT = ({
  scopeId,
  weekendId,
  isCompleted,
}: Record<'scopeId' | 'weekendId' | 'isCompleted', string>): string => `(
  select case when ${isCompleted} or bool_and(locks_at is not null) then ${INSTANT('max(locks_at)')} end
  from ${COUNTING_RACES({ scopeId, weekendId })}
)`

/** SQL condition: a standing `s` has a tip that a version of the leaderboard counts. */
export const HAS_COUNTED_TIP = `s.since_version is not null and ${HAS_TIP}`

/** The leader is read along the index of the leaderboard. */
const FACTS = `
select case when own.group_id is null then season.count_best else own.count_best end as "countBest",
  case when own.group_id is null then season.missed_weekend else own.missed_weekend end as "missedWeekend", coalesce((
  select json_agg(json_build_object('scopeId', round.scope_id, 'changedAt', round.changed_at,
    'jokersLockAt', ${JOKERS_LOCK_AT('round.weekend_id')}, 'weekendId', round.weekend_id, 'round', round.round,
    'multiplier', round.multiplier, 'startDate', round.start_date, 'isCompleted', round.is_completed,
    'hasResult', round.has_result, 'version', round.version,
    'lastLockAt', case when round.is_completed or own.group_id is not null then ${LAST_LOCK_AT({
      scopeId: 'round.scope_id',
      weekendId: 'round.weekend_id',
      isCompleted: 'round.is_completed',
    })} end, 'areJokersLocked', ${JOKERS_ARE_LOCKED('round.weekend_id', 'clock.now')}, 'leader', (
      select json_build_object('total', total, 'firsts', firsts, 'seconds', seconds, 'thirds', thirds) from (
        select * from standings where scope_id = round.scope_id and not hidden and since_version is not null
        order by total desc, firsts desc, seconds desc, thirds desc limit 1
      ) best where total > 0
    )) order by round.round)
  from (${ROUNDS}) round
), '[]') as rounds
from seasons season cross join (select clock_timestamp() as now) clock
left join season_groups own on own.group_id = :groupId::integer and own.all_season and own.season_id = season.id
where season.id = :seasonId and (:groupId::integer is null or own.group_id is not null)`

/** The facts of several groups of a season. */
const FACTS_OF_GROUPS = `
select competition.group_id as "groupId", facts.*
from unnest(:groupIds::integer[]) competition (group_id)
cross join lateral (${FACTS.replaceAll(':groupId', 'competition.group_id')}) facts`

/** Members with hidden points are left out: what a missed round is given would reveal them. */
const TIPPERS = `
select s.scope_id as "scopeId", count(*)::integer as count, min(total) as lowest, sum(total)::integer as sum
from standings s where scope_id = any(:scopeIds::bigint[]) and not hidden and ${HAS_COUNTED_TIP} group by s.scope_id`

type RoundFacts = Omit<BasisRound, 'tippers'> & {
  scopeId: number | null
  changedAt: string | null
  jokersLockAt: string | null
}

/** `scopeIds` are those of the rounds, null where a competition has none; times are the latest and the next one. */
export type SeasonFacts = {
  basis: Basis
  scopeIds: (number | null)[]
  changedAt: Date | null
  jokersLockAt: Date | null
}

const tippersOf = async (
  sql: Transaction,
  rounds: readonly RoundFacts[],
): Promise<ReadonlyMap<number | null, Tippers>> => {
  const scopeIds = rounds.flatMap(({ scopeId }) => (scopeId === null ? [] : [scopeId]))
  if (scopeIds.length === 0) return new Map()
  const { rows } = await sql.raw<{ rows: (Tippers & { scopeId: number })[] }>(TIPPERS, { scopeIds })
  return new Map(rows.map(({ scopeId, ...tippers }) => [scopeId, tippers]))
}

const timeOf = (times: readonly (string | null)[], pick: (...times: number[]) => number): Date | null => {
  const known = times.flatMap((time) => (time === null ? [] : [Date.parse(time)]))
  return known.length === 0 ? null : new Date(pick(...known))
}

type FactsRow = SeasonRules & { rounds: RoundFacts[] }

/** `stored` is what the rows were computed from last; `read` has those who tipped where that is another version. */
const factsOf = (
  { rounds, ...rules }: FactsRow,
  stored: Basis | null,
  read: ReadonlyMap<number | null, Tippers>,
): SeasonFacts => {
  const known = knownTippers(stored)
  const basisRounds = rounds.map(({ scopeId, changedAt: _, jokersLockAt: __, ...round }) => {
    const tippers = needsTippers(rules, round) ? (known(round) ?? read.get(scopeId) ?? null) : null
    return { ...round, tippers }
  })
  return {
    basis: { rules, rounds: basisRounds },
    scopeIds: rounds.map(({ scopeId }) => scopeId),
    changedAt: timeOf(
      rounds.map(({ changedAt }) => changedAt),
      Math.max,
    ),
    jokersLockAt: timeOf(
      rounds.map(({ jokersLockAt, areJokersLocked }) => (areJokersLocked ? null : jokersLockAt)),
      Math.min,
    ),
  }
}

/** Those who tipped, where they are known of this version of the leaderboard. */
const knownTippers = (stored: Basis | null) => {
  const known = new Map(stored?.rounds.map((round) => [round.weekendId, round]))
  return ({ weekendId, version }: Pick<RoundFacts, 'weekendId' | 'version'>): Tippers | null => {
    const round = known.get(weekendId)
    return round?.version === version ? round.tippers : null
  }
}

const roundsWithUnknownTippers = ({ rounds, ...rules }: FactsRow, stored: Basis | null): RoundFacts[] => {
  const known = knownTippers(stored)
  return rounds.filter((round) => needsTippers(rules, round) && known(round) === null)
}

/**
 * Reads what the rows of a competition follow from; undefined for a season that does not exist, and for a group that is
 * not of that season. `stored` is what they were computed from last: who tipped is read again only where a leaderboard has
 * another version.
 */
export const findSeasonFacts = async (
  sql: Transaction,
  competition: SeasonScope,
  stored: Basis | null,
): Promise<SeasonFacts | undefined> => {
  const { rows } = await sql.raw<{ rows: FactsRow[] }>(FACTS, competition)
  const [row] = rows
  return row && factsOf(row, stored, await tippersOf(sql, roundsWithUnknownTippers(row, stored)))
}

/** `findSeasonFacts` for several groups of a season, by group; `stored` too. */
export const findFactsOfGroups = async (
  sql: Transaction,
  seasonId: number,
  stored: ReadonlyMap<number, Basis | null>,
): Promise<Map<number, SeasonFacts>> => {
  const { rows } = await sql.raw<{ rows: (FactsRow & { groupId: number })[] }>(FACTS_OF_GROUPS, {
    seasonId,
    groupIds: [...stored.keys()],
  })
  const found = rows.map(({ groupId, ...row }) => ({ groupId, row, basis: stored.get(groupId) ?? null }))
  const tippers = await tippersOf(
    sql,
    found.flatMap(({ row, basis }) => roundsWithUnknownTippers(row, basis)),
  )
  return new Map(found.map(({ groupId, row, basis }) => [groupId, factsOf(row, basis, tippers)]))
}
