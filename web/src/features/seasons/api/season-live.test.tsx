import { ownSeasonReply, raceReply, weekendReply } from '@purple-sector/testing/replies'
import { QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { receiveFrame, reconnect } from '../../../../test/receive-frame.ts'
import { createQueryClient } from '../../../client/api/query-client.ts'
import { chancesKey, ownSeasonKey } from './season-keys.ts'

const scope = { seasonId: 1, groupId: null }
const own = ownSeasonReply({ version: 4, position: 3, totalPoints: 90, jokersLeft: 1, canWin: true })
const frame = (version: number, groupId: number | null = null) => ({
  type: 'my_season' as const,
  data: {
    seasonId: 1,
    groupId,
    version,
    position: 1,
    shared: true,
    totalPoints: 140,
    positionChange: 2,
    canWin: true,
    clinched: true,
  },
  epoch: 'e',
})

test('applies a newer own place, and keeps what the frame does not say', () => {
  const client = createQueryClient()
  client.setQueryData(ownSeasonKey(scope), own)
  receiveFrame(client, frame(5))
  expect(client.getQueryData(ownSeasonKey(scope))).toEqual({
    ...own,
    version: 5,
    position: 1,
    shared: true,
    totalPoints: 140,
    clinched: true,
  })
})

test('ignores an older place, and that of another competition', () => {
  const client = createQueryClient()
  client.setQueryData(ownSeasonKey(scope), own)
  receiveFrame(client, frame(4))
  receiveFrame(client, frame(9, 7))
  expect(client.getQueryData(ownSeasonKey(scope))).toEqual(own)
})

test('applies a place that arrives before the reply of an earlier read', async () => {
  const client = createQueryClient()
  const { promise, resolve } = Promise.withResolvers<typeof own>()
  const read = client.fetchQuery({ queryKey: ownSeasonKey(scope), queryFn: () => promise })
  receiveFrame(client, frame(5))
  resolve(own)
  await read
  await expect.poll(() => client.getQueryData(ownSeasonKey(scope))).toMatchObject({ version: 5, totalPoints: 140 })
})

test.each([
  { type: 'race_status', data: raceReply({ locked: true }) },
  {
    type: 'weekend_updated',
    data: { weekend: weekendReply(), deleted: false, racesChanged: false, carsChanged: true },
  },
] as const)('refetches chances some seconds after $type', async (change) => {
  vi.useFakeTimers()
  const client = createQueryClient()
  client.setQueryData(chancesKey(scope), {})
  const isStale = () => client.getQueryState(chancesKey(scope))?.isInvalidated
  receiveFrame(client, { ...change, epoch: 'e' })
  await vi.advanceTimersByTimeAsync(2_400)
  expect(isStale()).toBe(false)
  await vi.advanceTimersByTimeAsync(1_200)
  expect(isStale()).toBe(true)
  vi.useRealTimers()
})

/** Chances on screen, which a test reads again whenever they are refetched. */
const showChances = () => {
  vi.useFakeTimers()
  const client = createQueryClient()
  client.setQueryData(chancesKey(scope), {}, { updatedAt: Date.now() - 60_000 })
  const queryFn = vi.fn(async () => ({}))
  const observer = new QueryObserver(client, { queryKey: chancesKey(scope), queryFn, staleTime: 300_000 })
  onTestFinished(observer.subscribe(() => {}))
  onTestFinished(() => void vi.useRealTimers())
  return { client, queryFn }
}

test('refetches chances again later: a busy service may not know of the lock at first', async () => {
  const { client, queryFn } = showChances()
  receiveFrame(client, { type: 'race_status', data: raceReply({ locked: true }), epoch: 'e' })
  await vi.advanceTimersByTimeAsync(4_000)
  expect(queryFn).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(queryFn).toHaveBeenCalledTimes(3)
})

test('refetches chances after a reconnect as after the frame that may be missing', async () => {
  const { client, queryFn } = showChances()
  reconnect(client, Date.now() - 1_000)
  await vi.advanceTimersByTimeAsync(0)
  expect(queryFn).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(queryFn).toHaveBeenCalledTimes(4)
})

test('does not refetch chances after a reconnect in which nothing has changed', async () => {
  const { client, queryFn } = showChances()
  reconnect(client, Date.now() - 120_000)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(queryFn).not.toHaveBeenCalled()
})
