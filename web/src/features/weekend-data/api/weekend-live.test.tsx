import type { ServerFrame } from '@purple-sector/contracts/realtime'
import { raceReply, weekendReply } from '@purple-sector/testing/replies'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { receiveFrame as applyReceived, reconnect } from '../../../../test/receive-frame.ts'
import { carsQuery, productRacesQuery, racesQuery, weekendsQuery } from './weekend-queries.ts'

let client: QueryClient
const isStale = (queryKey: readonly unknown[]) => client.getQueryState(queryKey)?.isInvalidated
const receiveFrame = (frame: Pick<ServerFrame, 'type' | 'data'>) =>
  applyReceived(client, { ...frame, epoch: 'e' } as ServerFrame)
const updated = (weekend = weekendReply(), overrides = {}) =>
  receiveFrame({
    type: 'weekend_updated',
    data: { weekend, deleted: false, racesChanged: false, carsChanged: false, ...overrides },
  })

beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient()
  client.setQueryData(weekendsQuery.queryKey, [weekendReply()])
  client.setQueryData(racesQuery(1).queryKey, [raceReply({ id: 1 }), raceReply({ id: 2 })])
  client.setQueryData(productRacesQuery(1).queryKey, [raceReply({ id: 1 })])
})
afterEach(() => {
  client.clear()
  vi.useRealTimers()
})

describe('live updates of a race', () => {
  test('locks a race in every list', () => {
    receiveFrame({ type: 'race_status', data: raceReply({ id: 1, locked: true }) })
    expect(client.getQueryData(racesQuery(1).queryKey)?.map(({ locked }) => locked)).toEqual([true, false])
    expect(client.getQueryData(productRacesQuery(1).queryKey)?.[0]?.locked).toBe(true)
  })
  test('updates a list that is older than another one', () => {
    client.setQueryData(racesQuery(1).queryKey, [raceReply({ id: 1, locked: true }), raceReply({ id: 2 })])
    receiveFrame({ type: 'race_status', data: raceReply({ id: 1, locked: true }) })
    expect(client.getQueryData(productRacesQuery(1).queryKey)?.[0]?.locked).toBe(true)
  })
  test('sorts a moved race by start, races without a time last', () => {
    receiveFrame({ type: 'race_status', data: raceReply({ id: 2, scheduledStart: '2026-11-20T03:00:00.000Z' }) })
    expect(client.getQueryData(racesQuery(1).queryKey)?.map(({ id }) => id)).toEqual([2, 1])
  })
  test('adds a new race, which counts only if the filter includes it', () => {
    receiveFrame({ type: 'race_status', data: raceReply({ id: 3 }) })
    expect(client.getQueryData(racesQuery(1).queryKey)).toHaveLength(3)
    expect(client.getQueryData(productRacesQuery(1).queryKey)).toHaveLength(1)
  })
  test('changes nothing when the race is unchanged', () => {
    const before = client.getQueryData(racesQuery(1).queryKey)
    receiveFrame({ type: 'race_status', data: raceReply({ id: 1 }) })
    expect(client.getQueryData(racesQuery(1).queryKey)).toBe(before)
  })
  test('refetches races when an older reply was in flight', async () => {
    const replies = [[raceReply({ id: 1 })], [raceReply({ id: 1, locked: true })]]
    const queryFn = vi.fn(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return replies.shift() ?? []
    })
    const { queryKey } = racesQuery(9)
    const observer = new QueryObserver(client, { queryKey, queryFn })
    const stop = observer.subscribe(() => {})
    receiveFrame({ type: 'race_status', data: raceReply({ id: 1, weekendId: 9, locked: true }) })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(queryFn).toHaveBeenCalledTimes(2)
    expect(client.getQueryData(queryKey)?.[0]?.locked).toBe(true)
    stop()
  })
})

describe('weekends after a reconnect', () => {
  /** The fan's statistics of the weekend: another feature's data under the same root. */
  const STATISTICS_KEY = ['/api/weekends', 1, 'my-stats']
  const HOUR_AGO = Date.now() - 3_600_000
  const gap = () => reconnect(client, Date.now() - 1)

  test('refetches a list by the age of its oldest part, whatever a frame has updated since', () => {
    client.setQueryData(racesQuery(1).queryKey, [raceReply({ id: 1 }), raceReply({ id: 2 })], { updatedAt: HOUR_AGO })
    receiveFrame({ type: 'race_status', data: raceReply({ id: 1, locked: true }) })
    gap()
    expect(isStale(racesQuery(1).queryKey)).toBe(true)
  })
  test('refetches older data of every feature, and leaves newer data unchanged', () => {
    client.setQueryData(STATISTICS_KEY, {}, { updatedAt: HOUR_AGO })
    client.setQueryData(carsQuery(1).queryKey, [], { updatedAt: HOUR_AGO })
    vi.advanceTimersByTime(10)
    client.setQueryData(weekendsQuery.queryKey, [weekendReply()])
    gap()
    expect(isStale(carsQuery(1).queryKey)).toBe(true)
    expect(isStale(weekendsQuery.queryKey)).toBe(false)
    expect(isStale(STATISTICS_KEY)).toBe(true)
  })
})

describe('live updates of a weekend', () => {
  test('shows that a weekend is switched live', () => {
    updated(weekendReply({ status: 'live' }))
    expect(client.getQueryData(weekendsQuery.queryKey)?.[0]?.status).toBe('live')
  })
  test('adds a new weekend by date', () => {
    updated(weekendReply({ id: 2, startDate: '2026-10-01' }))
    expect(client.getQueryData(weekendsQuery.queryKey)?.map(({ id }) => id)).toEqual([2, 1])
  })
  test('refetches the counting races, and what depends on them, when its filter changes', () => {
    const dependents = [['/api/weekends', 1, 'my-stats'], ['/api/tips', 1], productRacesQuery(1).queryKey]
    for (const queryKey of dependents) client.setQueryData(queryKey, [])
    updated()
    vi.advanceTimersByTime(500)
    expect(dependents.map(isStale)).toEqual([false, false, false])
    updated(weekendReply({ productRaceIds: [1] }))
    vi.advanceTimersByTime(500)
    expect(dependents.map(isStale)).toEqual([true, true, true])
  })
  test('refetches races and cars of a weekend when these changed', () => {
    client.setQueryData(carsQuery(1).queryKey, [])
    updated(weekendReply(), { racesChanged: true, carsChanged: true })
    vi.advanceTimersByTime(500)
    for (const { queryKey } of [racesQuery(1), productRacesQuery(1), carsQuery(1)]) expect(isStale(queryKey)).toBe(true)
  })
  test('refetches nothing when the weekend is unchanged', () => {
    updated()
    vi.advanceTimersByTime(500)
    for (const { queryKey } of [weekendsQuery, racesQuery(1)]) expect(isStale(queryKey)).toBe(false)
  })
  test('removes a deleted weekend at once', () => {
    updated(weekendReply(), { deleted: true })
    expect(client.getQueryData(weekendsQuery.queryKey)).toEqual([])
  })
})
