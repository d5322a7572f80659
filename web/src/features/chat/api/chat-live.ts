import type { Message, Room } from '@purple-sector/contracts/chat/http'
import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { afterReply, invalidateOlderThan, patchPart } from '../../../client/realtime/cache-updates.ts'
import { userQuery } from '../../session/user-query.ts'
import { type ChatLog, lastIdOf, trimLog, withMessages, withoutMessage, withPeople } from './chat-log.ts'
import { type Outbox, withoutArrived } from './outbox.ts'
import { allRoomsKey, type ChatRoom, groupRoom, logKey, outboxKey, roomKey, roomOf } from './room.ts'
import { readUpTo, withMessageDeleted, withRoom, withUnread } from './rooms.ts'
import { isNewestVisible, isScrolledUp } from './scroll-position.ts'

/** Age in ms below which unread counts are not refetched after a reconnect: the page was just opened. */
const ROOMS_REFETCH_PAUSE_MS = 10_000
const ROOT = allRoomsKey[0]
const isLogKey = (queryKey: QueryKey): boolean => queryKey[0] === ROOT && queryKey.at(-1) === 'log'
const isRoomsKey = (queryKey: QueryKey): boolean => queryKey[0] === ROOT && queryKey[1] === allRoomsKey[1]

/** Changes rooms in every cached list of rooms. Keeps the age of the data, as a frame contains only a part of it. */
export const patchRooms = (client: QueryClient, change: (rooms: Room[]) => Room[]): void => {
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: allRoomsKey }))
    patchPart<Room[]>(client, queryKey, (rooms) => rooms && change(rooms))
}

/** Changes a room's log now, and again after a reply in flight, which may lack the change. */
export const patchLog = (client: QueryClient, room: ChatRoom, change: (log: ChatLog) => ChatLog): void => {
  const patch = () => patchPart<ChatLog>(client, logKey(room), (log) => log && change(log))
  patch()
  afterReply(client, logKey(room), patch)
}

/** Ids of deleted messages: a delayed message that is deleted before it is due must not be shown. */
const deletedIds = new WeakMap<QueryClient, Set<number>>()

const recordDeleted = (client: QueryClient, id: number): void => {
  deletedIds.set(client, (deletedIds.get(client) ?? new Set<number>()).add(id))
}

const withoutDeleted = (client: QueryClient, messages: readonly Message[]): readonly Message[] =>
  messages.filter(({ id }) => !deletedIds.get(client)?.has(id))

/** Shows messages after the spoiler delay; unread counts include them already. */
export const showDelayed = (client: QueryClient, room: ChatRoom, messages: readonly Message[]): void =>
  patchLog(client, room, (log) => withMessages(log, withoutDeleted(client, messages)))

/** Removes messages that have arrived in the room from its outbox. */
export const removeArrivedFromOutbox = (client: QueryClient, room: ChatRoom, incoming: readonly Message[]): void => {
  client.setQueryData<Outbox>(outboxKey(room), (outbox) => outbox && withoutArrived(outbox, incoming))
}

/** Applies messages of one room to its log, its outbox and its unread count. */
export const applyMessages = (client: QueryClient, received: readonly Message[]): void => {
  const incoming = withoutDeleted(client, received)
  const [first] = incoming
  if (!first) return
  const room = roomOf(first)
  const userId = client.getQueryData(userQuery.queryKey)?.id ?? ''
  patchLog(client, room, (log) => {
    const next = withMessages(log, incoming)
    return isScrolledUp(room) ? next : trimLog(next)
  })
  removeArrivedFromOutbox(client, room, incoming)
  const last = incoming.at(-1)?.id ?? 0
  patchRooms(client, (rooms) =>
    withRoom(rooms, room, isNewestVisible(room) ? readUpTo(last) : withUnread(incoming, userId)),
  )
}

/** Marks all logs as possibly incomplete, as earlier frames may have been missed. */
export const markIncomplete = (client: QueryClient): void => {
  for (const { queryKey } of client.getQueryCache().findAll({ predicate: (query) => isLogKey(query.queryKey) }))
    patchPart<ChatLog>(client, queryKey, (log) => log && { ...log, completeUpTo: log.completeUpTo ?? lastIdOf(log) })
}

export const applyMessage = (client: QueryClient, message: Message): void => applyMessages(client, [message])

export const applyMessageDeleted = (client: QueryClient, { id, ...place }: FrameOf<'chat_message_deleted'>['data']) => {
  recordDeleted(client, id)
  patchLog(client, roomOf(place), (log) => withoutMessage(log, id))
  patchRooms(client, (rooms) => withRoom(rooms, roomOf(place), withMessageDeleted(id)))
}

/** Applies new names and pictures of authors. */
export const applyPeople = (client: QueryClient, { people, ...place }: FrameOf<'chat_people'>['data']): void =>
  patchLog(client, roomOf(place), (log) => withPeople(log, people))

/** Applies slow mode and the number of messages. */
export const applyRoom = (
  client: QueryClient,
  { slowModeSeconds, messageCount, ...place }: FrameOf<'chat_room'>['data'],
): void =>
  patchRooms(client, (rooms) => withRoom(rooms, roomOf(place), (room) => ({ ...room, slowModeSeconds, messageCount })))

export const applyMuted = (client: QueryClient, { muted }: FrameOf<'chat_muted'>['data']): void =>
  patchRooms(client, (rooms) => rooms.map((room) => ({ ...room, muted })))

/** Removes the room of a deleted group. */
export const removeGroupRoom = (client: QueryClient, { groupId, deleted }: FrameOf<'group_updated'>['data']): void => {
  if (deleted) client.removeQueries({ queryKey: roomKey(groupRoom(groupId)), type: 'inactive' })
}

/** Refetches messages and counts whatever `since` says: messages do not count as a change there (docs/realtime.md, Chat). */
export const invalidateChat = (client: QueryClient, since: number): void => {
  invalidateOlderThan(client, Number.POSITIVE_INFINITY, isLogKey)
  invalidateOlderThan(client, Math.max(since, Date.now() - ROOMS_REFETCH_PAUSE_MS), isRoomsKey)
}
