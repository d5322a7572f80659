import type { Author, Message } from '@purple-sector/contracts/chat/http'

/** The part of a room's messages that is here, without a gap: the newest of them, oldest first. */
export type ChatLog = {
  messages: readonly Message[]
  /** Whether there are more above. */
  hasOlder: boolean
  /** Since the connection was lost messages may be missing above this id; null while frames tell all. */
  sureUpTo: number | null
}

/** So many messages are asked for at once. */
export const PAGE = 100
/** More of them are kept only where somebody reads back. */
export const MAX_KEPT = 300
const KEPT = 200

const byId = (one: Message, other: Message): number => one.id - other.id

export const lastIdOf = ({ messages }: Pick<ChatLog, 'messages'>): number => messages.at(-1)?.id ?? 0

/** The log with these messages, each once, by their ids. What the log has forgotten above stays forgotten. */
export const withMessages = (log: ChatLog, told: readonly Message[]): ChatLog => {
  const first = log.hasOlder ? (log.messages[0]?.id ?? 0) : 0
  const known = new Set(log.messages.map(({ id }) => id))
  const fresh = told.filter(({ id }) => !known.has(id) && id >= first)
  if (fresh.length === 0) return log
  return { ...log, messages: [...log.messages, ...new Map(fresh.map((each) => [each.id, each])).values()].sort(byId) }
}

/** Those above, as the room tells them. */
export const withOlder = (log: ChatLog, older: readonly Message[]): ChatLog => ({
  ...withMessages({ ...log, hasOlder: false }, older),
  hasOlder: older.length === PAGE,
})

export const withoutMessage = (log: ChatLog, messageId: number): ChatLog => {
  const messages = log.messages.filter(({ id }) => id !== messageId)
  return messages.length === log.messages.length ? log : { ...log, messages }
}

type Person = { userId: string; userName: string; user: Author }

/** These people are called otherwise now, whenever they wrote. */
export const withPeople = (log: ChatLog, people: readonly Person[]): ChatLog => {
  const byUser = new Map(people.map((person) => [person.userId, person]))
  if (!log.messages.some(({ userId }) => byUser.has(userId))) return log
  const messages = log.messages.map((message) => {
    const person = byUser.get(message.userId)
    return person ? { ...message, userName: person.userName, user: person.user } : message
  })
  return { ...log, messages }
}

/** Forgets what is far above, so that a room that is open for a day does not grow for a day. */
export const trimmed = (log: ChatLog): ChatLog =>
  log.messages.length > MAX_KEPT ? { ...log, messages: log.messages.slice(-KEPT), hasOlder: true } : log

/** Above which id a room is asked what it says now; 0 for all that there is. */
export const askedAbove = (log: ChatLog, isReadingBack: boolean): number => {
  const sure = log.messages.findLastIndex(({ id }) => id <= (log.sureUpTo ?? Number.POSITIVE_INFINITY))
  const from = isReadingBack ? 0 : Math.max(0, sure - PAGE + 1)
  return Math.max(0, (log.messages[from]?.id ?? 1) - 1)
}

type ParsedImport = {
  above: number
  /** The newest message that was known when the room was asked. */
  upTo: number
  /** All that the room says above. */
  told: readonly Message[]
}

/**
 * The log after the room was read. Known messages that it no longer says are deleted; those that frames told meanwhile are
 * newer than what was read. What is far above is kept only for who reads there.
 */
export const caughtUp = (log: ChatLog, { above, upTo, told }: ParsedImport, isReadingBack: boolean): ChatLog => {
  const read = Math.max(upTo, told.at(-1)?.id ?? 0)
  const below = log.messages.filter(({ id }) => id <= above)
  const meanwhile = log.messages.filter(({ id }) => id > read)
  return {
    messages: [...(isReadingBack ? below : []), ...told, ...meanwhile],
    hasOlder: log.hasOlder || (!isReadingBack && below.length > 0),
    sureUpTo: null,
  }
}
