import { displayName } from '@purple-sector/contracts/identity/display-name'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { type Transaction, table } from '@purple-sector/database'
import { lockAndCheckDeleted, markDeleted, on } from '@purple-sector/messaging'
import { TABLES_OF_USER } from '../deletion/owned-tables.ts'
import { pendingRemovals } from '../deletion/pending-removal-repository.ts'
import { deleteNotificationsNaming } from '../notifications/delete-notifications.ts'
import { sortName } from '../points/sort-name.ts'

type Row = {
  id: string
  verified_email: string | null
  username: string | null
  first_name: string | null
  last_name: string | null
  profile_image_url: string | null
  avatar_config: object | null
  sort_name: string
  spoiler_delay_seconds: number
}

export const users = table<Row, { avatar_config: string | null }>('users')

/** Returns the display name of a user, also of an unknown one. */
export const nameOfUser = async (sql: Transaction, id: string): Promise<string> => {
  const row = await users(sql).where({ id }).first('username', 'first_name', 'last_name')
  const { username = null, first_name: firstName = null, last_name: lastName = null } = row ?? {}
  return displayName({ username, firstName, lastName })
}

/** Deletes all rows of a user; a task repeats it for transactions that were in flight. */
const removeUser = async (sql: Transaction, userId: string, subject: string): Promise<void> => {
  await markDeleted(sql, subject)
  await users(sql).where({ id: userId }).delete()
  for (const rows of TABLES_OF_USER) await sql(rows).where({ user_id: userId }).delete()
  await deleteNotificationsNaming(sql, userId)
  await pendingRemovals(sql).add({ type: 'user', id: userId })
}

export const onUserChanged = on(userChanged, async ({ data: user, subject }, sql) => {
  if (user.deleted) return removeUser(sql, user.id, subject)
  if ((await lockAndCheckDeleted(sql, 'shared', subject)).isDeleted) return
  const { id, verifiedEmail: verified_email, username, firstName: first_name, lastName: last_name } = user
  const profile_image_url = user.profileImageUrl
  const avatar_config = user.avatarConfig && JSON.stringify(user.avatarConfig)
  const names = { username, first_name, last_name, sort_name: sortName(user) }
  const spoiler_delay_seconds = user.spoilerDelaySeconds
  const row = { id, verified_email, ...names, profile_image_url, avatar_config, spoiler_delay_seconds }
  await users(sql).insert(row).onConflict('id').merge()
})
