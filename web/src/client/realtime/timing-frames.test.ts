import type { Timing } from '@purple-sector/contracts/admin/live-timing'
import type { ServerFrame } from '@purple-sector/contracts/realtime'
import { timingReply } from '@purple-sector/testing/replies'
import { expect, test } from 'vitest'
import { createTimingFrames } from './timing-frames.ts'

const fullFrame = (timing: Timing): ServerFrame => ({
  type: 'timing_update',
  data: timing,
  seq: 3,
  epoch: 'e',
  at: timing.at,
})
const changesFrame = (
  from: Timing,
  to: Timing,
  changedEntries: Timing['entries'] = [],
  removedNumbers: string[] = [],
): ServerFrame => {
  const since = { generation: from.generation, sequence: from.sequence }
  return {
    type: 'timing_changes',
    data: { ...to, since, entries: changedEntries, gone: removedNumbers },
    seq: 4,
    epoch: 'e',
    at: to.at,
  }
}
const start = timingReply([7, 8, 9], { sequence: 1 })
const [first, second, third] = start.entries as [Timing['entries'][0], Timing['entries'][0], Timing['entries'][0]]

test('expands changes to the frame that other clients get, sharing unchanged objects', () => {
  const { expand } = createTimingFrames()
  expect(expand(fullFrame(start))).toEqual(fullFrame(start))
  const [leader, follower] = [
    { ...second, position: 1, place: 1 },
    { ...first, position: 2, place: 2 },
  ]
  const next = { ...start, sequence: 2, flag: 'yellow' as const, lap: 6, entries: [leader, follower, third] }
  const frame = expand(changesFrame(start, next, [follower, leader]))
  expect(frame).toEqual({ ...fullFrame(next), seq: 4 })
  expect(frame?.type === 'timing_update' && frame.data.entries[2]).toBe(third)
  const last = { ...next, sequence: 3, entries: [leader, third] }
  expect(expand(changesFrame(next, last, [], [follower.plate]))).toEqual({ ...fullFrame(last), seq: 4 })
})

test('returns undefined when changes lack their base, until the full state arrives', () => {
  const { expand, reset } = createTimingFrames()
  const [second2, third3, fourth4] = [2, 3, 4].map((sequence) => ({ ...start, sequence })) as [Timing, Timing, Timing]
  expect(expand(changesFrame(start, second2))).toBeUndefined()
  expand(fullFrame(start))
  expect(expand(changesFrame(second2, third3))).toBeUndefined()
  const otherSource = { ...start, generation: 2 }
  expect(expand(changesFrame(otherSource, third3))).toBeUndefined()
  expect(expand(fullFrame(third3))).toEqual(fullFrame(third3))
  expect(expand(changesFrame(third3, fourth4))).toMatchObject({ type: 'timing_update', data: fourth4 })
  reset()
  expect(expand(changesFrame(fourth4, { ...start, sequence: 5 }))).toBeUndefined()
})

test('keeps the states of several sessions apart', () => {
  const { expand } = createTimingFrames()
  const other = { ...start, raceId: 12, entries: [third] }
  expand(fullFrame(start))
  expand(fullFrame(other))
  const next = { ...start, sequence: 2 }
  expect(expand(changesFrame(start, next))).toMatchObject({ data: next })
})

test('passes other frames unchanged', () => {
  const frame: ServerFrame = { type: 'community_updated', data: {}, epoch: 'e' }
  expect(createTimingFrames().expand(frame)).toBe(frame)
})
