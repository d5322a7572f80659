import { isDeepStrictEqual } from 'node:util'
import type { AvatarConfig } from '@purple-sector/contracts/common'
import { weekendSubject } from '@purple-sector/contracts/event'
import type { ProfileBody, ThemeBody, User } from '@purple-sector/contracts/identity/http'
import type { Transaction } from '@purple-sector/database'
import { lockAndCheckDeleted } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { badField, unauthorized } from '@purple-sector/service-kit/errors'
import { type Account, isAdministrator, type Profile, userOf } from '../accounts/account.ts'
import { accountRepository } from '../accounts/account-repository.ts'
import { announceUser } from '../accounts/announce-user.ts'
import { rejectReservedName } from '../accounts/reserved-names.ts'
import { changesCommunity } from '../community/community.ts'
import type { IdentityDependencies } from '../dependencies.ts'
import type { UserState } from '../tipping-client.ts'
import { chosenTheme, editedProfile } from './profile.ts'

/** The user after the edit, and the published state if the edit changed it. */
type Saved = { user: User; state?: UserState }

const save = async (
  sql: Transaction,
  { administrators }: IdentityDependencies,
  userId: string,
  edit: (profile: Profile) => Profile,
): Promise<Saved> => {
  const accounts = accountRepository(sql)
  const account = await accounts.selectForUpdate(userId)
  if (!account) throw unauthorized()
  const edited: Account = { ...account, ...edit(account) }
  if (!isAdministrator(account, administrators)) rejectReservedName(edited, account)
  const user = userOf(edited, administrators)
  if (isDeepStrictEqual(edited, account)) return { user }
  await accounts.saveProfile(userId, edited)
  const extra = changesCommunity(account, edited) ? { communityChanged: true } : {}
  return { user, state: await announceUser(sql, edited, administrators, extra) }
}

/** Commits and pushes the change to tipping before replying, so that the leaderboard shows it. */
const commit = async (
  { database, tipping }: IdentityDependencies,
  write: (sql: Transaction) => Promise<Saved>,
): Promise<User> => {
  const { user, state } = await database.transaction(write)
  if (state) await tipping.applyUser(state)
  return user
}

/** Changes the caller's profile; rejects a weekend that has been deleted. */
export const editProfile =
  (identity: IdentityDependencies) =>
  ({ userId }: Caller, edit: ProfileBody): Promise<User> =>
    commit(identity, async (sql) => {
      for (const field of ['selectedWeekendId', 'preferredWeekendId'] as const) {
        const weekendId = edit[field]
        if (typeof weekendId !== 'number') continue
        const weekend = await lockAndCheckDeleted(sql, 'shared', weekendSubject(weekendId))
        if (weekend.isDeleted) throw badField(field, 'This weekend no longer exists')
      }
      return save(sql, identity, userId, (profile) => editedProfile(profile, edit))
    })

/** Changes the configuration of the caller's avatar. */
export const changeAvatar =
  (identity: IdentityDependencies) =>
  ({ userId }: Caller, avatarConfig: AvatarConfig): Promise<User> =>
    commit(identity, (sql) => save(sql, identity, userId, (profile) => ({ ...profile, avatarConfig })))

/** Changes the caller's theme on all their devices. */
export const chooseTheme =
  (identity: IdentityDependencies) =>
  ({ userId }: Caller, choice: ThemeBody): Promise<User> =>
    commit(identity, (sql) =>
      save(sql, identity, userId, (profile) => ({ ...profile, theme: chosenTheme(profile.theme, choice) })),
    )
