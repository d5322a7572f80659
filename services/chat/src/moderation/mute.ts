import { MAX_MUTED_DAYS } from '@purple-sector/contracts/chat/http'
import { badField, conflict, notFound } from '@purple-sector/service-kit/errors'

const DAY_MS = 86_400_000

/** A mute as it is stored. */
export type StoredMute = { until: Date; reason: string; by: string; at: Date }

export const noSuchUser = () => notFound('USER_NOT_FOUND', 'There’s no such fan.')

/** Throws unless the mute ends in the future, within a week, and is not for an administrator (docs/rules.md, Moderation). */
export const assertMutable = ({ isAdmin }: { isAdmin: boolean }, until: Date, now: Date): void => {
  if (until <= now) throw badField('until', 'must be in the future')
  if (until.getTime() > now.getTime() + MAX_MUTED_DAYS * DAY_MS)
    throw badField('until', `must be at most ${MAX_MUTED_DAYS} days ahead`)
  if (isAdmin) throw conflict('IS_ADMINISTRATOR', 'Administrators can’t be muted.')
}

/** Whether the new mute equals the current one, so that a repeated request changes nothing. */
export const isSameMute = (
  mute: Pick<StoredMute, 'until' | 'reason'> | undefined,
  until: Date,
  reason: string,
): boolean => mute !== undefined && mute.until.getTime() === until.getTime() && mute.reason === reason
