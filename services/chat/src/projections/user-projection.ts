import { muteChanged } from '@purple-sector/contracts/chat/events'
import type { Author } from '@purple-sector/contracts/chat/http'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { prepared, type Transaction, table } from '@purple-sector/database'
import { lockAndCheckDeleted, markDeleted, on, outbox } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'

type Row = {
  id: string
  username: string | null
  first_name: string | null
  last_name: string | null
  track_status: Author['trackStatus']
  chat_status: string | null
  avatar_config: Author['avatarConfig']
  is_admin: boolean
}

export const users = table<Row, { avatar_config: string | null }>('users')

/**
 * Stores callers whose registration event has not arrived yet, with the names they signed in with.
 *
 * Deleted accounts are not restored by requests that were in flight.
 */
export const ensureUsers = async (sql: Transaction, callers: readonly Caller[]): Promise<void> => {
  await prepared(
    sql,
    'ensure-users',
    `insert into users (id, username, first_name, last_name, is_admin)
     select "userId", username, "firstName", "lastName", "isAdmin"
     from json_to_recordset(:callers::json)
       as c ("userId" text, username text, "firstName" text, "lastName" text, "isAdmin" boolean)
     where not exists (select from users where id = "userId")
       and not exists (select from deleted_subjects where subject = 'user/' || "userId") order by "userId" on conflict (id) do nothing`,
    { callers: JSON.stringify(callers) },
  )
}

/** Messages from before the registration are not unread: rooms of weekends are open to all users at once. */
const MARK_REGISTRATION = `
insert into registration_marks (user_id, last_message_id) select :id, coalesce(max(id), 0) from messages
on conflict (user_id) do nothing`

/**
 * Projects users; a deleted account keeps its messages without a name and loses its memberships, read marks and mute.
 *
 * A concurrent write commits before the deletion, or is rejected.
 */
export const onUserChanged = on(userChanged, async ({ data: user, subject }, sql) => {
  const { id } = user
  if (!user.deleted) {
    const { isDeleted } = await lockAndCheckDeleted(sql, 'shared', subject)
    if (isDeleted) return
    const { username, firstName: first_name, lastName: last_name } = user
    const { trackStatus: track_status, chatStatus: chat_status, isAdmin: is_admin } = user
    const avatar_config = user.avatarConfig && JSON.stringify(user.avatarConfig)
    const row = { id, username, first_name, last_name, track_status, chat_status, avatar_config, is_admin }
    await users(sql).insert(row).onConflict('id').merge()
    await prepared(sql, 'mark-registration', MARK_REGISTRATION, { id })
    return
  }
  await markDeleted(sql, subject)
  await users(sql).where({ id }).delete()
  for (const tableName of ['memberships', 'read_marks', 'registration_marks'])
    await sql(tableName).where({ user_id: id }).delete()
  const deletedMutes = await sql('mutes').where({ user_id: id }).delete()
  if (deletedMutes > 0) await outbox(sql).append(muteChanged, { userId: id, until: null, reason: '', deleted: true })
})
