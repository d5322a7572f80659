import type { ServerFrame } from '@purple-sector/contracts/realtime'
import { messageFrom, roomReply, userReply } from '@purple-sector/testing/replies'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { receiveFrame as applyReceived, reconnect } from '../../../../test/receive-frame.ts'
import { createQueryClient } from '../../../client/api/query-client.ts'
import { userQuery } from '../../session/user-query.ts'
import type { ChatLog } from './chat-log.ts'
import { logQuery, roomsQuery } from './chat-queries.ts'
import { EMPTY_OUTBOX, type Outbox } from './outbox.ts'
import { groupRoom, logKey, outboxKey, weekendRoom } from './room.ts'
import { setScrollPosition } from './scroll-position.ts'

const room = weekendRoom(1)
let client: QueryClient
const receiveFrame = (frame: Pick<ServerFrame, 'type' | 'data'>) =>
  applyReceived(client, { ...frame, epoch: 'e' } as ServerFrame)
const chatMessage = (id: number, userName = 'ann', overrides = {}) =>
  messageFrom(id, userName, `Message ${id}`, overrides)
const idsOf = () => client.getQueryData<ChatLog>(logKey(room))?.messages.map(({ id }) => id)
const rooms = () => client.getQueryData(roomsQuery(1).queryKey)
const me = userReply()

beforeEach(() => {
  client = new QueryClient()
  client.setQueryData(userQuery.queryKey, me)
  client.setQueryData<ChatLog>(logKey(room), { messages: [chatMessage(1)], hasOlder: false, completeUpTo: null })
  client.setQueryData(roomsQuery(1).queryKey, [roomReply({ lastReadId: 1 }), roomReply({ groupId: 7 })])
})
afterEach(() => {
  setScrollPosition(room, null)
  client.clear()
  vi.unstubAllGlobals()
})

describe('live chat messages', () => {
  test('adds messages to their rooms, one by one and in batches', () => {
    receiveFrame({ type: 'chat_message', data: chatMessage(2) })
    receiveFrame({ type: 'chat_messages', data: { messages: [chatMessage(2), chatMessage(3)] } })
    receiveFrame({ type: 'chat_message', data: chatMessage(4, 'ann', { groupId: 7 }) })
    expect(idsOf()).toEqual([1, 2, 3])
  })
  test('counts messages of others as unread until the user views the end of the room', () => {
    receiveFrame({ type: 'chat_messages', data: { messages: [chatMessage(2), chatMessage(3, me.id)] } })
    receiveFrame({ type: 'chat_message', data: chatMessage(9, 'ann', { groupId: 7 }) })
    expect(rooms()?.map(({ unread }) => unread)).toEqual([1, 1])
    setScrollPosition(room, 'end')
    receiveFrame({ type: 'chat_message', data: chatMessage(4) })
    expect(rooms()).toMatchObject([{ unread: 0, lastReadId: 4 }, { unread: 1 }])
  })
  test('removes an own message from the outbox when its frame arrives', () => {
    const entry = { key: 'k1', text: 'Go', at: 0, state: 'failed' as const }
    client.setQueryData<Outbox>(outboxKey(room), { ...EMPTY_OUTBOX, entries: [entry] })
    receiveFrame({ type: 'chat_message', data: chatMessage(2, me.id, { sentAs: 'k1' }) })
    expect(client.getQueryData<Outbox>(outboxKey(room))?.entries).toEqual([])
  })
  test('removes an own message from the outbox when a reply contains it and no frame came', async () => {
    const sentMessage = chatMessage(2, me.id, { sentAs: 'k1' })
    const entry = { key: 'k1', text: 'Go', at: 0, state: 'sent' as const, message: sentMessage }
    for (const log of [client.getQueryData<ChatLog>(logKey(room)), undefined]) {
      client.setQueryData<Outbox>(outboxKey(room), { ...EMPTY_OUTBOX, entries: [entry] })
      if (log === undefined) client.removeQueries({ queryKey: logKey(room) })
      vi.stubGlobal('fetch', async () => Response.json([chatMessage(1), sentMessage]))
      await client.fetchQuery({ ...logQuery(room), staleTime: 0 })
      expect(idsOf()).toEqual([1, 2])
      expect(client.getQueryData<Outbox>(outboxKey(room))?.entries).toEqual([])
    }
  })
  test('removes deleted messages', () => {
    receiveFrame({ type: 'chat_message_deleted', data: { id: 1, weekendId: 1, groupId: null } })
    expect(idsOf()).toEqual([])
  })
  test('keeps messages that arrived after the server read the reply', async () => {
    let resolveReply = (_: Response) => {}
    vi.stubGlobal(
      'fetch',
      () =>
        new Promise<Response>((resolve) => {
          resolveReply = resolve
        }),
    )
    const other = groupRoom(7)
    const stop = new QueryObserver(client, logQuery(other)).subscribe(() => {})
    await vi.waitFor(() => expect(client.isFetching()).toBe(1))
    receiveFrame({ type: 'chat_message', data: chatMessage(6, 'ann', { groupId: 7 }) })
    receiveFrame({ type: 'chat_message_deleted', data: { id: 4, weekendId: null, groupId: 7 } })
    resolveReply(Response.json([chatMessage(4, 'ann', { groupId: 7 }), chatMessage(5, 'ann', { groupId: 7 })]))
    await vi.waitFor(() =>
      expect(client.getQueryData<ChatLog>(logKey(other))?.messages.map(({ id }) => id)).toEqual([5, 6]),
    )
    stop()
  })
})

