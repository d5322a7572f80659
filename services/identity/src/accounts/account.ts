import type { AvatarConfig } from '@purple-sector/contracts/common'
import type { userChanged } from '@purple-sector/contracts/identity/events'
import type { Theme, User } from '@purple-sector/contracts/identity/http'
import type { z } from 'zod'

/** What a fan tells about themself. */
export type Profile = {
  username: string | null
  firstName: string | null
  lastName: string | null
  profileImageUrl: string | null
  userType: 'spectator' | 'team' | null
  teamName: string | null
  carNumber: string | null
  manufacturer: string | null
  trackStatus: 'at_track' | 'away' | null
  selectedWeekendId: number | null
  chatStatus: string | null
  preferredWeekendId: number | null
  avatarConfig: AvatarConfig | null
  theme: Theme | null
  spoilerDelaySeconds: number
}

/** An account as identity keeps it. Without a password it is entered through the provider or a reset. */
export type Account = Profile & { id: string; email: string; isVerified: boolean; passwordHash: string | null }

/** The addresses of ADMIN_EMAILS, in lower case. */
export type Administrators = ReadonlySet<string>

/** Administrators are the accounts whose *verified* e-mail is named (docs/rules.md, People and roles). */
export const isAdministrator = (account: Pick<Account, 'email' | 'isVerified'>, administrators: Administrators) =>
  account.isVerified && administrators.has(account.email.toLowerCase())

/** The account as its owner sees it. */
export const userOf = (account: Account, administrators: Administrators): User => {
  const { isVerified, passwordHash, ...user } = account
  return {
    ...user,
    emailVerified: isVerified,
    isAdmin: isAdministrator(account, administrators),
    hasPassword: passwordHash !== null,
  }
}

/** The account as other services may know it. */
export const stateOf = (account: Account, administrators: Administrators): z.infer<typeof userChanged.data> => ({
  id: account.id,
  verifiedEmail: account.isVerified ? account.email : null,
  username: account.username,
  firstName: account.firstName,
  lastName: account.lastName,
  profileImageUrl: account.profileImageUrl,
  avatarConfig: account.avatarConfig,
  teamName: account.teamName,
  trackStatus: account.trackStatus,
  chatStatus: account.chatStatus,
  isAdmin: isAdministrator(account, administrators),
  spoilerDelaySeconds: account.spoilerDelaySeconds,
  deleted: false,
})

/** What is left of an account that was deleted: its id. */
export const deletedState = (id: string): z.infer<typeof userChanged.data> => ({
  id,
  verifiedEmail: null,
  username: null,
  firstName: null,
  lastName: null,
  profileImageUrl: null,
  avatarConfig: null,
  teamName: null,
  trackStatus: null,
  chatStatus: null,
  isAdmin: false,
  spoilerDelaySeconds: 0,
  deleted: true,
})
