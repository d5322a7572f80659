import type { Timing } from '@purple-sector/contracts/admin/live-timing'
import type { ServerFrame } from '@purple-sector/contracts/realtime'
import { timingReply } from '@purple-sector/testing/replies'
import { expect, test } from 'vitest'
import { createTimingFrames } from './timing-frames.ts'

const whole = (timing: Timing): ServerFrame => ({
  type: 'timing_update',
  data: timing,
  seq: 3,
  epoch: 'e',
  at: timing.at,
})
const changes = (from: Timing, to: Timing, changed: Timing['entries'] = [], gone: string[] = []): ServerFrame => {
  const since = { generation: from.generation, sequence: from.sequence }
  return {
    type: 'timing_changes',
    data: { ...to, since, entries: changed, gone },
    seq: 4,
    epoch: 'e',
    at: to.at,
  }
}
const start = timingReply([7, 8, 9], { sequence: 1 })
const [first, second, third] = start.entries as [Timing['entries'][0], Timing['entries'][0], Timing['entries'][0]]

test('expands changes to the frame that other clients get, sharing what did not change', () => {
  const { expand } = createTimingFrames()
  expect(expand(whole(start))).toEqual(whole(start))
  const [leader, follower] = [
    { ...second, position: 1, place: 1 },
    { ...first, position: 2, place: 2 },
  ]
  const next = { ...start, sequence: 2, flag: 'yellow' as const, lap: 6, entries: [leader, follower, third] }
  const frame = expand(changes(start, next, [follower, leader]))
  expect(frame).toEqual({ ...whole(next), seq: 4 })
  expect(frame?.type === 'timing_update' && frame.data.entries[2]).toBe(third)
  const last = { ...next, sequence: 3, entries: [leader, third] }
  expect(expand(changes(next, last, [], [follower.plate]))).toEqual({ ...whole(last), seq: 4 })
})

test('returns nothing where changes lack their base, until the full state arrives', () => {
  const { expand, reset } = createTimingFrames()
  const [second2, third3, fourth4] = [2, 3, 4].map((sequence) => ({ ...start, sequence })) as [Timing, Timing, Timing]
  expect(expand(changes(start, second2))).toBeUndefined()
  expand(whole(start))
  expect(expand(changes(second2, third3))).toBeUndefined()
  const otherSource = { ...start, generation: 2 }
  expect(expand(changes(otherSource, third3))).toBeUndefined()
  expect(expand(whole(third3))).toEqual(whole(third3))
  expect(expand(changes(third3, fourth4))).toMatchObject({ type: 'timing_update', data: fourth4 })
  reset()
  expect(expand(changes(fourth4, { ...start, sequence: 5 }))).toBeUndefined()
})

test('keeps several sessions apart', () => {
  const { expand } = createTimingFrames()
  const other = { ...start, raceId: 12, entries: [third] }
  expand(whole(start))
  expand(whole(other))
  const next = { ...start, sequence: 2 }
  expect(expand(changes(start, next))).toMatchObject({ data: next })
})

test('passes other frames unchanged', () => {
  const frame: ServerFrame = { type: 'community_updated', data: {}, epoch: 'e' }
  expect(createTimingFrames().expand(frame)).toBe(frame)
})
