import type { AuditEntry } from '@purple-sector/contracts/admin/http'
import type { ModeratedMessage } from '@purple-sector/contracts/chat/http'
import { formatWhen, type TimeZoneOption } from '../../../../ui/time/format.ts'
import { describeSlowMode } from './slow-mode-labels.ts'

/** Names a room: the followed weekend's own chat is the Race Chat, others go by name. */
export const roomLabel = (
  { weekendId, roomName }: Pick<ModeratedMessage, 'weekendId' | 'roomName'>,
  followed: number,
): string => (weekendId === followed ? 'Race Chat' : (roomName ?? (weekendId === null ? 'A group' : 'Race Chat')))

const readKey = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
const textOf = (value: unknown, key: string): string => {
  const keyValue = readKey(value, key)
  return typeof keyValue === 'string' ? keyValue : ''
}

/** A log entry as text: action and reason, user, and message. */
export type LogLine = {
  description: string
  /** The user named in the second line, and its text. */
  userId: string | undefined
  text: string
}

/** Returns the id of the message's author or the muted user. */
export const affectedUserId = ({ action, subject, before }: AuditEntry): string | undefined =>
  action === 'message.deleted'
    ? textOf(before, 'userId') || undefined
    : subject.type === 'user'
      ? subject.id
      : undefined

const placeOf = (before: unknown, followed: number): string => {
  const weekendId = readKey(before, 'weekendId')
  if (typeof weekendId !== 'number') return 'Group chat'
  return weekendId === followed ? 'Race Chat' : 'Race Chat of another weekend'
}

export const logLine = (entry: AuditEntry, now: number, followed: number, zone: TimeZoneOption): LogLine => {
  const { action, before, after } = entry
  const userId = affectedUserId(entry)
  if (action === 'message.deleted')
    return {
      description: textOf(after, 'reason'),
      userId,
      text: `${placeOf(before, followed)}: “${textOf(before, 'message')}”`,
    }
  if (action === 'person.muted')
    return {
      description: textOf(after, 'reason'),
      userId,
      text: `muted until ${formatWhen(textOf(after, 'until'), now, zone)}`,
    }
  if (action === 'person.unmuted')
    return { description: 'Unmuted', userId, text: `was muted: ${textOf(before, 'reason')}` }
  const seconds = Number(readKey(after, 'slowModeSeconds') ?? 0)
  return { description: 'Slow mode', userId, text: describeSlowMode(seconds) }
}
