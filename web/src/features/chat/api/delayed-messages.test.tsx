import type { Message } from '@purple-sector/contracts/chat/http'
import { messageFrom, userReply } from '@purple-sector/testing/replies'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { receiveFrame } from '../../../../test/receive-frame.ts'
import { setDelay } from '../../../client/spoiler/delay.ts'
import { learnServerTime } from '../../../client/time/server-clock.ts'
import { userQuery } from '../../session/user-query.ts'
import type { ChatLog } from './chat-log.ts'
import { logQuery } from './chat-queries.ts'
import { logKey, weekendRoom } from './room.ts'

const START = Date.parse('2026-11-21T04:00:00.000Z')
const room = weekendRoom(1)
const me = userReply()
let client: QueryClient
let serverMessages: Message[]

/** Returns a message written `ago` seconds before the start. */
const chatMessage = (id: number, userName: string, ago: number): Message =>
  messageFrom(id, userName, `Message ${id}`, { createdAt: new Date(START - ago * 1_000).toISOString() })
const ids = () => client.getQueryData<ChatLog>(logKey(room))?.messages.map(({ id }) => id)

beforeEach(async () => {
  vi.useFakeTimers({ now: START })
  learnServerTime(new Date(START).toISOString())
  setDelay(30)
  serverMessages = [
    chatMessage(1, 'ann', 60),
    chatMessage(2, 'ann', 20),
    chatMessage(3, me.id, 10),
    chatMessage(4, 'ann', 5),
  ]
  vi.stubGlobal('fetch', async () => Response.json(serverMessages))
  client = new QueryClient()
  client.setQueryData(userQuery.queryKey, me)
  await client.fetchQuery(logQuery(room))
})
afterEach(() => {
  client.clear()
  setDelay(0)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('hides recent messages of others when a room is read, and shows them when they are due', async () => {
  expect(ids()).toEqual([1, 3])
  await vi.advanceTimersByTimeAsync(12_000)
  expect(ids()).toEqual([1, 2, 3])
  await vi.advanceTimersByTimeAsync(15_000)
  expect(ids()).toEqual([1, 2, 3, 4])
})

test('never shows a message that was deleted while it was delayed', async () => {
  receiveFrame(client, {
    type: 'chat_message_deleted',
    data: { id: 4, weekendId: 1, groupId: null },
    epoch: 'e',
  })
  await vi.advanceTimersByTimeAsync(40_000)
  expect(ids()).toEqual([1, 2, 3])
})

test('keeps visible messages when a room is read again', async () => {
  await vi.advanceTimersByTimeAsync(12_000)
  setDelay(120)
  await client.fetchQuery({ ...logQuery(room), staleTime: 0 })
  expect(ids()).toEqual([1, 2, 3])
})
