import type { userChanged } from '@purple-sector/contracts/identity/events'
import { type Database, prepared, type Transaction } from '@purple-sector/database'
import type { z } from 'zod'
import { sortName } from './sort-name.ts'

type User = z.infer<typeof userChanged.data>

/** SQL: skips users whose displayed profile is unchanged, because identity also publishes other changes. */
const RENAME = `
with renamed as (
  update activity_totals set sort_name = :sortName where user_id = :id and not exists (
    select from users where id = :id and (username, first_name, last_name, profile_image_url, avatar_config)
      is not distinct from (:username::text, :firstName::text, :lastName::text, :image::text, :avatar::jsonb)
  )
  returning weekend_id, points
)
insert into engagement_changes (weekend_id, points_before, points_after) select weekend_id, points, points from renamed`

/** Renames a user on boards, and records a change of each board that shows them. */
export const renameOnBoards = async (sql: Transaction, user: User): Promise<void> => {
  const { id, username, firstName, lastName, profileImageUrl: image } = user
  const avatar = user.avatarConfig && JSON.stringify(user.avatarConfig)
  const bindings = { id, username, firstName, lastName, image, avatar, sortName: sortName(user) }
  await prepared(sql, 'rename-on-boards', RENAME, bindings)
}

const REMOVE = `
with deleted as (delete from activity_totals where user_id = :userId returning weekend_id, points)
insert into engagement_changes (weekend_id, points_before, points_after) select weekend_id, points, null from deleted`

/** Deletes the totals of a user and records the change of each board. */
export const removeFromLeaderboards = async (sql: Database | Transaction, userId: string): Promise<void> => {
  await prepared(sql, 'remove-from-leaderboards', REMOVE, { userId })
}

const REVOKE = `
with deleted as (
  delete from activities
  where kind = 'group' and cause = 'group/' || :id::integer
    or kind = 'tip' and split_part(cause, '/', 4) = :id::integer::text
  returning user_id, weekend_id, points
), lost as (
  select user_id, weekend_id, sum(points)::integer as points, count(*)::integer as activities
  from deleted where weekend_id is not null group by user_id, weekend_id
), counted as (
  update activity_totals t set points = t.points - lost.points, activities = t.activities - lost.activities
  from lost where t.user_id = lost.user_id and t.weekend_id = lost.weekend_id
  returning t.user_id, t.weekend_id, old.points as points_before, new.points as points_after, new.activities
), changed as (
  insert into engagement_changes (weekend_id, points_before, points_after)
  select weekend_id, points_before, case when activities > 0 then points_after end from counted
)
select user_id from counted where activities = 0`

/** Deletes the activities and points of a deleted group, and the totals of users without other activities. */
export const revokeGroupPoints = (database: Database, id: number): Promise<void> =>
  database.transaction(async (sql) => {
    const { rows } = await sql.raw<{ rows: { user_id: string }[] }>(REVOKE, { id })
    const userIds = rows.map(({ user_id }) => user_id)
    if (userIds.length > 0) await sql('activity_totals').whereIn('user_id', userIds).where({ activities: 0 }).delete()
  })
