import type { ClientFrame, ServerFrame } from '@purple-sector/contracts/realtime'
import { messageReply, timingReply } from '@purple-sector/testing/replies'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { serverNow } from '../time/server-clock.ts'
import type { Realtime } from './realtime.ts'
import { connectRealtime } from './socket.ts'

class FakeSocket {
  static readonly OPEN = 1
  static instances: FakeSocket[] = []
  readyState = 0
  sent: ClientFrame[] = []
  closedWith: number | undefined
  onopen: (() => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onerror: (() => void) | null = null
  constructor() {
    FakeSocket.instances.push(this)
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
  receive(frame: Pick<ServerFrame, 'type' | 'data' | 'seq'>) {
    this.onmessage?.({ data: JSON.stringify({ ...frame, epoch: 'e' }) })
  }
}

let realtime: Realtime
const onSessionEnded = vi.fn()
const newest = (): FakeSocket => FakeSocket.instances.at(-1)!
const subscribed = () => newest().sent.filter(({ type }) => type === 'subscribe')

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.instances = []
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

test('subscribes to a season while one is followed', () => {
  newest().opens()
  realtime.subscribe(1, [], { seasonId: 3 })
  realtime.subscribe(1, [], { seasonId: undefined })
  expect(newest().sent).toEqual([
    { type: 'subscribe', weekendId: 1, groupIds: [], seasonId: 3, timingChanges: true },
    { type: 'subscribe', weekendId: 1, groupIds: [], timingChanges: true },
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
  expect(FakeSocket.instances).toHaveLength(1)
  vi.advanceTimersByTime(1)
  newest().opens()
  expect(newest().sent).toEqual([{ type: 'subscribe', weekendId: 2, groupIds: [], timingChanges: true }])
  expect(realtime.status()).toEqual({ isConnected: true, lostAt: null, retryAt: null })
})

test('subscribes to groups besides the weekend, also after a loss', () => {
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
    newest().receive({
      type: 'group_updated',
      data: { groupId, weekendId: 1, deleted, membersChanged: true, rulesChanged: false },
      seq: 1,
    })
  realtime.subscribe(1, [7, 8])
  newest().opens()
  newest().receive({ type: 'subscribed', data: { weekendId: 1, groupIds: [7], unchangedForMs: 0 } })
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
  newest().receive({ type: 'subscribed', data: { weekendId: 1, groupIds: [7], unchangedForMs: 0 } })
  newest().receive({ type: 'group_updated', data: ownMembership, seq: 4 })
  vi.advanceTimersByTime(1_000)
  expect(newest().sent).toHaveLength(1)
  newest().receive({ type: 'group_updated', data: ownMembership })
  newest().receive({ type: 'group_updated', data: ownMembership })
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
  expect(FakeSocket.instances).toHaveLength(1)
  expect(realtime.status()).toEqual({ isConnected: false, lostAt, retryAt: 'never' })
})

test('reports a session that was ended elsewhere', () => {
  newest().opens()
  newest().onclose?.({ code: 4401 })
  expect(onSessionEnded).toHaveBeenCalledOnce()
})

test('replaces a connection that does not answer a ping', () => {
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
  newest().receive({ type: 'pong', data: { serverTime: new Date().toISOString() } })
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

describe('connectRealtime on a page that slept', () => {
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
    expect(FakeSocket.instances).toHaveLength(2)
    newest().opens()
    expect(realtime.status().isConnected).toBe(true)
  })

  test('replaces a dead connection within two seconds of the page being visible', () => {
    newest().opens()
    become('hidden')
    vi.setSystemTime(Date.now() + 10_000)
    become('visible')
    expect(FakeSocket.instances).toHaveLength(1)
    vi.advanceTimersByTime(1_500)
    expect(FakeSocket.instances).toHaveLength(2)
  })

  test('keeps a connection that answers after sleep', () => {
    newest().opens()
    become('visible')
    newest().receive({ type: 'pong', data: { serverTime: new Date().toISOString() } })
    vi.advanceTimersByTime(10_000)
    expect(FakeSocket.instances).toHaveLength(1)
  })

  test('waits neither for the next retry nor for a hanging attempt after sleep', () => {
    newest().opens()
    newest().onclose?.({ code: 1006 })
    become('visible')
    expect(FakeSocket.instances).toHaveLength(2)
    become('visible')
    expect(FakeSocket.instances).toHaveLength(2)
    vi.setSystemTime(Date.now() + 60_000)
    become('visible')
    expect(FakeSocket.instances).toHaveLength(3)
  })

  test('opens a new connection when the page is restored from the back/forward cache', () => {
    newest().opens()
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
    expect(FakeSocket.instances).toHaveLength(1)
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    expect(FakeSocket.instances).toHaveLength(2)
  })

  test('detects sleep by a jump of the clock although the page stayed visible', () => {
    newest().opens()
    vi.setSystemTime(Date.now() + 90_000)
    vi.advanceTimersByTime(5_000)
    expect(FakeSocket.instances).toHaveLength(2)
  })
})

test('learns the server’s clock from hello', () => {
  newest().opens()
  newest().receive({ type: 'hello', data: { userId: 'u', serverTime: new Date(Date.now() + 90_000).toISOString() } })
  expect(serverNow()).toBe(Date.now() + 90_000)
})

test('requests the time again soon, since a busy page handled the first one late', () => {
  const hello = new Date(Date.now() + 70_000).toISOString()
  newest().opens()
  vi.advanceTimersByTime(1_500)
  newest().receive({ type: 'hello', data: { userId: 'u', serverTime: hello } })
  expect(serverNow()).toBe(Date.now() + 68_500)
  vi.advanceTimersByTime(500)
  expect(newest().sent).toContainEqual({ type: 'ping' })
  newest().receive({ type: 'pong', data: { serverTime: new Date(Date.now() + 70_000).toISOString() } })
  expect(serverNow()).toBe(Date.now() + 70_000)
})

test('ignores a message that cannot be parsed', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const onFrame = vi.fn()
  realtime.onFrame(onFrame)
  newest().opens()
  newest().onmessage?.({ data: 'not JSON' })
  expect(onFrame).not.toHaveBeenCalled()
  expect(realtime.status().isConnected).toBe(true)
})

describe('connectRealtime for live timing', () => {
  const timing = timingReply([7, 8], { sequence: 1 })
  let frames: ServerFrame[]
  const receiveFullState = (sequence: number) =>
    newest().receive({ type: 'timing_update', data: { ...timing, sequence } })
  const changes = (since: number, sequence: number) =>
    newest().receive({
      type: 'timing_changes',
      data: { ...timing, sequence, since: { generation: 1, sequence: since }, entries: [], gone: [] },
    })

  beforeEach(() => {
    frames = []
    realtime.onFrame((frame) => frames.push(frame))
    realtime.subscribe(1)
    newest().opens()
    receiveFullState(1)
  })

  test('expands changes to whole frames', () => {
    changes(1, 2)
    expect(frames.map(({ type }) => type)).toEqual(['timing_update', 'timing_update'])
    expect(frames.at(-1)?.data).toEqual({ ...timing, sequence: 2 })
    expect(subscribed()).toHaveLength(1)
  })

  test('requests the full state when changes lack their base, at most every 5 s', () => {
    for (let sequence = 10; sequence < 20; sequence++) {
      changes(sequence - 1, sequence)
      vi.advanceTimersByTime(300)
    }
    expect(frames).toHaveLength(1)
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
    receiveFullState(10)
    vi.advanceTimersByTime(10_000)
    expect(subscribed()).toHaveLength(2)
  })

  test('discards the live timing state of the previous connection', () => {
    newest().onclose?.({ code: 1006 })
    vi.advanceTimersByTime(10_000)
    newest().opens()
    changes(1, 2)
    expect(frames).toHaveLength(1)
    expect(subscribed()).toHaveLength(2)
  })
})

describe('connectRealtime to a draining gateway', () => {
  const RETRY_MS = 3_000
  const OVERLAP_MS = 1_000
  let frames: ServerFrame[]
  let states: boolean[]
  let first: FakeSocket

  const receiveChat = (socket: FakeSocket, ...ids: number[]) =>
    socket.receive({
      type: 'chat_messages',
      data: { messages: ids.map((id) => messageReply({ id, weekendId: 1, message: `No. ${id}` })) },
    })
  const receiveBoard = (socket: FakeSocket, version: number) =>
    socket.receive({
      type: 'leaderboard_update',
      data: { weekendId: 1, groupId: null, version, entries: [], total: 0 },
    })
  const grantSubscription = (socket: FakeSocket) =>
    socket.receive({ type: 'subscribed', data: { weekendId: 1, groupIds: [], unchangedForMs: 60_000 } })
  const receivedChatIds = () =>
    frames.flatMap((frame) => (frame.type === 'chat_messages' ? frame.data.messages.map(({ id }) => id) : []))
  const announceDrain = (socket: FakeSocket) => socket.receive({ type: 'reconnect', data: {} })
  /** The second connection, open and subscribed. */
  const openNextSocket = () => {
    announceDrain(first)
    const second = newest()
    second.opens()
    grantSubscription(second)
    return second
  }

  beforeEach(() => {
    frames = []
    states = []
    realtime.onFrame((frame) => frames.push(frame))
    realtime.subscribe(1)
    newest().opens()
    first = newest()
    grantSubscription(first)
    realtime.onStatus(() => states.push(realtime.status().isConnected))
  })

  test('replaces a draining connection once another one has answered, and stays connected', () => {
    announceDrain(first)
    const second = newest()
    expect(second).not.toBe(first)
    second.opens()
    expect(second.sent).toEqual([{ type: 'subscribe', weekendId: 1, groupIds: [], timingChanges: true }])
    vi.advanceTimersByTime(5_000)
    expect(first.closedWith).toBeUndefined()
    grantSubscription(second)
    receiveBoard(second, 4)
    vi.advanceTimersByTime(OVERLAP_MS - 1)
    expect(first.closedWith).toBeUndefined()
    vi.advanceTimersByTime(1)
    expect(first.closedWith).toBe(1000)
    expect(frames.at(-1)).toMatchObject({ type: 'leaderboard_update', data: { version: 4 } })
    receiveBoard(second, 5)
    expect(frames.at(-1)).toMatchObject({ data: { version: 5 } })
    expect(states).toEqual([])
    expect(realtime.status().lostAt).toBeNull()
    // The new connection has a heartbeat like any other.
    second.sent = []
    vi.advanceTimersByTime(2_000)
    expect(second.sent).toEqual([{ type: 'ping' }])
    vi.advanceTimersByTime(10_000)
    expect(FakeSocket.instances).toHaveLength(2)
  })

  test('delivers no frame twice or out of order while both connections overlap', () => {
    receiveChat(first, 1, 2)
    const second = openNextSocket()
    receiveChat(first, 3)
    receiveChat(second, 2, 3)
    receiveChat(second, 4)
    receiveChat(first, 4)
    expect(receivedChatIds()).toEqual([1, 2, 3, 4])
    receiveChat(second, 5)
    expect(receivedChatIds()).toEqual([1, 2, 3, 4])
    vi.advanceTimersByTime(OVERLAP_MS)
    expect(receivedChatIds()).toEqual([1, 2, 3, 4, 5])
    receiveChat(second, 5, 6)
    expect(receivedChatIds()).toEqual([1, 2, 3, 4, 5, 6])
    receiveChat(first, 7)
    expect(receivedChatIds()).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('stays on the draining gateway until another one answers', () => {
    announceDrain(first)
    newest().onclose?.({ code: 1006 })
    vi.advanceTimersByTime(999)
    expect(FakeSocket.instances).toHaveLength(2)
    vi.advanceTimersByTime(RETRY_MS - 999)
    expect(FakeSocket.instances).toHaveLength(3)
    newest().opens()
    newest().receive({ type: 'error', data: { code: 'UNAVAILABLE', message: 'Later.' } })
    expect(newest().closedWith).toBe(1000)
    receiveBoard(first, 3)
    expect(frames.at(-1)).toMatchObject({ data: { version: 3 } })
    vi.advanceTimersByTime(RETRY_MS)
    expect(FakeSocket.instances).toHaveLength(4)
    // A connection that never answers is abandoned.
    vi.advanceTimersByTime(10_000 + RETRY_MS)
    expect(FakeSocket.instances).toHaveLength(5)
    first.receive({ type: 'pong', data: { serverTime: new Date().toISOString() } })
    newest().opens()
    grantSubscription(newest())
    vi.advanceTimersByTime(OVERLAP_MS)
    expect(first.closedWith).toBe(1000)
    expect(states).toEqual([])
  })

  test('opens one other connection when the gateway announces the drain twice', () => {
    announceDrain(first)
    announceDrain(first)
    expect(FakeSocket.instances).toHaveLength(2)
    newest().onclose?.({ code: 1006 })
    announceDrain(first)
    expect(FakeSocket.instances).toHaveLength(3)
    vi.advanceTimersByTime(RETRY_MS)
    expect(FakeSocket.instances).toHaveLength(3)
  })

  test('switches at once when the draining gateway closes before the other one has answered', () => {
    announceDrain(first)
    const second = newest()
    second.opens()
    first.onclose?.({ code: 1006 })
    expect(realtime.status().isConnected).toBe(true)
    grantSubscription(second)
    receiveBoard(second, 9)
    expect(frames.at(-1)).toMatchObject({ data: { version: 9 } })
    expect(second.sent).toHaveLength(1)
    expect(states).toEqual([])
  })

  test('reports a loss when the draining gateway closes before the other connection is open', () => {
    announceDrain(first)
    const second = newest()
    const lostAt = Date.now()
    first.onclose?.({ code: 1001 })
    expect(realtime.status()).toEqual({ isConnected: false, lostAt, retryAt: null })
    second.opens()
    expect(realtime.status().isConnected).toBe(true)
    expect(second.sent).toEqual([{ type: 'subscribe', weekendId: 1, groupIds: [], timingChanges: true }])
    expect(FakeSocket.instances).toHaveLength(2)
  })

  test('retries as usual when the draining gateway closes while the next attempt waits', () => {
    announceDrain(first)
    newest().onclose?.({ code: 1006 })
    first.onclose?.({ code: 1001 })
    expect(realtime.status().retryAt).toBe(Date.now() + 10_000)
    vi.advanceTimersByTime(9_999)
    expect(FakeSocket.instances).toHaveLength(2)
    vi.advanceTimersByTime(1)
    expect(FakeSocket.instances).toHaveLength(3)
  })

  test('replaces a draining connection that stops answering pings', () => {
    vi.advanceTimersByTime(24_000)
    announceDrain(first)
    newest().onclose?.({ code: 1006 })
    first.sent = []
    vi.advanceTimersByTime(RETRY_MS)
    expect(first.sent).toEqual([{ type: 'ping' }])
    newest().opens()
    vi.advanceTimersByTime(7_999)
    expect(first.closedWith).toBeUndefined()
    vi.advanceTimersByTime(1)
    expect(first.closedWith).toBe(1000)
    grantSubscription(newest())
    receiveBoard(newest(), 9)
    expect(frames.at(-1)).toMatchObject({ data: { version: 9 } })
    expect(states).toEqual([])
  })

  test('reports the end of the session while the gateway drains', () => {
    const second = openNextSocket()
    first.onclose?.({ code: 4401 })
    expect(onSessionEnded).toHaveBeenCalledOnce()
    expect(second.closedWith).toBe(1000)
    vi.advanceTimersByTime(OVERLAP_MS)
    expect(realtime.status().isConnected).toBe(false)
  })

  test('moves on when the next gateway drains too', () => {
    const second = openNextSocket()
    announceDrain(second)
    expect(FakeSocket.instances).toHaveLength(2)
    vi.advanceTimersByTime(OVERLAP_MS)
    expect(first.closedWith).toBe(1000)
    expect(FakeSocket.instances).toHaveLength(3)
    newest().opens()
    grantSubscription(newest())
    vi.advanceTimersByTime(OVERLAP_MS)
    expect(second.closedWith).toBe(1000)
    expect(states).toEqual([])
  })

  test('sends new subscriptions to both connections while the gateway drains', () => {
    const second = openNextSocket()
    realtime.subscribe(2)
    for (const socket of [first, second])
      expect(socket.sent.at(-1)).toEqual({ type: 'subscribe', weekendId: 2, groupIds: [], timingChanges: true })
  })

  test('keeps live timing state separate per connection', () => {
    const timing = timingReply([7, 8], { sequence: 1 })
    const receiveFullState = (socket: FakeSocket, sequence: number) =>
      socket.receive({ type: 'timing_update', data: { ...timing, sequence } })
    const changes = (socket: FakeSocket, since: number) =>
      socket.receive({
        type: 'timing_changes',
        data: { ...timing, sequence: since + 1, since: { generation: 1, sequence: since }, entries: [], gone: [] },
      })
    receiveFullState(first, 1)
    const second = openNextSocket()
    receiveFullState(second, 1)
    changes(first, 1)
    changes(second, 1)
    vi.advanceTimersByTime(OVERLAP_MS)
    changes(second, 2)
    expect(frames.filter(({ type }) => type === 'timing_update').at(-1)).toMatchObject({ data: { sequence: 3 } })
    expect(subscribed()).toHaveLength(1)
  })

  test('closes both connections when the page closes while the gateway drains', () => {
    const second = openNextSocket()
    realtime.close()
    expect([first.closedWith, second.closedWith]).toEqual([1000, 1000])
    window.dispatchEvent(new Event('online'))
    expect(FakeSocket.instances).toHaveLength(2)
  })

  test('drops both connections without a network, and opens one new connection once it returns', () => {
    const second = openNextSocket()
    window.dispatchEvent(new Event('offline'))
    expect([first.closedWith, second.closedWith]).toEqual([1000, 1000])
    expect(realtime.status().isConnected).toBe(false)
    window.dispatchEvent(new Event('online'))
    expect(FakeSocket.instances).toHaveLength(3)
  })
})

test('replaces a draining connection as soon as the next one is open if nothing is subscribed yet', () => {
  newest().opens()
  const first = newest()
  first.receive({ type: 'reconnect', data: {} })
  newest().opens()
  vi.advanceTimersByTime(1_000)
  expect(first.closedWith).toBe(1000)
  realtime.subscribe(1)
  expect(newest().sent).toEqual([{ type: 'subscribe', weekendId: 1, groupIds: [], timingChanges: true }])
})

test('reports a cached page as disconnected since its data came, until it is connected', () => {
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