test('loads all messages since the last known one, in pages, after a reconnect', async () => {
  const requests: string[] = []
  const stored = Array.from({ length: 451 }, (_, index) => chatMessage(index + 2))
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path)
    const after = Number(new URL(path, 'http://localhost').searchParams.get('after'))
    return Response.json(stored.filter(({ id }) => id > after).slice(0, 200))
  })
  client.setQueryData<ChatLog>(logKey(room), {
    messages: [chatMessage(5), chatMessage(6)],
    hasOlder: true,
    completeUpTo: null,
  })
  receiveFrame({ type: 'subscribed', data: { weekendId: 1, groupIds: [], unchangedForMs: 0 } })
  receiveFrame({ type: 'chat_message', data: chatMessage(452) })
  await client.fetchQuery({ ...logQuery(room), staleTime: 0 })
  expect(requests.map((path) => path.split('?')[1])).toEqual([
    'limit=200&after=4',
    'limit=200&after=204',
    'limit=200&after=404',
  ])
  const ids = idsOf()
  expect([ids?.length, ids?.[0], ids?.at(-1)]).toEqual([448, 5, 452])
})

test('refetches messages after every reconnect, even when nothing else changed', async () => {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path)
    return Response.json([])
  })
  client.setQueryData<ChatLog>(logKey(room), {
    messages: [chatMessage(5), chatMessage(6)],
    hasOlder: true,
    completeUpTo: null,
  })
  const stop = new QueryObserver(client, logQuery(room)).subscribe(() => {})
  expect(requests).toEqual([])
  reconnect(client, Date.now() - 60_000)
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  stop()
})

test('refetches messages once after a reconnect that finds them old', async () => {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path)
    return Response.json([])
  })
  // The app's client knows when each request was sent.
  const appClient = createQueryClient()
  const log: ChatLog = { messages: [chatMessage(5)], hasOlder: true, completeUpTo: null }
  appClient.setQueryData<ChatLog>(logKey(room), log, { updatedAt: Date.now() - 120_000 })
  const stop = new QueryObserver(appClient, { ...logQuery(room), staleTime: Number.POSITIVE_INFINITY }).subscribe(
    () => {},
  )
  reconnect(appClient, Date.now())
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(requests).toHaveLength(1)
  stop()
  appClient.clear()
})

test('applies slow mode, unread counts and mutes from frames', () => {
  receiveFrame({ type: 'chat_room', data: { weekendId: 1, groupId: null, slowModeSeconds: 30, messageCount: 12 } })
  const muted = { until: '2026-11-23T00:00:00.000Z', reason: 'Language' }
  receiveFrame({ type: 'chat_muted', data: { muted } })
  expect(rooms()).toMatchObject([
    { slowModeSeconds: 30, messageCount: 12, muted },
    { slowModeSeconds: 0, muted },
  ])
})
