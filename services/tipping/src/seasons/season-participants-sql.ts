import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '@purple-sector/database'
import { type Basis, changedRounds, weekendsWithOtherJokers } from './season-basis.ts'
import { HAS_COUNTED_TIP, type SeasonFacts } from './season-basis-sql.ts'
import type { RowRounds } from './season-row.ts'

/** Rows per statement. */
const BATCH_SIZE = 5_000

/** A standing of a weekend: the index of its round from 1 on, total and picks. */
export type RoundStanding = [round: number, total: number, firsts: number, seconds: number, thirds: number]

/** `deletedAt`: when identity deleted the account. */
export type ParticipantRow = {
  userId: string
  sortName: string
  isHidden: boolean
  deletedAt: Date | null
  standings: RoundStanding[]
  jokers: number[]
}

/** A participant of whom something changed, with the row as it was computed last; null without one. */
export type ChangedParticipant = ParticipantRow & { row: RowRounds | null }

type Source = { seasonId: number; facts: SeasonFacts }

export const STANDING_OF_ROUND = 'json_build_array(scope.round, s.total, s.firsts, s.seconds, s.thirds)'

/** Jokers that all fans may see: of rounds in which they have locked. */
export const VISIBLE_JOKERS = (
  member: string,
): string => `array(select weekend_id from jokers where season_id = :seasonId and user_id = ${member}.user_id
  and weekend_id = any(:lockedWeekendIds::integer[]) order by weekend_id)`

/** Participants among the standings of `filter`, with their standings in all rounds. */
const PARTICIPANTS = (filter: string): string => `
select member.user_id as "userId", member."isHidden", member.standings, coalesce(u.sort_name, 'anonymous') as "sortName", deleted.deleted_at as "deletedAt",
  to_json(${VISIBLE_JOKERS('member')}) as jokers
from (
  select s.user_id, bool_or(s.hidden) as "isHidden",
    coalesce(json_agg(${STANDING_OF_ROUND}) filter (where ${HAS_COUNTED_TIP}), '[]') as standings
  from unnest(:scopeIds::bigint[]) with ordinality as scope (id, round) cross join lateral (
    select * from standings where scope_id = scope.id and ${filter} offset 0
  ) s
  group by s.user_id having bool_or(s.since_version is not null)
) member
left join users u on u.id = member.user_id
left join deleted_subjects deleted on deleted.subject = 'user/' || member.user_id`

const OF_USERS = PARTICIPANTS('user_id = any(:userIds::text[])')
const OF_RANGE = PARTICIPANTS('user_id > :after and (:upTo::text is null or user_id <= :upTo)')

/** Where to end a range: after so many of all users; null for the last range. Who is not among users is in a range too. */
const RANGE_END = `
select id from users where id > :after order by id offset ${BATCH_SIZE - 1} limit 1`

const WORK_TABLE = `
create temp table if not exists changed_participants (user_id text collate "C" primary key) on commit delete rows`

/** Leaders whose points did not change may have won before, or win now. */
const FIND_CHANGED = `
insert into changed_participants
select s.user_id from unnest(:scopeIds::bigint[], :versions::bigint[]) seen (scope_id, version)
join standings s on s.scope_id = seen.scope_id and (s.changed_version > seen.version or s.since_version > seen.version)
union
select s.user_id from json_to_recordset(:leaders::json) leader (scope_id bigint, total int, firsts int, seconds int, thirds int)
join standings s on s.scope_id = leader.scope_id and not s.hidden and s.total = leader.total and s.firsts = leader.firsts
  and s.seconds = leader.seconds and s.thirds = leader.thirds
union
select user_id from jokers where season_id = :seasonId and weekend_id = any(:jokerWeekendIds::integer[])
union
select unnest(:userIds::text[])`

