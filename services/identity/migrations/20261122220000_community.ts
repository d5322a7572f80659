import type { Database } from '@purple-sector/database'

const indexes = `
-- Each list of the community is read in its order, and only as far as it is shown.
create index users_trackside on users (lower(coalesce(username, first_name)), id) where track_status = 'at_track';
create index users_trackside_at on users (selected_weekend_id, lower(coalesce(username, first_name)), id)
  where track_status = 'at_track';
create index users_teams on users (lower(team_name), id) where user_type = 'team';
create index users_teams_at on users (selected_weekend_id, lower(team_name), id)
  where user_type = 'team' and track_status = 'at_track';
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(indexes)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
