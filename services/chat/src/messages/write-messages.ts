import { messageSent } from '@purple-sector/contracts/chat/events'
import type { Message } from '@purple-sector/contracts/chat/http'
import type { Transaction } from '@purple-sector/database'
import { entry, outbox } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { knowCallers } from '../projections/user-projection.ts'
import type { Verified } from '../rooms/enter-room.ts'
import { holdRoom } from '../rooms/hold-room.ts'
import type { Room } from '../rooms/room.ts'
import { keyReused, messageOf, type NewMessage, refusalOf, type StoredMessage } from './message.ts'
import { messageRepository } from './message-repository.ts'

/** `traceparent` is that of the request, where several go together. */
export type MessageRequest = {
  room: Room
  caller: Caller
  verified: Verified
  text: string
  sentAs: string | null
  traceparent: string
}

/** What became of one of several messages. */
export type MessageOutcome = { message: Message } | { refusal: unknown }

const traceOf = ({ traceparent }: MessageRequest): string => traceparent

/** A message that comes again by its key is answered as it is stored; the key with another text is a mistake. */
export const sentBefore = (room: Room, stored: StoredMessage, text: string): MessageOutcome =>
  stored.text === text ? { message: messageOf(room, stored) } : { refusal: keyReused() }

const batchKey = ({ userId, sentAs }: Pick<NewMessage, 'userId' | 'sentAs'>): string => `${userId} ${sentAs}`

/**
 * The story of messages of one room, each of another person: hold the room, so that ids rise in the order of commits,
 * refuse who may not write, store, announce. The clock is the database's, read once after the room is held.
 */
export const writeMessages = async (
  sql: Transaction,
  room: Room,
  requests: readonly MessageRequest[],
): Promise<MessageOutcome[]> => {
  const people = requests.map(({ caller, verified }) => ({ userId: caller.userId, verified }))
  const refusals = await holdRoom(sql, room, people)
  const refusal = (userId: string): MessageOutcome => ({ refusal: refusals.get(userId) })
  // A room that is gone must not begin anew.
  if (people.every(({ userId }) => refusals.has(userId))) return people.map(({ userId }) => refusal(userId))
  await knowCallers(
    sql,
    requests.flatMap(({ caller }) => (refusals.has(caller.userId) ? [] : [caller])),
  )
  const messages = messageRepository(sql, room)
  const { slowModeSeconds, messageCount, now } = await messages.hold()
  const wanted = requests.map(({ caller, text, sentAs }): NewMessage => ({ userId: caller.userId, text, sentAs }))
  const repeated = wanted.some(({ sentAs }) => sentAs !== null) ? await messages.sentAs(wanted) : []
  const known = new Map(repeated.map((message) => [batchKey(message), message]))
  const writers = await messages.writers(
    wanted.map(({ userId }) => userId),
    slowModeSeconds,
  )

  const verdicts = wanted.map((message): MessageOutcome | { accepted: NewMessage } => {
    if (refusals.has(message.userId)) return refusal(message.userId)
    const before = message.sentAs === null ? undefined : known.get(batchKey(message))
    if (before) return sentBefore(room, before, message.text)
    const writer = writers.get(message.userId)
    const reason = writer && refusalOf(writer, slowModeSeconds, now)
    return reason ? { refusal: reason } : { accepted: message }
  })
  const added = await messages.add(verdicts.flatMap((verdict) => ('accepted' in verdict ? [verdict.accepted] : [])))
  const sent = added.map((message) => messageOf(room, message))
  await outbox(sql).appendMany(
    sent.map((message, place) => entry(messageSent, { ...message, messageCount: messageCount + place + 1 })),
    { traceparents: requests.filter((_, place) => 'accepted' in (verdicts[place] ?? {})).map(traceOf) },
  )
  let next = 0
  return verdicts.map((verdict): MessageOutcome => {
    if (!('accepted' in verdict)) return verdict
    const message = sent[next++]
    if (!message) throw new Error('a message was not stored')
    return { message }
  })
}
