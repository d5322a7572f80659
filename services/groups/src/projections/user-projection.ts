import { userSubject } from '@purple-sector/contracts/event'
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
 * Locks the caller against deletion until the transaction ends; throws 401 for a deleted one. Inserts a caller whose
 * identity event is pending, with the names of their sign-in.
 */
export const lockCaller = async (sql: Transaction, mode: LockMode, caller: Caller): Promise<void> => {
  const { userId: id, username, firstName: first_name, lastName: last_name } = caller
  const { isDeleted } = await lockAndCheckDeleted(sql, mode, userSubject(id))
  if (isDeleted) throw unauthorized()
  await users(sql).insert({ id, username, first_name, last_name }).onConflict('id').ignore()
}

/** Locks and inserts several callers like `lockCaller`; returns the ids of deleted ones. */
export const lockCallers = async (sql: Transaction, callers: readonly Caller[]): Promise<ReadonlySet<string>> => {
  const deleted = await lockAllAndCheckDeleted(
    sql,
    'shared',
    callers.map(({ userId }) => userSubject(userId)),
  )
  const active = callers.filter(({ userId }) => !deleted.has(userSubject(userId)))
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

/** Locks another user against deletion until the transaction ends; false for an unknown or deleted user. */
export const lockUser = async (sql: Transaction, id: string): Promise<boolean> => {
  const { isDeleted } = await lockAndCheckDeleted(sql, 'shared', userSubject(id))
  return !isDeleted && (await users(sql).where({ id }).first('id')) !== undefined
}

/** Finds the user with this verified address, ignoring case. */
export const userWithAddress = async (sql: Database | Transaction, email: string): Promise<string | null> => {
  const row = await users(sql).whereRaw('lower(verified_email) = lower(?)', [email]).orderBy('id').first('id')
  return row?.id ?? null
}

/** Assigns the invitations to a verified address, and removes the invitations of a deleted account. */
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
  // Lock order: groups before invitations into them, and events last. One statement locks all invitations by id, as the
  // verification of an address does.
  await groupRepository(sql).selectAllOfUserForUpdate(id)
  await invitationRepository(sql).selectOfFounderForUpdate(id)
  const events = [...(await endMemberships(sql, id)), ...(await removeInvitationsOfUser(sql, { userId: id, email }))]
  await users(sql).where({ id }).delete()
  await outbox(sql).appendMany(events)
})
