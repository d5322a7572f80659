import { userKey } from '@purple-sector/contracts/event'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { type LockMode, type Transaction, table } from '@purple-sector/database'
import { holdSubject, isDeleted, markDeleted, on } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { unauthorized } from '@purple-sector/service-kit/errors'
import type { z } from 'zod'
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
export const holdCaller = async (sql: Transaction, mode: LockMode, caller: Caller): Promise<void> => {
  const { userId: id, username, firstName: first_name, lastName: last_name } = caller
  const { isDeleted } = await holdSubject(sql, mode, userKey(id))
  if (isDeleted) throw unauthorized()
  await users(sql).insert({ id, username, first_name, last_name }).onConflict('id').ignore()
}

export const onUserChanged = on(userChanged, async ({ data: user, subject }, sql) => {
  if (await isDeleted(sql, subject)) return
  if (!user.deleted) {
    await users(sql).insert(rowOf(user)).onConflict('id').merge()
    return
  }
  await markDeleted(sql, subject)
  await endMemberships(sql, user.id)
  await users(sql).where({ id: user.id }).delete()
})
