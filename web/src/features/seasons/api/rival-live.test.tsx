import { seasonEntry } from '@purple-sector/testing/replies'
import { expect, test, vi } from 'vitest'
import { receiveFrame } from '../../../../test/receive-frame.ts'
import { createQueryClient } from '../../../client/api/query-client.ts'
import { seasonRowQuery } from './season-queries.ts'

const scope = { seasonId: 1, groupId: null }
const row = (version: number, totalPoints: number) => ({
  version,
  total: 40,
  entries: [seasonEntry('ann', { totalPoints })],
  ownEntry: null,
})
const frame = (version: number, points: (number | null)[]) => ({
  type: 'season_leaderboard' as const,
  data: {
    ...scope,
    version,
    total: 40,
    entries: points.map((totalPoints, index) => seasonEntry(`fan${index}`, { totalPoints })),
  },
  epoch: 'e',
})

test('applies a newer season leaderboard to a row that is shown without the leaderboard', () => {
  const client = createQueryClient()
  const { queryKey } = seasonRowQuery(scope, 1)
  client.setQueryData(queryKey, row(4, 100))
  receiveFrame(client, frame(5, [140, 130]))
  expect(client.getQueryData(queryKey)).toMatchObject({
    version: 5,
    total: 40,
    entries: [{ userId: 'fan1', totalPoints: 130 }],
  })
  receiveFrame(client, frame(4, [1, 1]))
  expect(client.getQueryData(queryKey)).toMatchObject({ version: 5 })
})

test.each([
  ['is not in the frame', 30],
  ['has hidden points in the frame', 1],
])('refetches a row that %s', async (_, index) => {
  vi.useFakeTimers()
  const client = createQueryClient()
  const { queryKey } = seasonRowQuery(scope, index)
  client.setQueryData(queryKey, row(4, 100))
  receiveFrame(client, frame(5, [140, null]))
  await vi.advanceTimersByTimeAsync(600)
  expect(client.getQueryData(queryKey)).toMatchObject({ version: 4 })
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
  vi.useRealTimers()
})

test('applies a season leaderboard that arrives before the reply of an earlier read of a row', async () => {
  const client = createQueryClient()
  const { queryKey } = seasonRowQuery(scope, 0)
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof row>>()
  const read = client.fetchQuery({ queryKey, queryFn: () => promise })
  receiveFrame(client, frame(5, [140]))
  resolve(row(4, 100))
  await read
  await expect.poll(() => client.getQueryData(queryKey)).toMatchObject({ version: 5, entries: [{ totalPoints: 140 }] })
})
