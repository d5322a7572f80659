import { isDeepStrictEqual } from 'node:util'
import type { AvatarConfig } from '@purple-sector/contracts/common'
import { weekendKey } from '@purple-sector/contracts/event'
import type { ProfileBody, User } from '@purple-sector/contracts/identity/http'
import type { Transaction } from '@purple-sector/database'
import { holdSubject } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { badField, unauthorized } from '@purple-sector/service-kit/errors'
import { type Account, isAdministrator, type Profile, userOf } from '../accounts/account.ts'
import { accountRepository } from '../accounts/account-repository.ts'
import { announceUser } from '../accounts/announce-user.ts'
import { refuseReservedName } from '../accounts/reserved-names.ts'
import type { IdentityDependencies } from '../identity-dependencies.ts'
import { editedProfile } from './profile.ts'

const save = async (
  sql: Transaction,
  { administrators }: IdentityDependencies,
  userId: string,
  edit: (profile: Profile) => Profile,
) => {
  const accounts = accountRepository(sql)
  const account = await accounts.hold(userId)
  if (!account) throw unauthorized()
  const edited: Account = { ...account, ...edit(account) }
  if (!isAdministrator(account, administrators)) refuseReservedName(edited, account)
  if (!isDeepStrictEqual(edited, account)) {
    await accounts.saveProfile(userId, edited)
    await announceUser(sql, edited, administrators)
  }
  return userOf(edited, administrators)
}

/** Changes the caller's profile. A weekend that was deleted meanwhile cannot be chosen any more. */
export const editProfile =
  (identity: IdentityDependencies) =>
  ({ userId }: Caller, edit: ProfileBody): Promise<User> =>
    identity.database.transaction(async (sql) => {
      for (const field of ['selectedWeekendId', 'preferredWeekendId'] as const) {
        const weekendId = edit[field]
        if (typeof weekendId !== 'number') continue
        const weekend = await holdSubject(sql, 'shared', weekendKey(weekendId))
        if (weekend.isDeleted) throw badField(field, 'This weekend does not exist any more')
      }
      return save(sql, identity, userId, (profile) => editedProfile(profile, edit))
    })

/** Changes what the caller's avatar is drawn from. */
export const changeAvatar =
  (identity: IdentityDependencies) =>
  ({ userId }: Caller, avatarConfig: AvatarConfig): Promise<User> =>
    identity.database.transaction((sql) => save(sql, identity, userId, (profile) => ({ ...profile, avatarConfig })))
