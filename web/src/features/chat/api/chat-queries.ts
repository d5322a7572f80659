import type { Message, Room } from '@purple-sector/contracts/chat/http'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../../client/api/api.ts'
import { minutes } from '../../../client/api/query-client.ts'
import { removeArrivedFromOutbox } from './chat-live.ts'
import { type ChatLog, lastIdOf, PAGE_SIZE, refetchAfterId, withOlder, withRefetched } from './chat-log.ts'
import { withoutDelayed } from './delayed-messages.ts'
import { EMPTY_OUTBOX, type Outbox } from './outbox.ts'
import { type ChatRoom, chatPath, logKey, outboxKey, roomsKey } from './room.ts'
import { isScrolledUp } from './scroll-position.ts'

/** Poll interval of messages while offline, in ms; for `usePollWhileOffline`. */
export const CHAT_POLL_MS = { weekend: 3_000, group: 5_000 }

/** The server's maximum page size. */
const LARGE_PAGE = 200
/** Maximum number of missed pages to fetch; beyond it the log starts over with the newest messages. */
const MAX_PAGES = 10

const fetchPage = (room: ChatRoom, query: string, signal: AbortSignal): Promise<Message[]> =>
  api.get<Message[]>(`${chatPath(room)}?${query}`, { signal, isImmediate: true })

/** Fetches all messages of a room after an id; null if there are more than `MAX_PAGES` pages. */
const readAfter = async (room: ChatRoom, afterId: number, signal: AbortSignal): Promise<Message[] | null> => {
  const incoming: Message[] = []
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const lastId = incoming.at(-1)?.id ?? afterId
    const page = await fetchPage(room, `limit=${LARGE_PAGE}${lastId > 0 ? `&after=${lastId}` : ''}`, signal)
    incoming.push(...page)
    // Without `after` the page holds the newest messages: there may be older ones, but none newer.
    if (page.length < LARGE_PAGE || lastId === 0) return page.length < LARGE_PAGE ? incoming : null
  }
  return null
}

const readNewest = async (client: QueryClient, room: ChatRoom, signal: AbortSignal): Promise<ChatLog> => {
  const messages = await fetchPage(room, `limit=${PAGE_SIZE}`, signal)
  removeArrivedFromOutbox(client, room, messages)
  return {
    messages: withoutDelayed(client, room, messages),
    hasOlder: messages.length === PAGE_SIZE,
    completeUpTo: null,
  }
}

/** A room's messages: first the newest; on a refetch, what was added or deleted since. */
export const logQuery = (room: ChatRoom) =>
  queryOptions({
    queryKey: logKey(room),
    queryFn: async ({ client, signal }): Promise<ChatLog> => {
      const before = client.getQueryData<ChatLog>(logKey(room))
      if (!before || before.messages.length === 0) return readNewest(client, room, signal)
      const afterId = refetchAfterId(before, isScrolledUp(room))
      const incoming = await readAfter(room, afterId, signal)
      if (incoming === null) return readNewest(client, room, signal)
      removeArrivedFromOutbox(client, room, incoming)
      const now = client.getQueryData<ChatLog>(logKey(room)) ?? before
      return withRefetched(
        now,
        { afterId, upToId: lastIdOf(before), incoming: withoutDelayed(client, room, incoming) },
        isScrolledUp(room),
      )
    },
    // Frames deliver new messages.
    staleTime: minutes(10),
    structuralSharing: false,
  })

/** Fetches the page of messages before the loaded ones. */
export const readOlder = async (client: QueryClient, room: ChatRoom): Promise<void> => {
  const first = client.getQueryData<ChatLog>(logKey(room))?.messages[0]
  if (!first) return
  const older = await api.get<Message[]>(`${chatPath(room)}?limit=${PAGE_SIZE}&before=${first.id}`, {
    isImmediate: true,
  })
  const updatedAt = client.getQueryState(logKey(room))?.dataUpdatedAt
  client.setQueryData<ChatLog>(logKey(room), (log) => log && withOlder(log, older), updatedAt ? { updatedAt } : {})
}

/** Messages the user sent that have not arrived in the room; known to this tab only. */
export const outboxQuery = (room: ChatRoom) =>
  queryOptions({
    queryKey: outboxKey(room),
    queryFn: (): Outbox => EMPTY_OUTBOX,
    initialData: EMPTY_OUTBOX,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: false,
  })

/** The user's rooms with unread counts: this weekend's and those of all groups. */
export const roomsQuery = (weekendId: number | null) =>
  queryOptions({
    queryKey: roomsKey(weekendId),
    queryFn: () => api.get<Room[]>(`/api/chat/rooms${weekendId === null ? '' : `?weekendId=${weekendId}`}`),
  })
