import { measuredValue } from '@purple-sector/testing/measured-value'
import { expect, test } from 'vitest'
import { collectSources } from './collect-sources.ts'

const aSource = (state: 'connecting' | 'receiving' | 'failing', secondsAgo?: number) => ({
  lastSnapshotAt: () => (secondsAgo === undefined ? null : new Date(Date.now() - secondsAgo * 1_000)),
  report: () => ({ state, error: null, received: 0, skipped: 0, receivedAt: null, sessions: undefined }),
})

test('measures sources by state, and the one that has been silent longest', async () => {
  collectSources([aSource('receiving', 2), aSource('failing', 90), aSource('connecting'), aSource('failing')])
  expect(await measuredValue('live_timing_sources{state="receiving"}')).toBe(1)
  expect(await measuredValue('live_timing_sources{state="failing"}')).toBe(2)
  expect(await measuredValue('live_timing_sources{state="connecting"}')).toBe(1)
  expect(await measuredValue('live_timing_snapshot_age_seconds')).toBeCloseTo(90, 0)
})

test('measures nothing without sources', async () => {
  collectSources([])
  expect(await measuredValue('live_timing_sources{state="failing"}')).toBe(0)
  expect(await measuredValue('live_timing_snapshot_age_seconds')).toBe(0)
})
