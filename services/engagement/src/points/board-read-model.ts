import type { EngagementEntry, EngagementStats } from '@purple-sector/contracts/engagement/http'
import { type Database, prepared, type Transaction } from '@purple-sector/database'

/** A page; `pending` is the id of the last change not counted in a version yet, `own` the viewer's row, null if they have none. */
export type EngagementPage = {
  version: number
  pending: number
  /** When racing last changed the board. */
  changedAt: string | null
  total: number
  own: EngagementEntry | null
  entries: EngagementEntry[]
}
type Page = { limit: number; offset: number; viewer?: string | null }

/** SQL: current ranks, the stored ones plus changes not counted yet; few rows for any number of users. */
const POSITIONS = `
with counted as (
  select points, fans from engagement_ranks where weekend_id = :weekendId::integer
  union all
  select points_before, -1 from engagement_changes where weekend_id = :weekendId and points_before is not null
  union all
  select points_after, 1 from engagement_changes where weekend_id = :weekendId and points_after is not null
), ranks as (
  select points, sum(fans)::integer as fans from counted group by points having sum(fans) > 0
), positions as materialized (
  select points, fans, (1 + coalesce(sum(fans) over (
    order by points desc rows between unbounded preceding and 1 preceding), 0))::integer as position from ranks
)`

/** SQL: points at the start of the page and the number of users above, from the ranks alone. */
const START = `, start as (
  select points, position - 1 as above from positions where position <= :offset::integer + 1
  order by position desc limit 1
)`

const ENTRY = `json_build_object('userId', t.user_id, 'position', p.position, 'totalPoints', t.points,
  'totalActivities', t.activities, 'username', u.username, 'firstName', u.first_name, 'lastName', u.last_name,
  'profileImageUrl', u.profile_image_url, 'avatarConfig', u.avatar_config)`

/** SQL: joins for rows `t`. */
const JOINS = 'join positions p on p.points = t.points left join users u on u.id = t.user_id'

const RACED_AT = '(select racing_changed_at from engagement_boards where weekend_id = :weekendId)'

const HEAD = `coalesce((select version from engagement_boards where weekend_id = :weekendId), 0) as version,
  ${RACED_AT} as "changedAt",
  coalesce((select max(id) from engagement_changes where weekend_id = :weekendId), 0) as pending,
  coalesce((select sum(fans) from positions), 0)::integer as total,
  (select ${ENTRY} from activity_totals t ${JOINS}
    where t.weekend_id = :weekendId and t.user_id = :viewer::text) as own`

/** SQL: rows in the order of the board's index; ties by name, then id (docs/rules.md, Standings). */
const ROWS = `coalesce((
  select json_agg(${ENTRY} order by t.points desc, t.sort_name, t.user_id) from (
    select user_id, points, activities, sort_name from activity_totals
    where weekend_id = :weekendId and points <= (select points from start)
    order by points desc, sort_name, user_id limit :limit::integer offset :offset - (select above from start)
  ) t ${JOINS}
), '[]')`

const PAGE = `${POSITIONS}${START} select ${HEAD}, ${ROWS} as entries`
const ENTRIES = `${POSITIONS} select ${HEAD}, coalesce((
  select json_agg(${ENTRY}) from activity_totals t ${JOINS}
  where t.weekend_id = :weekendId and t.user_id = any(:userIds::text[])), '[]') as entries`
const ONLY_HEAD = `${POSITIONS} select ${HEAD}, '[]'::json as entries`

const STATS = `select activities as "totalActivities", points as "totalPoints", last_at as "lastActivity", ${RACED_AT} as "changedAt"
from activity_totals where user_id = :userId and weekend_id = :weekendId`

/** Reads the current engagement board of a weekend, each reply from one snapshot. */
export const boardReadModel = (sql: Database | Transaction, weekendId: number) => {
  const read = async (name: string, text: string, bindings: object): Promise<EngagementPage> => {
    type Row = Omit<EngagementPage, 'changedAt'> & { changedAt: Date | null }
    const { rows } = await prepared<Row>(sql, name, text, { weekendId, viewer: null, ...bindings })
    const [board] = rows
    if (board) return { ...board, changedAt: board.changedAt?.toISOString() ?? null }
    return { version: 0, pending: 0, changedAt: null, total: 0, own: null, entries: [] }
  }

  return {
    page: ({ limit, offset, viewer = null }: Page) => read('engagement-page', PAGE, { limit, offset, viewer }),

    /** Reads the board without rows, cheaply: enough to validate an ETag. */
    head: (viewer: string) => read('engagement-head', ONLY_HEAD, { viewer }),

    /** Reads the entries of users. */
    entriesOf: (userIds: readonly string[]) => read('engagement-entries', ENTRIES, { userIds }),

    async statsOf(userId: string): Promise<EngagementStats & Pick<EngagementPage, 'changedAt'>> {
      type Row = Omit<EngagementStats, 'lastActivity'> & { lastActivity: Date; changedAt: Date | null }
      const { rows } = await prepared<Row>(sql, 'engagement-stats', STATS, { weekendId, userId })
      const [stats] = rows
      return stats
        ? {
            ...stats,
            lastActivity: stats.lastActivity.toISOString(),
            changedAt: stats.changedAt?.toISOString() ?? null,
          }
        : { totalActivities: 0, totalPoints: 0, lastActivity: null, changedAt: null }
    },
  }
}
