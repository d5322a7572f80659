import type { Author, Message } from '@purple-sector/contracts/chat/http'
import { displayName } from '@purple-sector/contracts/identity/display-name'
import type { AppError } from '@purple-sector/service-kit/errors'
import { conflict, forbidden, tooMany } from '@purple-sector/service-kit/errors'
import { type Room, refOf } from '../rooms/room.ts'

/** A message to store; `sentAs` is its idempotency key. */
export type NewMessage = { userId: string; text: string; sentAs: string | null }

export type StoredMessage = {
  id: number
  userId: string
  text: string
  createdAt: Date
  sentAs: string | null
  /** Null if the account was deleted. */
  author: Author | null
}

const NO_AUTHOR: Author = {
  username: null,
  firstName: null,
  lastName: null,
  trackStatus: null,
  chatStatus: null,
  avatarConfig: null,
}

export const messageOf = (room: Room, { id, userId, text, createdAt, sentAs, author }: StoredMessage): Message => ({
  id,
  ...refOf(room),
  userId,
  userName: displayName(author ?? NO_AUTHOR),
  message: text,
  createdAt: createdAt.toISOString(),
  user: author ?? NO_AUTHOR,
  sentAs,
})

/** State of an author that decides whether they may write now. */
export type Writer = {
  muted: { until: Date; reason: string } | undefined
  /** In this room. */
  lastWroteAt: Date | undefined
}

/** Returns why an author may not write now (mute, slow mode), undefined if they may (docs/rules.md, Moderation). */
export const refusalOf = ({ muted, lastWroteAt }: Writer, slowModeSeconds: number, now: Date): AppError | undefined => {
  if (muted && muted.until > now) return mutedUntil(muted)
  if (slowModeSeconds === 0 || !lastWroteAt) return undefined
  const waitMs = lastWroteAt.getTime() + slowModeSeconds * 1_000 - now.getTime()
  if (waitMs <= 0) return undefined
  const seconds = Math.ceil(waitMs / 1_000)
  return tooMany(`Slow mode is on. Try again in ${seconds} s.`, seconds, 'SLOW_MODE')
}

const mutedUntil = ({ until, reason }: { until: Date; reason: string }): AppError =>
  forbidden('MUTED', `You’re muted: ${reason}`, until.toISOString())

export const keyReused = () => conflict('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request.')
