import type { ServerFrame } from '@purple-sector/contracts/realtime'
import { notificationReply } from '@purple-sector/testing/replies'
import { beforeEach, describe, expect, test } from 'vitest'
import { createFrameGate } from './frame-gate.ts'

let time: number
/** How far the server's clock, as known, is ahead of our monotonic clock. */
let offset: number
let delay: number
let delivered: string[]
let gate: ReturnType<typeof createFrameGate>

const START = Date.parse('2026-11-21T04:00:00.000Z')
const instant = (at: number): string => new Date(START + at).toISOString()
const board = (version: number, at: number, weekendId = 1): ServerFrame => ({
  type: 'leaderboard_update',
  data: { weekendId, groupId: null, version, entries: [], total: 0 },
  epoch: 'e',
  at: instant(at),
})
const seasonBoard = (version: number, at: number, seasonId = 1): ServerFrame => ({
  type: 'season_leaderboard',
  data: { seasonId, groupId: null, version, entries: [], total: 0 },
  epoch: 'e',
  at: instant(at),
})
const notification = (id: number, at: number): ServerFrame => ({
  type: 'notification',
  data: notificationReply({ id }),
  epoch: 'e',
  at: instant(at),
})
const nameOf = (frame: ServerFrame): string => {
  if (frame.type === 'leaderboard_update') return `board ${frame.data.version}`
  if (frame.type === 'season_leaderboard') return `season ${frame.data.seasonId} ${frame.data.version}`
  return frame.type === 'notification' ? `news ${frame.data.id}` : frame.type
}
/** Moves the clock to `at` and returns the frames delivered by then. */
const deliveredAt = (at: number): string[] => {
  time = START + at
  gate.deliverDue()
  return delivered.splice(0)
}
const accept = (frame: ServerFrame, at: number): void => {
  time = START + at
  gate.accept(frame)
}

beforeEach(() => {
  time = START
  delay = 30_000
  delivered = []
  offset = 0
  gate = createFrameGate({ now: () => time + offset, elapsed: () => time, delayMs: () => delay }, (frame) =>
    delivered.push(nameOf(frame)),
  )
})

test('delivers racing frames when they are as old as the delay, and others at once', () => {
  accept(board(1, 0), 200)
  accept({ type: 'community_updated', data: {}, epoch: 'e' }, 300)
  expect(deliveredAt(29_999)).toEqual(['community_updated'])
  expect(gate.nextInMs()).toBe(1)
  expect(deliveredAt(30_000)).toEqual(['board 1'])
  expect(gate.nextInMs()).toBeUndefined()
})

test('delivers a frame at once without a delay', () => {
  delay = 0
  accept(board(1, 0), 0)
  accept(board(2, 100), 100)
  expect(delivered).toEqual(['board 1', 'board 2'])
})

test('delivers an old frame at once, also while others are buffered', () => {
  accept(board(2, 0), 0)
  accept(board(7, -60_000, 2), 100)
  expect(delivered).toEqual(['board 7'])
})

test('delays a frame from a clock that is ahead by no more than the delay', () => {
  accept(board(1, 3_600_000), 0)
  expect(deliveredAt(30_000)).toEqual(['board 1'])
})

test('releases no frame early when the clock is corrected', () => {
  offset = -3_000
  accept(board(1, 0), 0)
  accept(board(2, 2_500), 2_500)
  offset = 0
  expect(deliveredAt(29_999)).toEqual([])
  expect(deliveredAt(30_000)).toEqual(['board 1'])
  expect(deliveredAt(32_499)).toEqual([])
  expect(deliveredAt(32_500)).toEqual(['board 2'])
})

describe('createFrameGate with several frames', () => {
  test('delivers frames due together in order, but no notification before its board', () => {
    accept(notification(1, 0), 0)
    accept(board(1, 400), 500)
    accept(notification(2, 600), 700)
    expect(deliveredAt(40_000)).toEqual(['board 1', 'news 1', 'news 2'])
  })

  test('delivers the newest frame of each state and every message', () => {
    accept(board(1, 0), 0)
    accept(notification(1, 100), 100)
    accept(board(2, 5_000), 5_000)
    accept(notification(2, 5_100), 5_100)
    expect(deliveredAt(60_000)).toEqual(['board 2', 'news 1', 'news 2'])
  })
})

test('delivers the newest leaderboard of each season', () => {
  accept(seasonBoard(1, 0), 100)
  accept(seasonBoard(1, 10, 2), 100)
  accept(seasonBoard(2, 20), 100)
  expect(deliveredAt(31_000)).toEqual(['season 2 1', 'season 1 2'])
})

test('delivers frames in the order of their events when they arrive out of order', () => {
  accept(notification(2, 900), 1_000)
  accept(notification(1, 100), 1_100)
  expect(deliveredAt(30_500)).toEqual(['news 1'])
  expect(deliveredAt(31_000)).toEqual(['news 2'])
})

test('releases buffered frames at once when the delay is shortened', () => {
  accept(board(1, 0), 0)
  accept(board(2, 8_000), 8_000)
  delay = 5_000
  expect(deliveredAt(10_000)).toEqual(['board 1'])
  delay = 0
  expect(deliveredAt(10_000)).toEqual(['board 2'])
})

test('delays buffered frames longer when the delay is lengthened', () => {
  accept(board(1, 0), 0)
  delay = 60_000
  expect(deliveredAt(59_999)).toEqual([])
  expect(deliveredAt(60_000)).toEqual(['board 1'])
})

test('delivers the newest frame of a state, whichever arrives last', () => {
  accept(board(2, 200), 300)
  accept(board(1, 100), 400)
  expect(deliveredAt(30_200)).toEqual(['board 2'])
})

test('buffers four states a second, as many as a live client gets', () => {
  delay = 120_000
  const versions: number[] = []
  for (let at = 0; at < 120_000; at += 100) accept(board(at, at), at)
  for (let at = 0; at < 240_000; at += 100) versions.push(...deliveredAt(at).map((name) => Number(name.split(' ')[1])))
  expect(versions).toHaveLength(480)
  expect(versions.at(-1)).toBe(119_900)
})
