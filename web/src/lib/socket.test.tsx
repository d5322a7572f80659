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
const onSessionEnded = vi.fn()
const newest = (): FakeSocket => FakeSocket.all.at(-1)!
const subscribed = () => newest().sent.filter(({ type }) => type === 'subscribe')

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.all = []
  onSessionEnded.mockReset()
  vi.stubGlobal('WebSocket', FakeSocket)
  realtime = connectRealtime('ws://here/ws', { onSessionEnded })
})
afterEach(() => {
  realtime.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('subscribes to community news while a screen shows it', () => {
  newest().opens()
  realtime.subscribe(1, [7], { community: true })
  realtime.subscribe(1, [7])
  expect(newest().sent).toEqual([
    { type: 'subscribe', weekendId: 1, groupIds: [7], community: true, timingChanges: true },
    { type: 'subscribe', weekendId: 1, groupIds: [7], timingChanges: true },
  ])
})

test('reconnects 10 seconds after a loss and repeats the last subscription', () => {
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

test('subscribes to groups beside the weekend, also after a loss', () => {
  realtime.subscribe(1, [7, 8])
  newest().opens()
  expect(newest().sent).toEqual([{ type: 'subscribe', weekendId: 1, groupIds: [7, 8], timingChanges: true }])
  newest().onclose?.({ code: 1006 })
  vi.advanceTimersByTime(10_000)
  newest().opens()
  expect(newest().sent).toEqual([{ type: 'subscribe', weekendId: 1, groupIds: [7, 8], timingChanges: true }])
})

test('subscribes again when a group that was not granted changes, once for a burst', () => {
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

test('subscribes again when the membership of a granted group changed, since it may have ended and started again', () => {
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

test('keeps the time of the loss through failed attempts', () => {
  newest().opens()
  newest().onclose?.({ code: 1001 })
  const lostAt = Date.now()
  vi.advanceTimersByTime(10_000)
  newest().onclose?.({ code: 1006 })
  expect(realtime.status().lostAt).toBe(lostAt)
})

test('does not reconnect after a normal close', () => {
  newest().opens()
  newest().onclose?.({ code: 1000 })
  const lostAt = Date.now()
  vi.advanceTimersByTime(60_000)
  expect(FakeSocket.all).toHaveLength(1)
  expect(realtime.status()).toEqual({ isConnected: false, lostAt, retryAt: 'never' })
})

test('reports a session that was ended elsewhere', () => {
  newest().opens()
  newest().onclose?.({ code: 4401 })
  expect(onSessionEnded).toHaveBeenCalledOnce()
})

test('drops a connection that does not answer a ping', () => {
  newest().opens()
  vi.advanceTimersByTime(24_999)
  newest().sent = []
  vi.advanceTimersByTime(1)
  expect(newest().sent).toEqual([{ type: 'ping' }])
  vi.advanceTimersByTime(10_000)
  expect(realtime.status().isConnected).toBe(false)
})

test('keeps a connection that answers a ping', () => {
  newest().opens()
  vi.advanceTimersByTime(25_000)
  newest().says({ type: 'pong', data: { serverTime: new Date().toISOString() } })
  vi.advanceTimersByTime(10_000)
  expect(realtime.status().isConnected).toBe(true)
})

test('goes OFFLINE with the network and reconnects with it at once', () => {
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

  test('replaces a connection that was silent for too long as soon as the page is visible', () => {
    newest().opens()
    become('hidden')
    vi.setSystemTime(Date.now() + 90_000)
    become('visible')
    expect(FakeSocket.all).toHaveLength(2)
    newest().opens()
    expect(realtime.status().isConnected).toBe(true)
  })

  test('drops a dead connection within two seconds of being visible', () => {
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

  test('waits neither for the next retry nor for a hanging attempt', () => {
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

  test('opens a new connection when it is restored from the back/forward cache', () => {
    newest().opens()
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
    expect(FakeSocket.all).toHaveLength(1)
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    expect(FakeSocket.all).toHaveLength(2)
  })

  test('notices a jump of the clock although it was visible all the time', () => {
    newest().opens()
    vi.setSystemTime(Date.now() + 90_000)
    vi.advanceTimersByTime(5_000)
    expect(FakeSocket.all).toHaveLength(2)
  })
})

test('learns the server’s clock from hello', () => {
  newest().opens()
  newest().says({ type: 'hello', data: { userId: 'u', serverTime: new Date(Date.now() + 90_000).toISOString() } })
  expect(serverNow()).toBe(Date.now() + 90_000)
})

test('requests the time again soon, since a busy page handled the first one late', () => {
  const shown = new Date(Date.now() + 70_000).toISOString()
  newest().opens()
  vi.advanceTimersByTime(1_500)
  newest().says({ type: 'hello', data: { userId: 'u', serverTime: shown } })
  expect(serverNow()).toBe(Date.now() + 68_500)
  vi.advanceTimersByTime(500)
  expect(newest().sent).toContainEqual({ type: 'ping' })
  newest().says({ type: 'pong', data: { serverTime: new Date(Date.now() + 70_000).toISOString() } })
  expect(serverNow()).toBe(Date.now() + 70_000)
})

test('ignores a message that cannot be parsed', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const heard = vi.fn()
  realtime.onFrame(heard)
  newest().opens()
  newest().onmessage?.({ data: 'not JSON' })
  expect(heard).not.toHaveBeenCalled()
  expect(realtime.status().isConnected).toBe(true)
})

describe('live timing frames', () => {
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

  test('expands changes to whole frames', () => {
    changes(1, 2)
    expect(heard.map(({ type }) => type)).toEqual(['timing_update', 'timing_update'])
    expect(heard.at(-1)?.data).toEqual({ ...timing, sequence: 2 })
    expect(subscribed()).toHaveLength(1)
  })

  test('requests the full state where changes lack their base, at most every 5 s', () => {
    for (let sequence = 10; sequence < 20; sequence++) {
      changes(sequence - 1, sequence)
      vi.advanceTimersByTime(300)
    }
    expect(heard).toHaveLength(1)
    expect(subscribed()).toHaveLength(2)
    vi.advanceTimersByTime(1_999)
    expect(subscribed()).toHaveLength(2)
    // Also when no further frame arrives.
    vi.advanceTimersByTime(1)
    expect(subscribed()).toHaveLength(3)
  })

  test('does not request the full state once it arrived', () => {
    changes(8, 9)
    changes(9, 10)
    whole(10)
    vi.advanceTimersByTime(10_000)
    expect(subscribed()).toHaveLength(2)
  })

  test('discards the state of the connection before', () => {
    newest().onclose?.({ code: 1006 })
    vi.advanceTimersByTime(10_000)
    newest().opens()
    changes(1, 2)
    expect(heard).toHaveLength(1)
    expect(subscribed()).toHaveLength(2)
  })
})

describe('a draining gateway', () => {
  const RETRY_MS = 3_000
  const OVERLAP_MS = 1_000
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
  /** The second connection, open and subscribed. */
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

  test('is replaced by another connection once that has answered; the page stays connected', () => {
    moving(first)
    const second = newest()
    expect(second).not.toBe(first)
    second.opens()
    expect(second.sent).toEqual([{ type: 'subscribe', weekendId: 1, groupIds: [], timingChanges: true }])
    vi.advanceTimersByTime(5_000)
    expect(first.closedWith).toBeUndefined()
    grants(second)
    saysBoard(second, 4)
    vi.advanceTimersByTime(OVERLAP_MS - 1)
    expect(first.closedWith).toBeUndefined()
    vi.advanceTimersByTime(1)
    expect(first.closedWith).toBe(1000)
    expect(heard.at(-1)).toMatchObject({ type: 'leaderboard_update', data: { version: 4 } })
    saysBoard(second, 5)
    expect(heard.at(-1)).toMatchObject({ data: { version: 5 } })
    expect(states).toEqual([])
    expect(realtime.status().lostAt).toBeNull()
    // The new connection has a heartbeat like any other.
    second.sent = []
    vi.advanceTimersByTime(2_000)
    expect(second.sent).toEqual([{ type: 'ping' }])
    vi.advanceTimersByTime(10_000)
    expect(FakeSocket.all).toHaveLength(2)
  })

  test('delivers nothing twice and nothing out of order together with the next one', () => {
    saysChat(first, 1, 2)
    const second = answered()
    saysChat(first, 3)
    saysChat(second, 2, 3)
    saysChat(second, 4)
    saysChat(first, 4)
    expect(chats()).toEqual([1, 2, 3, 4])
    saysChat(second, 5)
    expect(chats()).toEqual([1, 2, 3, 4])
    vi.advanceTimersByTime(OVERLAP_MS)
    expect(chats()).toEqual([1, 2, 3, 4, 5])
    saysChat(second, 5, 6)
    expect(chats()).toEqual([1, 2, 3, 4, 5, 6])
    saysChat(first, 7)
    expect(chats()).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('stays connected while no other gateway answers, and is left as soon as one does', () => {
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
    // A connection that never answers is abandoned.
    vi.advanceTimersByTime(10_000 + RETRY_MS)
    expect(FakeSocket.all).toHaveLength(5)
    first.says({ type: 'pong', data: { serverTime: new Date().toISOString() } })
    newest().opens()
    grants(newest())
    vi.advanceTimersByTime(OVERLAP_MS)
    expect(first.closedWith).toBe(1000)
    expect(states).toEqual([])
  })

  test('opens only one other connection when it announces the drain twice', () => {
    moving(first)
    moving(first)
    expect(FakeSocket.all).toHaveLength(2)
    newest().onclose?.({ code: 1006 })
    moving(first)
    expect(FakeSocket.all).toHaveLength(3)
    vi.advanceTimersByTime(RETRY_MS)
    expect(FakeSocket.all).toHaveLength(3)
  })

  test('is left at once when it is gone before the other connection has answered', () => {
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

  test('is reported lost when it is gone before the other connection is open', () => {
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

  test('is retried as usual when it is gone while the next attempt waits', () => {
    moving(first)
    newest().onclose?.({ code: 1006 })
    first.onclose?.({ code: 1001 })
    expect(realtime.status().retryAt).toBe(Date.now() + 10_000)
    vi.advanceTimersByTime(9_999)
    expect(FakeSocket.all).toHaveLength(2)
    vi.advanceTimersByTime(1)
    expect(FakeSocket.all).toHaveLength(3)
  })

  test('is replaced when it stops answering pings', () => {
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

  test('ends the session as usual', () => {
    const second = answered()
    first.onclose?.({ code: 4401 })
    expect(onSessionEnded).toHaveBeenCalledOnce()
    expect(second.closedWith).toBe(1000)
    vi.advanceTimersByTime(OVERLAP_MS)
    expect(realtime.status().isConnected).toBe(false)
  })

  test('is followed by another one that drains too', () => {
    const second = answered()
    moving(second)
    expect(FakeSocket.all).toHaveLength(2)
    vi.advanceTimersByTime(OVERLAP_MS)
    expect(first.closedWith).toBe(1000)
    expect(FakeSocket.all).toHaveLength(3)
    newest().opens()
    grants(newest())
    vi.advanceTimersByTime(OVERLAP_MS)
    expect(second.closedWith).toBe(1000)
    expect(states).toEqual([])
  })

  test('gets new subscriptions meanwhile, as does the next connection', () => {
    const second = answered()
    realtime.subscribe(2)
    for (const socket of [first, second])
      expect(socket.sent.at(-1)).toEqual({ type: 'subscribe', weekendId: 2, groupIds: [], timingChanges: true })
  })

  test('keeps live timing separate per connection', () => {
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
    vi.advanceTimersByTime(OVERLAP_MS)
    changes(second, 2)
    expect(heard.filter(({ type }) => type === 'timing_update').at(-1)).toMatchObject({ data: { sequence: 3 } })
    expect(subscribed()).toHaveLength(1)
  })

  test('is closed together with the next connection when the page closes', () => {
    const second = answered()
    realtime.close()
    expect([first.closedWith, second.closedWith]).toEqual([1000, 1000])
    window.dispatchEvent(new Event('online'))
    expect(FakeSocket.all).toHaveLength(2)
  })

  test('is dropped together with the next connection without a network, and one new connection is opened with it', () => {
    const second = answered()
    window.dispatchEvent(new Event('offline'))
    expect([first.closedWith, second.closedWith]).toEqual([1000, 1000])
    expect(realtime.status().isConnected).toBe(false)
    window.dispatchEvent(new Event('online'))
    expect(FakeSocket.all).toHaveLength(3)
  })
})

test('is replaced as soon as the next connection is open when nothing is subscribed yet', () => {
  newest().opens()
  const first = newest()
  first.says({ type: 'reconnect', data: {} })
  newest().opens()
  vi.advanceTimersByTime(1_000)
  expect(first.closedWith).toBe(1000)
  realtime.subscribe(1)
  expect(newest().sent).toEqual([{ type: 'subscribe', weekendId: 1, groupIds: [], timingChanges: true }])
})

test('reports a cached page as disconnected since it came, until it is connected', () => {
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
