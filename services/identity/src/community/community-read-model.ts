import { MAX_IN_COMMUNITY, type TeamUser, type TracksideUser } from '@purple-sector/contracts/identity/http'
import type { Database } from '@purple-sector/database'

const filterByWeekend = (weekendId: number | undefined): { sql: string; values: number[] } =>
  weekendId === undefined ? { sql: '', values: [] } : { sql: 'and selected_weekend_id = ?', values: [weekendId] }

/** The community lists, each read in index order and only up to its limit. */
export const communityReadModel = (database: Database) => ({
  /** Lists users at the track by name. */
  async trackside(weekendId: number | undefined): Promise<TracksideUser[]> {
    const weekendFilter = filterByWeekend(weekendId)
    const { rows } = await database.raw<{ rows: TracksideUser[] }>(
      `select id, username, first_name as "firstName", user_type as "userType", avatar_config as "avatarConfig",
         selected_weekend_id as "weekendId"
       from users where track_status = 'at_track' ${weekendFilter.sql}
       order by lower(coalesce(username, first_name)), id limit ${MAX_IN_COMMUNITY}`,
      weekendFilter.values,
    )
    return rows
  },

  /** Lists all teams by name; with a weekend, only the teams at its track. */
  async teams(weekendId: number | undefined): Promise<TeamUser[]> {
    const weekendFilter = filterByWeekend(weekendId)
    const { rows } = await database.raw<{ rows: TeamUser[] }>(
      `select id, username, first_name as "firstName", car_number as "carNumber", track_status as "trackStatus",
         team_name as "teamName", manufacturer, avatar_config as "avatarConfig"
       from users where user_type = 'team' ${weekendFilter.sql && `and track_status = 'at_track' ${weekendFilter.sql}`}
       order by lower(team_name), id limit ${MAX_IN_COMMUNITY}`,
      weekendFilter.values,
    )
    return rows
  },
})
