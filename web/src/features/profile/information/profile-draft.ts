import type { ProfileBody, User } from '@purple-sector/contracts/identity/http'

export const MANUFACTURERS = ['Chevrolet', 'Ford', 'Toyota', 'Porsche', 'BMW', 'Audi', 'Mercedes', 'Other'] as const
/** Maximum lengths, as the server counts them. */
export const MAX_LENGTHS = { username: 30, name: 100, carNumber: 3, chatStatus: 50 } as const

/** State of the form: texts, empty when unset. */
export type ProfileDraft = {
  username: string
  firstName: string
  lastName: string
  userType: 'spectator' | 'team'
  teamName: string
  carNumber: string
  manufacturer: string
  preferredWeekendId: string
  chatStatus: string
}

export const draftOf = (user: User): ProfileDraft => ({
  username: user.username ?? '',
  firstName: user.firstName ?? '',
  lastName: user.lastName ?? '',
  // A user without a type is a spectator.
  userType: user.userType ?? 'spectator',
  teamName: user.teamName ?? '',
  carNumber: user.carNumber ?? '',
  manufacturer: user.manufacturer ?? '',
  preferredWeekendId: user.preferredWeekendId?.toString() ?? '',
  chatStatus: user.chatStatus ?? '',
})

/**
 * Returns only the fields that the draft changes, so that concurrent changes stay. The team fields of a user who is no
 * longer a team are hidden and not sent.
 */
export const changesOf = (draft: ProfileDraft, before: ProfileDraft): ProfileBody => {
  const { username, userType, preferredWeekendId, teamName, carNumber, manufacturer, ...texts } = draft
  const visible = { ...texts, ...(userType === 'team' && { teamName, carNumber, manufacturer }) }
  const changedFields = Object.entries(visible).filter(
    ([field, text]) => text.trim() !== before[field as keyof ProfileDraft],
  )
  return {
    ...Object.fromEntries(changedFields.map(([field, text]) => [field, text.trim() || null])),
    ...(username.trim() !== before.username && { username: username.trim() }),
    ...(userType !== before.userType && { userType }),
    ...(preferredWeekendId !== before.preferredWeekendId && {
      preferredWeekendId: preferredWeekendId === '' ? null : Number(preferredWeekendId),
    }),
  }
}

/** Returns the errors that can be found without the server. */
export const errorsOf =
  (before: ProfileDraft) =>
  ({ username }: ProfileDraft): { username?: string } => {
    const isUnchanged = username.trim() === before.username
    return isUnchanged || /^[A-Za-z0-9_.-]{3,30}$/.test(username.trim())
      ? {}
      : { username: 'Username must be 3 to 30 letters, digits, _, - or .' }
  }
