import { seasonKey, weekendKey } from '@purple-sector/contracts/event'
import { seasonRoundCompleted, seasonRoundReopened, seasonWon } from '@purple-sector/contracts/tipping/events'
import { type Database, type Transaction, wakeAfterCommit } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { AWAITS_RESULT } from '../jokers/returned-jokers-sql.ts'
import { scoreColumnsOf } from '../seasons/season-score-sql.ts'

/** Participants per event, which keeps it far below the limit of the bus. */
const PER_EVENT = 1_000

/** Publishes where the participants of a round stand, once its leaderboard counts it as completed. */
export const announceRound = async (sql: Transaction, weekendId: number): Promise<void> => {
  await sql.raw(
    `insert into season_round_announcements (weekend_id)
     select :weekendId where exists (select from season_rounds where weekend_id = :weekendId) on conflict do nothing`,
    { weekendId },
  )
  wakeAfterCommit(sql, 'tasks')
}

/** Forgets a round that is completed no more; what was published of it is withdrawn. */
export const withdrawRound = async (sql: Transaction, weekendId: number): Promise<void> => {
  const rows: { season_id: number | null }[] = await sql('season_round_announcements')
    .where({ weekend_id: weekendId })
    .delete()
    .returning('season_id')
  const seasonId = rows[0]?.season_id ?? null
  if (seasonId !== null) await outbox(sql).append(seasonRoundReopened, { seasonId, weekendId })
}

/** Publishes the winners of a season, once in its life. */
export const announceWinners = async (sql: Transaction, seasonId: number): Promise<void> => {
  await sql('season_completions').insert({ season_id: seasonId }).onConflict('season_id').ignore()
  wakeAfterCommit(sql, 'tasks')
}

/** A board whose rows follow from the present leaderboard of the weekend, and count it as completed. */
const COUNTS_ROUND = `exists (
  select from scopes scope, jsonb_array_elements(board.basis -> 'rounds') as counted
  where scope.weekend_id = weekend.id and scope.group_id is null
    and (counted ->> 'weekendId')::integer = weekend.id and (counted ->> 'version')::bigint = scope.version
    and (counted ->> 'isCompleted')::boolean and (counted ->> 'hasResult')::boolean
)`

const DUE_ROUNDS = `
select weekend.id as "weekendId", weekend.name as weekend, round.round, season.id as "seasonId", season.name as season,
  board.id as "boardId"
from season_round_announcements announcement
join weekends weekend on weekend.id = announcement.weekend_id and not weekend.deleted and weekend.status = 'completed'
join season_rounds round on round.weekend_id = weekend.id
join seasons season on season.id = round.season_id
join season_boards board on board.season_id = season.id and board.group_id is null
where announcement.season_id is null and not (${AWAITS_RESULT}) and ${COUNTS_ROUND}`

const DUE_WINNERS = `
select season.id as "seasonId", season.name as season, board.id as "boardId"
from season_completions completion
join seasons season on season.id = completion.season_id and season.status = 'completed'
join season_boards board on board.season_id = season.id and board.group_id is null
where completion.published_at is null and board.has_positions and not exists (
  select from seasons_to_refresh mark
  where mark.season_id = season.id and mark.group_id is null and mark.due_at <= clock_timestamp()
) and not exists (
  select from season_rounds round join weekends weekend on weekend.id = round.weekend_id
  where round.season_id = season.id and (${AWAITS_RESULT})
)`

/** For `runDueTasks`. */
export const DUE_ANNOUNCEMENTS = `select from (${DUE_ROUNDS}) rounds union all select from (${DUE_WINNERS}) winners`

type DueSeason = { seasonId: number; season: string; boardId: number }
type DueRound = DueSeason & { weekendId: number; weekend: string; round: number }

export const findDueRounds = async (sql: Database | Transaction): Promise<DueRound[]> => {
  const { rows } = await sql.raw<{ rows: DueRound[] }>(DUE_ROUNDS)
  return rows
}
export const findDueWinners = async (sql: Database | Transaction): Promise<DueSeason[]> => {
  const { rows } = await sql.raw<{ rows: DueSeason[] }>(DUE_WINNERS)
  return rows
}

/** SQL of the rows of a board that have a position, split into parts. */
const RANKED = (condition: string): string => `
select s.user_id, s.total, rank.position, rank.count > 1 as shared, previous.position - rank.position as change,
  (row_number() over (order by s.user_id) - 1) / ${PER_EVENT} as part
from season_standings s
join season_ranks rank on rank.board_id = s.board_id and not rank.is_previous and rank.position is not null
  and (${scoreColumnsOf('rank')}) = (${scoreColumnsOf('s')})
left join season_ranks previous on previous.board_id = s.board_id and previous.is_previous
  and (${scoreColumnsOf('previous')}) = (${scoreColumnsOf('s', 'previous_')})
where s.board_id = :boardId and not s.hidden and ${condition}`

const ROUND_EVENTS = `
select :type::text as type, :subject::text as subject, :key::text as key, json_build_object(
    'seasonId', :seasonId::integer, 'season', :season::text, 'weekendId', :weekendId::integer, 'weekend', :weekend::text,
    'round', :round::integer, 'standings', json_agg(json_build_object('userId', user_id, 'position', position,
      'shared', shared, 'totalPoints', total, 'positionChange', coalesce(change, 0)) order by user_id)) as data
from (${RANKED('true')}) ranked group by part order by part`

const WINNER_EVENTS = `
select :type::text as type, :subject::text as subject, :key::text as key, json_build_object(
    'seasonId', :seasonId::integer, 'season', :season::text, 'totalPoints', min(total), 'shared', bool_or(shared),
    'userIds', json_agg(user_id order by user_id)) as data
from (${RANKED('rank.position = 1 and s.total > 0')}) ranked group by part order by part`

/** Publishes where the participants of a round stand, and remembers that. */
export const publishRound = async (sql: Transaction, round: DueRound): Promise<void> => {
  const { seasonId, weekendId } = round
  const { type, subject } = seasonRoundCompleted
  const key = weekendKey(weekendId)
  const names = { type, key, subject: subject({ ...round, standings: [] }) }
  await outbox(sql).appendSelected([key], ROUND_EVENTS, { ...round, ...names })
  await sql('season_round_announcements').where({ weekend_id: weekendId }).update({ season_id: seasonId })
}

/** Publishes who has won a season, and remembers that. */
export const publishWinners = async (sql: Transaction, won: DueSeason): Promise<void> => {
  const { type, subject } = seasonWon
  const key = seasonKey(won.seasonId)
  const names = { type, key, subject: subject({ ...won, totalPoints: 0, shared: false, userIds: [] }) }
  await outbox(sql).appendSelected([key], WINNER_EVENTS, { ...won, ...names })
  await sql('season_completions')
    .where({ season_id: won.seasonId })
    .update({ published_at: sql.raw('clock_timestamp()') })
}

/** Claims a season that is completed; false if another process has it. */
export const claimCompletion = async (sql: Transaction, seasonId: number): Promise<boolean> =>
  (await sql('season_completions').where({ season_id: seasonId }).forUpdate().skipLocked().first('season_id')) !==
  undefined
