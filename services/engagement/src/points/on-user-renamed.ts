import { userChanged } from '@purple-sector/contracts/identity/events'
import { lockSubject, prepared } from '@purple-sector/database'
import { on } from '@purple-sector/messaging'
import { removeFromLeaderboards } from './remove-from-leaderboards-sql.ts'
import { sortName } from './sort-name.ts'

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

/** Compares a user with their row on boards, and records a change of each board that shows them. */
export const onUserRenamed = on(userChanged, async ({ data: user, subject }, sql) => {
  const { id, username, firstName, lastName, profileImageUrl: image, deleted } = user
  if (deleted) {
    // Lock as the projections do afterwards: a concurrent award commits first, or sees the deletion.
    await lockSubject(sql, 'exclusive', subject)
    return removeFromLeaderboards(sql, id)
  }
  const avatar = user.avatarConfig && JSON.stringify(user.avatarConfig)
  const bindings = { id, username, firstName, lastName, image, avatar, sortName: sortName(user) }
  await prepared(sql, 'rename-on-boards', RENAME, bindings)
})
