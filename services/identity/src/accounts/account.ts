import type { AvatarConfig } from '@purple-sector/contracts/common'
import type { userChanged } from '@purple-sector/contracts/identity/events'
import type { Theme, TimesIn, User } from '@purple-sector/contracts/identity/http'
import type { z } from 'zod'

/** The fields that a user edits. */
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
  /** Whether tipping tips their car of the last weekend where they forget to. */
  autoTip: boolean
  /** Whether admins of their groups may nudge them to tip. */
  nudges: boolean
  /** Whose times screens show: the track's, their own, or both. */
  timesIn: TimesIn
  /** Their own time zone; null until a browser sets it. */
  timeZone: string | null
}

/** A stored account. Without a password its user signs in through the provider, or resets the password. */
export type Account = Profile & { id: string; email: string; isVerified: boolean; passwordHash: string | null }

/** The addresses of ADMIN_EMAILS, in lower case. */
export type Administrators = ReadonlySet<string>

/** Whether the account's *verified* address is listed in ADMIN_EMAILS (docs/rules.md, People and roles). */
export const isAdministrator = (account: Pick<Account, 'email' | 'isVerified'>, administrators: Administrators) =>
  account.isVerified && administrators.has(account.email.toLowerCase())

/** Builds the reply for the account's owner. */
export const userOf = (account: Account, administrators: Administrators): User => {
  const { isVerified, passwordHash, ...user } = account
  return {
    ...user,
    emailVerified: isVerified,
    isAdmin: isAdministrator(account, administrators),
    hasPassword: passwordHash !== null,
  }
}

/** Builds the state that other services may know, as the event publishes it. */
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
  autoTip: account.autoTip,
  nudges: account.nudges,
  deleted: false,
})

/** Builds the state of a deleted account, of which only the id remains. */
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
  autoTip: false,
  nudges: true,
  deleted: true,
})
