import type { Author, Message } from '@purple-sector/contracts/chat/http'

/** The loaded part of a room's messages, without gaps: the newest ones, oldest first. */
export type ChatLog = {
  messages: readonly Message[]
  /** Whether the room has messages older than the loaded ones. */
  hasOlder: boolean
  /** After a lost connection: messages with a higher id may be missing. Null while the log is complete. */
  completeUpTo: number | null
}

/** Messages per request for the newest or older ones. */
export const PAGE_SIZE = 100
/** Maximum number of loaded messages, except while the user is scrolled up. */
export const MAX_LOADED = 300
/** Number of messages that stay loaded when the maximum is exceeded. */
const TRIMMED_TO = 200

const byId = (a: Message, b: Message): number => a.id - b.id

export const lastIdOf = ({ messages }: Pick<ChatLog, 'messages'>): number => messages.at(-1)?.id ?? 0

/** Adds messages, deduplicated and sorted by id. Ignores those older than the loaded part. */
export const withMessages = (log: ChatLog, incoming: readonly Message[]): ChatLog => {
  const first = log.hasOlder ? (log.messages[0]?.id ?? 0) : 0
  const knownIds = new Set(log.messages.map(({ id }) => id))
  const fresh = incoming.filter(({ id }) => !knownIds.has(id) && id >= first)
  if (fresh.length === 0) return log
  return { ...log, messages: [...log.messages, ...new Map(fresh.map((each) => [each.id, each])).values()].sort(byId) }
}

/** Adds a page of older messages. */
export const withOlder = (log: ChatLog, older: readonly Message[]): ChatLog => ({
  ...withMessages({ ...log, hasOlder: false }, older),
  hasOlder: older.length === PAGE_SIZE,
})

export const withoutMessage = (log: ChatLog, messageId: number): ChatLog => {
  const messages = log.messages.filter(({ id }) => id !== messageId)
  return messages.length === log.messages.length ? log : { ...log, messages }
}

type Person = { userId: string; userName: string; user: Author }

/** Applies new names of authors to all their messages. */
export const withPeople = (log: ChatLog, people: readonly Person[]): ChatLog => {
  const byUser = new Map(people.map((person) => [person.userId, person]))
  if (!log.messages.some(({ userId }) => byUser.has(userId))) return log
  const messages = log.messages.map((message) => {
    const person = byUser.get(message.userId)
    return person ? { ...message, userName: person.userName, user: person.user } : message
  })
  return { ...log, messages }
}

/** Evicts the oldest messages beyond `MAX_LOADED`, as a room may stay open for a day. */
export const trimLog = (log: ChatLog): ChatLog =>
  log.messages.length > MAX_LOADED ? { ...log, messages: log.messages.slice(-TRIMMED_TO), hasOlder: true } : log

/** Returns the id after which the room's messages are refetched; 0 for all. */
export const refetchAfterId = (log: ChatLog, isScrolledUp: boolean): number => {
  const lastCompleteIndex = log.messages.findLastIndex(({ id }) => id <= (log.completeUpTo ?? Number.POSITIVE_INFINITY))
  const from = isScrolledUp ? 0 : Math.max(0, lastCompleteIndex - PAGE_SIZE + 1)
  return Math.max(0, (log.messages[from]?.id ?? 1) - 1)
}

type Refetched = {
  afterId: number
  /** Id of the newest message that was known when the request was sent. */
  upToId: number
  /** All messages of the room with an id above `afterId`. */
  incoming: readonly Message[]
}

/**
 * Returns the log after a refetch. Known messages missing from the reply were deleted; newer ones than the reply contains
 * came by frames meanwhile and stay. Messages up to `afterId` stay only while the user is scrolled up.
 */
export const withRefetched = (
  log: ChatLog,
  { afterId, upToId, incoming }: Refetched,
  isScrolledUp: boolean,
): ChatLog => {
  const readUpTo = Math.max(upToId, incoming.at(-1)?.id ?? 0)
  const older = log.messages.filter(({ id }) => id <= afterId)
  const newer = log.messages.filter(({ id }) => id > readUpTo)
  return {
    messages: [...(isScrolledUp ? older : []), ...incoming, ...newer],
    hasOlder: log.hasOlder || (!isScrolledUp && older.length > 0),
    completeUpTo: null,
  }
}
