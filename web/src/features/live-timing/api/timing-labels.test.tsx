import { expect, test } from 'vitest'
import { entryReply, timingReply } from '../../../../test/render-live-timing-setup.tsx'
import { withTiming } from './timing-history.ts'
import { describeSilence, formatClock, formatGap, formatInterval } from './timing-labels.ts'

test.each([
  [{ gapMs: 842, gapLaps: null }, '+0.842'],
  [{ gapMs: 842.9, gapLaps: null }, '+0.842'],
  [{ gapMs: 1.005 * 1_000, gapLaps: null }, '+1.005'],
  [{ gapMs: 62_310.4, gapLaps: null }, '+1:02.310'],
  [{ gapMs: null, gapLaps: 1 }, '+1 lap'],
  [{ gapMs: 90_000, gapLaps: 2 }, '+2 laps'],
  [{ gapMs: null, gapLaps: null }, '–'],
])('formats a gap of %o as %s', (gap, words) => {
  expect(formatGap(entryReply(2, gap), false, 23)).toBe(words)
})

test('shows the lap instead of a gap for the leader, without an interval', () => {
  const leader = entryReply(1, { intervalMs: 3 })
  expect(formatGap(leader, true, 23)).toBe('Lap 23')
  expect(formatInterval(leader, true)).toBe('–')
})

test.each([
  [2_468_400, '41:08'],
  [3_760_000, '1:02:40'],
  [-5, '00:00'],
])('formats %i remaining ms as %s', (remainingMs, words) => {
  expect(formatClock(remainingMs)).toBe(words)
})

test('treats a source as silent after fifteen seconds', () => {
  expect(describeSilence(15_000)).toBeNull()
  expect(describeSilence(40_900)).toBe('Last heard 40 s ago')
  expect(describeSilence(200_000)).toBe('Last heard 3 min ago')
})

test('adds completed laps and changed flags to the history, and leaves it unchanged otherwise', () => {
  const empty = { raceId: 1, cars: [], control: [] }
  const first = timingReply({ lap: 1, entries: [entryReply(1, { laps: 1 }), entryReply(2, { laps: 0 })] })
  const firstHistory = withTiming(empty, first)
  expect(firstHistory.cars.map(({ laps }) => laps.map(({ lap }) => lap))).toEqual([[1], [0]])
  expect(firstHistory.control).toEqual([])
  expect(withTiming(firstHistory, first)).toBe(firstHistory)
  const entries = [entryReply(1, { laps: 2 }), entryReply(2, { laps: 1, status: 'out', place: null })]
  const two = withTiming(firstHistory, timingReply({ lap: 2, flag: 'yellow', message: 'Debris', entries }))
  expect(two.cars.map(({ laps }) => laps.map(({ lap }) => lap))).toEqual([[1, 2], [0]])
  expect(two.control).toMatchObject([{ lap: 2, flag: 'yellow', message: 'Debris' }])
})
