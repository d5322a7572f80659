import { userChanged } from '@purple-sector/contracts/identity/events'
import { lockSubject, prepared } from '@purple-sector/database'
import { on } from '@purple-sector/messaging'
import { leaveBoards } from './leave-boards.ts'
import { sortName } from './sort-name.ts'

/** Whoever is shown as before is passed over: identity tells much else of people. */
const RENAME = `
with renamed as (
  update activity_totals set sort_name = :sortName where user_id = :id and not exists (
    select from users where id = :id and (username, first_name, last_name, profile_image_url, avatar_config)
      is not distinct from (:username::text, :firstName::text, :lastName::text, :image::text, :avatar::jsonb)
  )
  returning weekend_id, points
)
insert into engagement_changes (weekend_id, points_before, points_after) select weekend_id, points, points from renamed`

/** Compares somebody with how boards show them; those that do get a new version. */
export const noticeRenamed = on(userChanged, async ({ data: user, subject }, sql) => {
  const { id, username, firstName, lastName, profileImageUrl: image, deleted } = user
  if (deleted) {
    // As the copies do after this: whoever awards them points now comes first, or finds them gone.
    await lockSubject(sql, 'exclusive', subject)
    return leaveBoards(sql, id)
  }
  const avatar = user.avatarConfig && JSON.stringify(user.avatarConfig)
  const bindings = { id, username, firstName, lastName, image, avatar, sortName: sortName(user) }
  await prepared(sql, 'rename-on-boards', RENAME, bindings)
})
