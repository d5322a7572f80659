import { messageSent } from '@purple-sector/contracts/chat/events'
import type { Message } from '@purple-sector/contracts/chat/http'
import type { Transaction } from '@purple-sector/database'
import { entry, outbox } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { ensureUsers } from '../projections/user-projection.ts'
import type { VerifiedMembership } from '../rooms/authorize-room.ts'
import { lockRoom } from '../rooms/lock-room.ts'
import type { Room } from '../rooms/room.ts'
import { keyReused, messageOf, type NewMessage, refusalOf, type StoredMessage } from './message.ts'
import { messageRepository } from './message-repository.ts'

/** A message to write, with the `traceparent` of its own request, because several requests share a transaction. */
export type MessageRequest = {
  room: Room
  caller: Caller
  verifiedMembership: VerifiedMembership
  text: string
  sentAs: string | null
  traceparent: string
}

/** Outcome of one message of a batch. */
export type MessageOutcome = { message: Message } | { rejection: unknown }

const traceOf = ({ traceparent }: MessageRequest): string => traceparent

/** Returns the stored message for a retry with the same key; rejects the key with another text. */
export const replayOutcome = (room: Room, stored: StoredMessage, text: string): MessageOutcome =>
  stored.text === text ? { message: messageOf(room, stored) } : { rejection: keyReused() }

const messageKey = ({ userId, sentAs }: Pick<NewMessage, 'userId' | 'sentAs'>): string => `${userId} ${sentAs}`

/**
 * Writes a batch of messages of one room, each of another user.
 *
 * Locks the room, so that ids rise in commit order, rejects users who may not write, stores the rest and publishes them. The
 * time is the database's, read once after the room is locked.
 */
export const writeMessages = async (
  sql: Transaction,
  room: Room,
  requests: readonly MessageRequest[],
): Promise<MessageOutcome[]> => {
  const users = requests.map(({ caller, verifiedMembership }) => ({ userId: caller.userId, verifiedMembership }))
  const rejections = await lockRoom(sql, room, users)
  const rejection = (userId: string): MessageOutcome => ({ rejection: rejections.get(userId) })
  // Do not recreate the row of a deleted room.
  if (users.every(({ userId }) => rejections.has(userId))) return users.map(({ userId }) => rejection(userId))
  await ensureUsers(
    sql,
    requests.flatMap(({ caller }) => (rejections.has(caller.userId) ? [] : [caller])),
  )
  const messages = messageRepository(sql, room)
  const { slowModeSeconds, messageCount, now } = await messages.lockRoomRow()
  const newMessages = requests.map(({ caller, text, sentAs }): NewMessage => ({ userId: caller.userId, text, sentAs }))
  const storedMessages = newMessages.some(({ sentAs }) => sentAs !== null) ? await messages.findSent(newMessages) : []
  const storedByKey = new Map(storedMessages.map((message) => [messageKey(message), message]))
  const writers = await messages.findWriters(
    newMessages.map(({ userId }) => userId),
    slowModeSeconds,
  )

  const decisions = newMessages.map((message): MessageOutcome | { accepted: NewMessage } => {
    if (rejections.has(message.userId)) return rejection(message.userId)
    const earlierMessage = message.sentAs === null ? undefined : storedByKey.get(messageKey(message))
    if (earlierMessage) return replayOutcome(room, earlierMessage, message.text)
    const writer = writers.get(message.userId)
    const reason = writer && refusalOf(writer, slowModeSeconds, now)
    return reason ? { rejection: reason } : { accepted: message }
  })
  const addedMessages = await messages.add(
    decisions.flatMap((decision) => ('accepted' in decision ? [decision.accepted] : [])),
  )
  const sentMessages = addedMessages.map((message) => messageOf(room, message))
  await outbox(sql).appendMany(
    sentMessages.map((message, index) => entry(messageSent, { ...message, messageCount: messageCount + index + 1 })),
    { traceparents: requests.filter((_, index) => 'accepted' in (decisions[index] ?? {})).map(traceOf) },
  )
  let next = 0
  return decisions.map((decision): MessageOutcome => {
    if (!('accepted' in decision)) return decision
    const message = sentMessages[next++]
    if (!message) throw new Error('a message could not be stored')
    return { message }
  })
}
