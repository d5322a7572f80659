import { raceReply } from '@purple-sector/testing/replies'
import { expect, test } from 'vitest'
import { progressOf } from '../../features/weekend-data/api/race-state.ts'

test('does not count a cancelled session as completed, as the leaderboard does', () => {
  const races = [
    raceReply({ id: 1, status: 'completed' }),
    raceReply({ id: 2, status: 'completed', resultStatus: 'cancelled' }),
    raceReply({ id: 3, status: 'running' }),
    raceReply({ id: 4, scheduledStart: '2020-01-01T00:00:00.000Z' }),
  ]
  expect(progressOf(races)).toEqual({ done: 1, running: 1, of: 3 })
})
