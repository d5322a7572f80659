import type { ClientFrame, ServerFrame } from '@purple-sector/contracts/realtime'
import { messageReply, timingReply } from '@purple-sector/testing/replies'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Realtime } from './realtime.ts'
import { serverNow } from './server-clock.ts'
import { connectRealtime } from './socket.ts'

class FakeSocket {
  static readonly OPEN = 1
  static all: FakeSocket[] = []
  readyState = 0
  sent: ClientFrame[] = []
  closedWith: number | undefined
  onopen: (() => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onerror: (() => void) | null = null
  constructor() {
    FakeSocket.all.push(this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close(code: number) {
    this.closedWith = code
  }
  opens() {
    this.readyState = FakeSocket.OPEN
    this.onopen?.()
  }
  says(frame: Pick<ServerFrame, 'type' | 'data' | 'seq'>) {
    this.onmessage?.({ data: JSON.stringify({ ...frame, epoch: 'e' }) })
  }
}

let realtime: Realtime
const onSessionOver = vi.fn()
const newest = (): FakeSocket => FakeSocket.all.at(-1)!
const subscribed = () => newest().sent.filter(({ type }) => type === 'subscribe')

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.all = []
  onSessionOver.mockReset()
  vi.stubGlobal('WebSocket', FakeSocket)
  realtime = connectRealtime('ws://here/ws', { onSessionOver })
})
afterEach(() => {
  realtime.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('asks for news of the community as long as it is looked at', () => {
  newest().opens()
  realtime.subscribe(1, [7], { community: true })
  realtime.subscribe(1, [7])
  expect(newest().sent).toEqual([
    { type: 'subscribe', weekendId: 1, groupIds: [7], community: true, timingChanges: true },
    { type: 'subscribe', weekendId: 1, groupIds: [7], timingChanges: true },
  ])
})

test('tries again 10 seconds after a loss, and subscribes to what was wanted last', () => {
  realtime.subscribe(1)
  newest().opens()
  expect(newest().sent).toEqual([{ type: 'subscribe', weekendId: 1, groupIds: [], timingChanges: true }])
  realtime.subscribe(2)
  newest().onclose?.({ code: 1006 })
  expect(realtime.status()).toEqual({ isConnected: false, lostAt: Date.now(), retryAt: Date.now() + 10_000 })
  vi.advanceTimersByTime(9_999)
  expect(FakeSocket.all).toHaveLength(1)
  vi.advanceTimersByTime(1)
  newest().opens()
  expect(newest().sent).toEqual([{ type: 'subscribe', weekendId: 2, groupIds: [], timingChanges: true }])
  expect(realtime.status()).toEqual({ isConnected: true, lostAt: null, retryAt: null })
})

test('follows groups beside the weekend, after a loss too', () => {
  realtime.subscribe(1, [7, 8])
  newest().opens()
  expect(newest().sent).toEqual([{ type: 'subscribe', weekendId: 1, groupIds: [7, 8], timingChanges: true }])
  newest().onclose?.({ code: 1006 })
  vi.advanceTimersByTime(10_000)
  newest().opens()
  expect(newest().sent).toEqual([{ type: 'subscribe', weekendId: 1, groupIds: [7, 8], timingChanges: true }])
})

test('a group that was not granted yet is asked for again when it tells of itself, once for a burst', () => {
  const groupUpdated = (groupId: number, deleted = false) =>
    newest().says({
      type: 'group_updated',
      data: { groupId, weekendId: 1, deleted, membersChanged: true, rulesChanged: false },
      seq: 1,
    })
  realtime.subscribe(1, [7, 8])
  newest().opens()
  newest().says({ type: 'subscribed', data: { weekendId: 1, groupIds: [7], unchangedForMs: 0 } })
  groupUpdated(7)
  groupUpdated(9)
  groupUpdated(8, true)
  vi.advanceTimersByTime(1_000)
  expect(newest().sent).toHaveLength(1)
  groupUpdated(8)
  groupUpdated(8)
  vi.advanceTimersByTime(1_000)
  expect(subscribed()).toEqual(
    Array(2).fill({ type: 'subscribe', weekendId: 1, groupIds: [7, 8], timingChanges: true }),
  )
})

test('a group whose membership changed is asked for again though it was granted: it may have ended and begun anew', () => {
  const ownMembership = { groupId: 7, weekendId: 1, deleted: false, membersChanged: true, rulesChanged: false }
  realtime.subscribe(1, [7])
  newest().opens()
  newest().says({ type: 'subscribed', data: { weekendId: 1, groupIds: [7], unchangedForMs: 0 } })
  newest().says({ type: 'group_updated', data: ownMembership, seq: 4 })
  vi.advanceTimersByTime(1_000)
  expect(newest().sent).toHaveLength(1)
  newest().says({ type: 'group_updated', data: ownMembership })
  newest().says({ type: 'group_updated', data: ownMembership })
  vi.advanceTimersByTime(1_000)
  expect(subscribed()).toEqual(Array(2).fill({ type: 'subscribe', weekendId: 1, groupIds: [7], timingChanges: true }))
})

test('the time of the loss stays through failed attempts', () => {
  newest().opens()
  newest().onclose?.({ code: 1001 })
  const lostAt = Date.now()
  vi.advanceTimersByTime(10_000)
  newest().onclose?.({ code: 1006 })
  expect(realtime.status().lostAt).toBe(lostAt)
})

test('a normal close is for good', () => {
  newest().opens()
  newest().onclose?.({ code: 1000 })
  const lostAt = Date.now()
  vi.advanceTimersByTime(60_000)
  expect(FakeSocket.all).toHaveLength(1)
  expect(realtime.status()).toEqual({ isConnected: false, lostAt, retryAt: 'never' })
})

test('a session that was ended elsewhere is told', () => {
  newest().opens()
  newest().onclose?.({ code: 4401 })
  expect(onSessionOver).toHaveBeenCalledOnce()
})

test('a connection that does not answer is given up', () => {
  newest().opens()
  vi.advanceTimersByTime(24_999)
  newest().sent = []
  vi.advanceTimersByTime(1)
  expect(newest().sent).toEqual([{ type: 'ping' }])
  vi.advanceTimersByTime(10_000)
  expect(realtime.status().isConnected).toBe(false)
})

test('a connection that answers is kept', () => {
  newest().opens()
  vi.advanceTimersByTime(25_000)
  newest().says({ type: 'pong', data: { serverTime: new Date().toISOString() } })
  vi.advanceTimersByTime(10_000)
  expect(realtime.status().isConnected).toBe(true)
})

test('without a network it is OFFLINE at once, and with one it does not wait', () => {
  newest().opens()
  window.dispatchEvent(new Event('offline'))
  expect(realtime.status().isConnected).toBe(false)
  window.dispatchEvent(new Event('online'))
  newest().opens()
  expect(realtime.status().isConnected).toBe(true)
})

describe('a page that slept', () => {
  const become = (visibilityState: string) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState as DocumentVisibilityState)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  afterEach(() => {
    vi.restoreAllMocks()
  })

  test('replaces a connection that was silent for too long as soon as it is seen', () => {
    newest().opens()
    become('hidden')
    vi.setSystemTime(Date.now() + 90_000)
    become('visible')
    expect(FakeSocket.all).toHaveLength(2)
    newest().opens()
    expect(realtime.status().isConnected).toBe(true)
  })

  test('gives up a dead connection within two seconds of being seen', () => {
    newest().opens()
    become('hidden')
    vi.setSystemTime(Date.now() + 10_000)
    become('visible')
    expect(FakeSocket.all).toHaveLength(1)
    vi.advanceTimersByTime(1_500)
    expect(FakeSocket.all).toHaveLength(2)
  })

  test('keeps a connection that answers', () => {
    newest().opens()
    become('visible')
    newest().says({ type: 'pong', data: { serverTime: new Date().toISOString() } })
    vi.advanceTimersByTime(10_000)
    expect(FakeSocket.all).toHaveLength(1)
  })

  test('does not wait for the next try, nor for an attempt that hangs', () => {
    newest().opens()
    newest().onclose?.({ code: 1006 })
    become('visible')
    expect(FakeSocket.all).toHaveLength(2)
    become('visible')
    expect(FakeSocket.all).toHaveLength(2)
    vi.setSystemTime(Date.now() + 60_000)
    become('visible')
    expect(FakeSocket.all).toHaveLength(3)
  })

  test('opens anew when it comes out of the cache of the browser', () => {
    newest().opens()
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
    expect(FakeSocket.all).toHaveLength(1)
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    expect(FakeSocket.all).toHaveLength(2)
  })

  test('notices a jump of the clock though it was visible all the time', () => {
    newest().opens()
    vi.setSystemTime(Date.now() + 90_000)
    vi.advanceTimersByTime(5_000)
    expect(FakeSocket.all).toHaveLength(2)
  })
})

test('the clock is the server’s', () => {
  newest().opens()
  newest().says({ type: 'hello', data: { userId: 'u', serverTime: new Date(Date.now() + 90_000).toISOString() } })
  expect(serverNow()).toBe(Date.now() + 90_000)
})

test('the time that a busy page took late is asked for again soon', () => {
  const told = new Date(Date.now() + 70_000).toISOString()
  newest().opens()
  vi.advanceTimersByTime(1_500)
  newest().says({ type: 'hello', data: { userId: 'u', serverTime: told } })
  expect(serverNow()).toBe(Date.now() + 68_500)
  vi.advanceTimersByTime(500)
  expect(newest().sent).toContainEqual({ type: 'ping' })
  newest().says({ type: 'pong', data: { serverTime: new Date(Date.now() + 70_000).toISOString() } })
  expect(serverNow()).toBe(Date.now() + 70_000)
})

test('a message that cannot be read is left alone', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const heard = vi.fn()
  realtime.onFrame(heard)
  newest().opens()
  newest().onmessage?.({ data: 'not JSON' })
  expect(heard).not.toHaveBeenCalled()
  expect(realtime.status().isConnected).toBe(true)
})

describe('live timing', () => {
  const timing = timingReply([7, 8], { sequence: 1 })
  let heard: ServerFrame[]
  const whole = (sequence: number) => newest().says({ type: 'timing_update', data: { ...timing, sequence } })
  const changes = (since: number, sequence: number) =>
    newest().says({
      type: 'timing_changes',
      data: { ...timing, sequence, since: { generation: 1, sequence: since }, entries: [], gone: [] },
    })

  beforeEach(() => {
    heard = []
    realtime.onFrame((frame) => heard.push(frame))
    realtime.subscribe(1)
    newest().opens()
    whole(1)
  })

  test('is heard whole', () => {
    changes(1, 2)
    expect(heard.map(({ type }) => type)).toEqual(['timing_update', 'timing_update'])
    expect(heard.at(-1)?.data).toEqual({ ...timing, sequence: 2 })
    expect(subscribed()).toHaveLength(1)
  })

  test('is asked for again where its changes build on what is not here, every 5 s at most', () => {
    for (let sequence = 10; sequence < 20; sequence++) {
      changes(sequence - 1, sequence)
      vi.advanceTimersByTime(300)
    }
    expect(heard).toHaveLength(1)
    expect(subscribed()).toHaveLength(2)
    vi.advanceTimersByTime(1_999)
    expect(subscribed()).toHaveLength(2)
    // Also where nothing more is told.
    vi.advanceTimersByTime(1)
    expect(subscribed()).toHaveLength(3)
  })

  test('is not asked for again once it is here', () => {
    changes(8, 9)
    changes(9, 10)
    whole(10)
    vi.advanceTimersByTime(10_000)
    expect(subscribed()).toHaveLength(2)
  })

  test('of the connection before counts no more', () => {
    newest().onclose?.({ code: 1006 })
    vi.advanceTimersByTime(10_000)
    newest().opens()
    changes(1, 2)
    expect(heard).toHaveLength(1)
    expect(subscribed()).toHaveLength(2)
  })
})

describe('a gateway that stops', () => {
  const RETRY_MS = 3_000
  const BOTH_MS = 1_000
  let heard: ServerFrame[]
  let states: boolean[]
  let first: FakeSocket

  const saysChat = (socket: FakeSocket, ...ids: number[]) =>
    socket.says({
      type: 'chat_messages',
      data: { messages: ids.map((id) => messageReply({ id, weekendId: 1, message: `No. ${id}` })) },
    })
  const saysBoard = (socket: FakeSocket, version: number) =>
    socket.says({ type: 'leaderboard_update', data: { weekendId: 1, groupId: null, version, entries: [], total: 0 } })
  const grants = (socket: FakeSocket) =>
    socket.says({ type: 'subscribed', data: { weekendId: 1, groupIds: [], unchangedForMs: 60_000 } })
  const chats = () =>
    heard.flatMap((frame) => (frame.type === 'chat_messages' ? frame.data.messages.map(({ id }) => id) : []))
  const moving = (socket: FakeSocket) => socket.says({ type: 'reconnect', data: {} })
  /** The second connection, open and with its answers. */
  const answered = () => {
    moving(first)
    const second = newest()
    second.opens()
    grants(second)
    return second
  }

  beforeEach(() => {
    heard = []
    states = []
    realtime.onFrame((frame) => heard.push(frame))
    realtime.subscribe(1)
    newest().opens()
    first = newest()
    grants(first)
    realtime.onStatus(() => states.push(realtime.status().isConnected))
  })

  test('is left for another when that has answered; the page is connected all the time', () => {
    moving(first)
    const second = newest()
    expect(second).not.toBe(first)
    second.opens()
    expect(second.sent).toEqual([{ type: 'subscribe', weekendId: 1, groupIds: [], timingChanges: true }])
    vi.advanceTimersByTime(5_000)
    expect(first.closedWith).toBeUndefined()
    grants(second)
    saysBoard(second, 4)
    vi.advanceTimersByTime(BOTH_MS - 1)
    expect(first.closedWith).toBeUndefined()
    vi.advanceTimersByTime(1)
    expect(first.closedWith).toBe(1000)
    expect(heard.at(-1)).toMatchObject({ type: 'leaderboard_update', data: { version: 4 } })
    saysBoard(second, 5)
    expect(heard.at(-1)).toMatchObject({ data: { version: 5 } })
    expect(states).toEqual([])
    expect(realtime.status().lostAt).toBeNull()
    // It is looked after like any other.
    second.sent = []
    vi.advanceTimersByTime(2_000)
    expect(second.sent).toEqual([{ type: 'ping' }])
    vi.advanceTimersByTime(10_000)
    expect(FakeSocket.all).toHaveLength(2)
  })

  test('and the other tell nothing twice, nor out of order', () => {
    saysChat(first, 1, 2)
    const second = answered()
    saysChat(first, 3)
    saysChat(second, 2, 3)
    saysChat(second, 4)
    saysChat(first, 4)
    expect(chats()).toEqual([1, 2, 3, 4])
    saysChat(second, 5)
    expect(chats()).toEqual([1, 2, 3, 4])
    vi.advanceTimersByTime(BOTH_MS)
    expect(chats()).toEqual([1, 2, 3, 4, 5])
    saysChat(second, 5, 6)
    expect(chats()).toEqual([1, 2, 3, 4, 5, 6])
    saysChat(first, 7)
    expect(chats()).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('is kept while nobody else answers, and left as soon as somebody does', () => {
    moving(first)
    newest().onclose?.({ code: 1006 })
    vi.advanceTimersByTime(999)
    expect(FakeSocket.all).toHaveLength(2)
    vi.advanceTimersByTime(RETRY_MS - 999)
    expect(FakeSocket.all).toHaveLength(3)
    newest().opens()
    newest().says({ type: 'error', data: { code: 'UNAVAILABLE', message: 'Later.' } })
    expect(newest().closedWith).toBe(1000)
    saysBoard(first, 3)
    expect(heard.at(-1)).toMatchObject({ data: { version: 3 } })
    vi.advanceTimersByTime(RETRY_MS)
    expect(FakeSocket.all).toHaveLength(4)
    // One that never answers is given up.
    vi.advanceTimersByTime(10_000 + RETRY_MS)
    expect(FakeSocket.all).toHaveLength(5)
    first.says({ type: 'pong', data: { serverTime: new Date().toISOString() } })
    newest().opens()
    grants(newest())
    vi.advanceTimersByTime(BOTH_MS)
    expect(first.closedWith).toBe(1000)
    expect(states).toEqual([])
  })

  test('says so twice, and there is one other connection', () => {
    moving(first)
    moving(first)
    expect(FakeSocket.all).toHaveLength(2)
    newest().onclose?.({ code: 1006 })
    moving(first)
    expect(FakeSocket.all).toHaveLength(3)
    vi.advanceTimersByTime(RETRY_MS)
    expect(FakeSocket.all).toHaveLength(3)
  })

  test('that is gone before the other has answered is left at once', () => {
    moving(first)
    const second = newest()
    second.opens()
    first.onclose?.({ code: 1006 })
    expect(realtime.status().isConnected).toBe(true)
    grants(second)
    saysBoard(second, 9)
    expect(heard.at(-1)).toMatchObject({ data: { version: 9 } })
    expect(second.sent).toHaveLength(1)
    expect(states).toEqual([])
  })

  test('that is gone before the other is open is waited for no more', () => {
    moving(first)
    const second = newest()
    const lostAt = Date.now()
    first.onclose?.({ code: 1001 })
    expect(realtime.status()).toEqual({ isConnected: false, lostAt, retryAt: null })
    second.opens()
    expect(realtime.status().isConnected).toBe(true)
    expect(second.sent).toEqual([{ type: 'subscribe', weekendId: 1, groupIds: [], timingChanges: true }])
    expect(FakeSocket.all).toHaveLength(2)
  })

  test('that lets go of the page while it waits to try again is lost as ever', () => {
    moving(first)
    newest().onclose?.({ code: 1006 })
    first.onclose?.({ code: 1001 })
    expect(realtime.status().retryAt).toBe(Date.now() + 10_000)
    vi.advanceTimersByTime(9_999)
    expect(FakeSocket.all).toHaveLength(2)
    vi.advanceTimersByTime(1)
    expect(FakeSocket.all).toHaveLength(3)
  })

  test('that does not answer a ping any more is lost, and the other takes its place', () => {
    vi.advanceTimersByTime(24_000)
    moving(first)
    newest().onclose?.({ code: 1006 })
    first.sent = []
    vi.advanceTimersByTime(RETRY_MS)
    expect(first.sent).toEqual([{ type: 'ping' }])
    newest().opens()
    vi.advanceTimersByTime(7_999)
    expect(first.closedWith).toBeUndefined()
    vi.advanceTimersByTime(1)
    expect(first.closedWith).toBe(1000)
    grants(newest())
    saysBoard(newest(), 9)
    expect(heard.at(-1)).toMatchObject({ data: { version: 9 } })
    expect(states).toEqual([])
  })

  test('ends the session as ever', () => {
    const second = answered()
    first.onclose?.({ code: 4401 })
    expect(onSessionOver).toHaveBeenCalledOnce()
    expect(second.closedWith).toBe(1000)
    vi.advanceTimersByTime(BOTH_MS)
    expect(realtime.status().isConnected).toBe(false)
  })

  test('is followed by one that stops too', () => {
    const second = answered()
    moving(second)
    expect(FakeSocket.all).toHaveLength(2)
    vi.advanceTimersByTime(BOTH_MS)
    expect(first.closedWith).toBe(1000)
    expect(FakeSocket.all).toHaveLength(3)
    newest().opens()
    grants(newest())
    vi.advanceTimersByTime(BOTH_MS)
    expect(second.closedWith).toBe(1000)
    expect(states).toEqual([])
  })

  test('is told what the page wants meanwhile, as is the other', () => {
    const second = answered()
    realtime.subscribe(2)
    for (const socket of [first, second])
      expect(socket.sent.at(-1)).toEqual({ type: 'subscribe', weekendId: 2, groupIds: [], timingChanges: true })
  })

  test('builds live timing on what each of them told by itself', () => {
    const timing = timingReply([7, 8], { sequence: 1 })
    const whole = (socket: FakeSocket, sequence: number) =>
      socket.says({ type: 'timing_update', data: { ...timing, sequence } })
    const changes = (socket: FakeSocket, since: number) =>
      socket.says({
        type: 'timing_changes',
        data: { ...timing, sequence: since + 1, since: { generation: 1, sequence: since }, entries: [], gone: [] },
      })
    whole(first, 1)
    const second = answered()
    whole(second, 1)
    changes(first, 1)
    changes(second, 1)
    vi.advanceTimersByTime(BOTH_MS)
    changes(second, 2)
    expect(heard.filter(({ type }) => type === 'timing_update').at(-1)).toMatchObject({ data: { sequence: 3 } })
    expect(subscribed()).toHaveLength(1)
  })

  test('is let go of with the page', () => {
    const second = answered()
    realtime.close()
    expect([first.closedWith, second.closedWith]).toEqual([1000, 1000])
    window.dispatchEvent(new Event('online'))
    expect(FakeSocket.all).toHaveLength(2)
  })

  test('and the other are let go of by a page without a network, which opens one anew with it', () => {
    const second = answered()
    window.dispatchEvent(new Event('offline'))
    expect([first.closedWith, second.closedWith]).toEqual([1000, 1000])
    expect(realtime.status().isConnected).toBe(false)
    window.dispatchEvent(new Event('online'))
    expect(FakeSocket.all).toHaveLength(3)
  })
})

test('a page that follows nothing yet moves as soon as the other connection is open', () => {
  newest().opens()
  const first = newest()
  first.says({ type: 'reconnect', data: {} })
  newest().opens()
  vi.advanceTimersByTime(1_000)
  expect(first.closedWith).toBe(1000)
  realtime.subscribe(1)
  expect(newest().sent).toEqual([{ type: 'subscribe', weekendId: 1, groupIds: [], timingChanges: true }])
})

test('a page that is not of now has lost the connection when it came, until it has one', () => {
  realtime.close()
  realtime = connectRealtime('ws://here/ws', { asOf: 5_000 })
  expect(realtime.status().lostAt).toBeNull()
  newest().onclose?.({ code: 1006 })
  expect(realtime.status().lostAt).toBe(5_000)
  vi.advanceTimersByTime(10_000)
  newest().opens()
  newest().onclose?.({ code: 1006 })
  expect(realtime.status().lostAt).toBe(Date.now())
})
