import { userKey } from '@purple-sector/contracts/event'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { type Database, type LockMode, prepared, type Transaction, table } from '@purple-sector/database'
import {
  isDeleted,
  lockAllAndCheckDeleted,
  lockAndCheckDeleted,
  markDeleted,
  on,
  outbox,
} from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { unauthorized } from '@purple-sector/service-kit/errors'
import type { z } from 'zod'
import { groupRepository } from '../groups/group-repository.ts'
import { invitationRepository } from '../invitations/invitation-repository.ts'
import { claimInvitations, lockInvitee, removeInvitationsOfUser } from '../invitations/invitations-of-user.ts'
import { endMemberships } from '../members/end-memberships.ts'

export type UserState = z.infer<typeof userChanged.data>
type Row = {
  id: string
  username: string | null
  first_name: string | null
  last_name: string | null
  verified_email: string | null
  avatar_config: UserState['avatarConfig']
}

const users = table<Row, { avatar_config: string | null }>('users')

const rowOf = (user: UserState) => ({
  id: user.id,
  username: user.username,
  first_name: user.firstName,
  last_name: user.lastName,
  verified_email: user.verifiedEmail,
  avatar_config: user.avatarConfig && JSON.stringify(user.avatarConfig),
})

/**
 * Holds somebody who comes into a group: they are not deleted before the transaction ends. Who has just registered may
 * be here before their event, and is known by the names they signed in with.
 */
export const lockCaller = async (sql: Transaction, mode: LockMode, caller: Caller): Promise<void> => {
  const { userId: id, username, firstName: first_name, lastName: last_name } = caller
  const { isDeleted } = await lockAndCheckDeleted(sql, mode, userKey(id))
  if (isDeleted) throw unauthorized()
  await users(sql).insert({ id, username, first_name, last_name }).onConflict('id').ignore()
}

/** The same for several at once; answers those who are deleted. */
export const lockCallers = async (sql: Transaction, callers: readonly Caller[]): Promise<ReadonlySet<string>> => {
  const deleted = await lockAllAndCheckDeleted(
    sql,
    'shared',
    callers.map(({ userId }) => userKey(userId)),
  )
  const active = callers.filter(({ userId }) => !deleted.has(userKey(userId)))
  await prepared(
    sql,
    'known-callers',
    `insert into users (id, username, first_name, last_name)
     select "userId", username, "firstName", "lastName"
     from json_to_recordset(:active::json) as c ("userId" text, username text, "firstName" text, "lastName" text)
     where not exists (select from users where id = "userId") order by "userId" on conflict (id) do nothing`,
    { active: JSON.stringify(active) },
  )
  return new Set(callers.filter((caller) => !active.includes(caller)).map(({ userId }) => userId))
}

/** Holds somebody else, who is not deleted before the transaction ends; false where there is no such user. */
export const lockUser = async (sql: Transaction, id: string): Promise<boolean> => {
  const { isDeleted } = await lockAndCheckDeleted(sql, 'shared', userKey(id))
  return !isDeleted && (await users(sql).where({ id }).first('id')) !== undefined
}

/** Whoever has verified an address, in whatever case it is written. */
export const userWithAddress = async (sql: Database | Transaction, email: string): Promise<string | null> => {
  const row = await users(sql).whereRaw('lower(verified_email) = lower(?)', [email]).orderBy('id').first('id')
  return row?.id ?? null
}

/** With a verified address come the invitations to it; with a deleted account go theirs. */
export const onUserChanged = on(userChanged, async ({ data: user, subject }, sql) => {
  if (await isDeleted(sql, subject)) return
  const { id, verifiedEmail } = user
  if (!user.deleted) {
    if (verifiedEmail !== null) await lockInvitee(sql, id, verifiedEmail)
    await users(sql).insert(rowOf(user)).onConflict('id').merge()
    if (verifiedEmail !== null) await claimInvitations(sql, id, verifiedEmail)
    return
  }
  const storedUser = await users(sql).where({ id }).first('verified_email')
  const email = storedUser?.verified_email ?? null
  await lockInvitee(sql, id, email)
  await markDeleted(sql, subject)
  // Groups are held before invitations into them, and events are appended last, as everybody does. All invitations are
  // held at once, by their id: whoever verifies an address takes those to it in the same order.
  await groupRepository(sql).selectAllOfUserForUpdate(id)
  await invitationRepository(sql).selectOfFounderForUpdate(id)
  const events = [...(await endMemberships(sql, id)), ...(await removeInvitationsOfUser(sql, { userId: id, email }))]
  await users(sql).where({ id }).delete()
  await outbox(sql).appendMany(events)
})
