import type { Database } from '@purple-sector/database'

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