/** `scopeIds` and `rounds` are those of the changed rounds; one lookup for each user and round. */
const CHANGED_BATCH = `
select c.user_id as "userId", coalesce(u.sort_name, 'anonymous') as "sortName", coalesce(row.hidden, false) as "isHidden",
  to_json(${VISIBLE_JOKERS('c')}) as jokers, null as "deletedAt", s.standings,
  case when row.user_id is not null then json_build_object('points', row.points, 'seasonPoints', row.season_points,
    'states', row.states, 'picks', row.picks, 'won', row.won, 'jokers', row.jokers) end as row
from (select user_id from changed_participants where user_id > :after order by user_id limit ${BATCH_SIZE}) c
left join users u on u.id = c.user_id
left join season_standings row on row.board_id = :boardId and row.user_id = c.user_id
cross join lateral (
  select coalesce(json_agg(${STANDING_OF_ROUND}), '[]') as standings
  from unnest(:scopeIds::bigint[], :rounds::integer[]) scope (id, round) cross join lateral (
    select * from standings where scope_id = scope.id and user_id = c.user_id offset 0
  ) s where ${HAS_COUNTED_TIP}
) s
order by c.user_id`

export const lockedWeekends = ({ basis }: SeasonFacts): number[] =>
  basis.rounds.flatMap(({ weekendId, areJokersLocked }) => (areJokersLocked ? [weekendId] : []))

/** Reads participants of a season with all their standings, in batches. */
export const participantReader = (sql: Transaction, { seasonId, facts }: Source) => {
  const bindings = { seasonId, scopeIds: facts.scopeIds, lockedWeekendIds: lockedWeekends(facts) }
  return {
    async ofUsers(userIds: readonly string[]): Promise<ParticipantRow[]> {
      if (userIds.length === 0) return []
      const { rows } = await sql.raw<{ rows: ParticipantRow[] }>(OF_USERS, { ...bindings, userIds })
      return rows
    },

    /** Reads the participants whose ids are in a range, and where it ends: null if it is the last one. */
    async ofRange(after: string): Promise<{ participants: ParticipantRow[]; upTo: string | null }> {
      const end = await sql.raw<{ rows: { id: string }[] }>(RANGE_END, { after })
      const upTo = end.rows[0]?.id ?? null
      const { rows } = await sql.raw<{ rows: ParticipantRow[] }>(OF_RANGE, { ...bindings, after, upTo })
      return { participants: rows, upTo }
    },
  }
}

type Changes = Source & { boardId: number; before: Basis; userIds: readonly string[] }

/** Reads the participants of whom something changed since a basis with the same rounds, in batches. */
export const changedParticipantReader = async (sql: Transaction, changes: Changes) => {
  const { seasonId, boardId, before, facts, userIds } = changes
  const { scopeIds } = facts
  const indexes = new Map(facts.basis.rounds.map(({ weekendId }, index) => [weekendId, index]))
  const changed = changedRounds(before, facts.basis).flatMap((round) => {
    const index = indexes.get(round.after.weekendId)
    const scopeId = index === undefined ? null : scopeIds[index]
    return index === undefined || scopeId == null ? [] : [{ ...round, scopeId, number: index + 1 }]
  })
  const leaders = changed.flatMap(({ scopeId, after, leaderBefore }) =>
    after.isCompleted && !isDeepStrictEqual(after.leader, leaderBefore)
      ? [after.leader, leaderBefore].flatMap((leader) => (leader ? [{ scope_id: scopeId, ...leader }] : []))
      : [],
  )
  await sql.raw(WORK_TABLE)
  await sql.raw(FIND_CHANGED, {
    scopeIds: changed.map(({ scopeId }) => scopeId),
    versions: changed.map(({ versionBefore }) => versionBefore),
    leaders: JSON.stringify(leaders),
    seasonId,
    jokerWeekendIds: weekendsWithOtherJokers(before, facts.basis),
    userIds,
  })
  await sql.raw('analyze changed_participants')
  const bindings = {
    boardId,
    seasonId,
    lockedWeekendIds: lockedWeekends(facts),
    scopeIds: changed.map(({ scopeId }) => scopeId),
    rounds: changed.map(({ number }) => number),
  }
  return {
    /** Reads the next batch after a user; empty after the last one. */
    async next(after: string): Promise<ChangedParticipant[]> {
      const { rows } = await sql.raw<{ rows: ChangedParticipant[] }>(CHANGED_BATCH, { ...bindings, after })
      return rows
    },
  }
}
