import type { ClientFrame, ServerFrame } from '@purple-sector/contracts/realtime'
import { timingReply } from '@purple-sector/testing/replies'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { serverNow } from './server-clock.ts'
import { connectRealtime, type Realtime } from './socket.ts'

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
  newest().says({ type: 'subscribed', data: { weekendId: 1, groupIds: [7], quietMs: 0 } })
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
  newest().says({ type: 'subscribed', data: { weekendId: 1, groupIds: [7], quietMs: 0 } })
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
