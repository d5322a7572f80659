import type { ServerFrame } from '@purple-sector/contracts/realtime'
import { notificationReply } from '@purple-sector/testing/replies'
import { beforeEach, describe, expect, test } from 'vitest'
import { createFrameGate } from './frame-gate.ts'

let time: number
/** By how much the server's clock, as we know it, is ahead of our own time. */
let offset: number
let delay: number
let told: string[]
let gate: ReturnType<typeof createFrameGate>

const START = Date.parse('2026-11-21T04:00:00.000Z')
const instant = (at: number): string => new Date(START + at).toISOString()
const board = (version: number, at: number, weekendId = 1): ServerFrame => ({
  type: 'leaderboard_update',
  data: { weekendId, groupId: null, version, entries: [], total: 0 },
  epoch: 'e',
  at: instant(at),
})
const news = (id: number, at: number): ServerFrame => ({
  type: 'notification',
  data: notificationReply({ id }),
  epoch: 'e',
  at: instant(at),
})
const nameOf = (frame: ServerFrame): string => {
  if (frame.type === 'leaderboard_update') return `board ${frame.data.version}`
  return frame.type === 'notification' ? `news ${frame.data.id}` : frame.type
}
/** What is told up to then. */
const toldAt = (at: number): string[] => {
  time = START + at
  gate.look()
  return told.splice(0)
}
const take = (frame: ServerFrame, at: number): void => {
  time = START + at
  gate.take(frame)
}

beforeEach(() => {
  time = START
  delay = 30_000
  told = []
  offset = 0
  gate = createFrameGate({ now: () => time + offset, elapsed: () => time, delayMs: () => delay }, (frame) =>
    told.push(nameOf(frame)),
  )
})

test('what tells of racing is told when it is as old as the delay, and what does not at once', () => {
  take(board(1, 0), 200)
  take({ type: 'community_updated', data: {}, epoch: 'e' }, 300)
  expect(toldAt(29_999)).toEqual(['community_updated'])
  expect(gate.nextInMs()).toBe(1)
  expect(toldAt(30_000)).toEqual(['board 1'])
  expect(gate.nextInMs()).toBeUndefined()
})

test('without a delay nothing waits', () => {
  delay = 0
  take(board(1, 0), 0)
  take(board(2, 100), 100)
  expect(told).toEqual(['board 1', 'board 2'])
})

test('what has been old for long is told at once, also while other things wait', () => {
  take(board(2, 0), 0)
  take(board(7, -60_000, 2), 100)
  expect(told).toEqual(['board 7'])
})

test('a clock that is ahead of ours holds nothing longer than the delay', () => {
  take(board(1, 3_600_000), 0)
  expect(toldAt(30_000)).toEqual(['board 1'])
})

test('a clock that we know better by and by lets go of nothing early', () => {
  offset = -3_000
  take(board(1, 0), 0)
  take(board(2, 2_500), 2_500)
  offset = 0
  expect(toldAt(29_999)).toEqual([])
  expect(toldAt(30_000)).toEqual(['board 1'])
  expect(toldAt(32_499)).toEqual([])
  expect(toldAt(32_500)).toEqual(['board 2'])
})

describe('what is due together', () => {
  test('is told in order, but no toast ahead of its board', () => {
    take(news(1, 0), 0)
    take(board(1, 400), 500)
    take(news(2, 600), 700)
    expect(toldAt(40_000)).toEqual(['board 1', 'news 1', 'news 2'])
  })

  test('is the newest of each state, and every message', () => {
    take(board(1, 0), 0)
    take(news(1, 100), 100)
    take(board(2, 5_000), 5_000)
    take(news(2, 5_100), 5_100)
    expect(toldAt(60_000)).toEqual(['board 2', 'news 1', 'news 2'])
  })
})

test('what comes out of order is told in the order in which it happened', () => {
  take(news(2, 900), 1_000)
  take(news(1, 100), 1_100)
  expect(toldAt(30_500)).toEqual(['news 1'])
  expect(toldAt(31_000)).toEqual(['news 2'])
})

test('a shorter delay lets go at once of what it no longer holds', () => {
  take(board(1, 0), 0)
  take(board(2, 8_000), 8_000)
  delay = 5_000
  expect(toldAt(10_000)).toEqual(['board 1'])
  delay = 0
  expect(toldAt(10_000)).toEqual(['board 2'])
})

test('a longer delay holds what is not shown yet so much longer', () => {
  take(board(1, 0), 0)
  delay = 60_000
  expect(toldAt(59_999)).toEqual([])
  expect(toldAt(60_000)).toEqual(['board 1'])
})

test('of a state the newest stays, whichever comes last', () => {
  take(board(2, 200), 300)
  take(board(1, 100), 400)
  expect(toldAt(30_200)).toEqual(['board 2'])
})

test('of a state that changes all the time four a second are kept, as many as who is live is told', () => {
  delay = 120_000
  const kept: number[] = []
  for (let at = 0; at < 120_000; at += 100) take(board(at, at), at)
  for (let at = 0; at < 240_000; at += 100) kept.push(...toldAt(at).map((name) => Number(name.split(' ')[1])))
  expect(kept).toHaveLength(480)
  expect(kept.at(-1)).toBe(119_900)
})
