import { INSTANT, ROW_OF } from '../leaderboards/leaderboard-sql.ts'
import { SCORE_COLUMNS, scoreColumnsOf } from '../seasons/season-score-sql.ts'

/* Reads of season leaderboards, each in one statement and so from one snapshot. */

const BOARD = `
select b.id, b.version, ${INSTANT('b.changed_at')} as "changedAt", b.participants as total, b.basis -> 'rounds' as rounds`
const FROM_BOARD = `
from season_boards b join seasons on seasons.id = b.season_id
where b.season_id = :seasonId and b.group_id is not distinct from :groupId::integer`

/** The rank of a row `s` now (`r`) and before the latest round (`p`), and its user (`u`). Hidden rows have no rank. */
const JOINS = `
left join season_ranks r on r.board_id = s.board_id and not r.is_previous and not s.hidden
  and (${scoreColumnsOf('r')}) = (${scoreColumnsOf('s')})
left join season_ranks p on p.board_id = s.board_id and p.is_previous and not s.hidden
  and (${scoreColumnsOf('p')}) = (${scoreColumnsOf('s', 'previous_')})
left join users u on u.id = s.user_id`

/** All jokers of a user, also those that others may not see yet. */
const OWN_JOKERS = `array(
  select joker.weekend_id from jokers joker join season_rounds round using (season_id, weekend_id)
  where joker.season_id = :seasonId and joker.user_id = s.user_id order by round.round
)`

/** `jokers` is SQL of the weekends whose jokers are shown. */
const ROW = (jokers: string): string =>
  ROW_OF('entry', {
    userId: 's.user_id',
    isHidden: 's.hidden',
    position: 'r.position',
    previousPosition: 'p.position',
    isShared: "coalesce(r.tie_break = 'shared', false)",
    tieBreak: 'r.tie_break',
    totalPoints: 's.total',
    points: 's.points',
    seasonPoints: 's.season_points',
    states: 's.states',
    picks: 's.picks',
    won: 's.won',
    jokers,
    username: 'u.username',
    firstName: 'u.first_name',
    lastName: 'u.last_name',
    avatarConfig: 'u.avatar_config',
  })

/** Rows with hidden points come last, by name, because their order would reveal the points; only groups hide them. */
const ORDER = {
  open: ['hidden', ...SCORE_COLUMNS.map((column) => `${column} desc`)],
  group: ['hidden', ...SCORE_COLUMNS.map((column) => `case when not hidden then ${column} end desc`)],
}

const PAGE_ROWS = (kind: keyof typeof ORDER): string => `coalesce((
  select json_agg(entry order by s.place)
  from (select *, row_number() over () as place from (
    select * from season_standings where board_id = b.id
    order by ${ORDER[kind].join(', ')}, sort_name, user_id limit :limit offset :offset
  ) page) s ${JOINS} ${ROW('s.jokers')}
), '[]')`

const USER_ROWS = `coalesce((
  select json_agg(entry) from season_standings s ${JOINS} ${ROW(OWN_JOKERS)}
  where s.board_id = b.id and s.user_id = any(:userIds::text[])
), '[]')`

const PAGE = (kind: keyof typeof ORDER): string =>
  `${BOARD}, ${PAGE_ROWS(kind)} as rows, ${USER_ROWS} as "ownRows" ${FROM_BOARD}`

/** A page, and the row of the requesting user (`userIds`) as that user sees it. */
export const PAGES = { open: PAGE('open'), group: PAGE('group') }

/** The rows of users, each as the user sees it. */
export const OF_USERS = `${BOARD}, '[]'::json as rows, ${USER_ROWS} as "ownRows" ${FROM_BOARD}`
