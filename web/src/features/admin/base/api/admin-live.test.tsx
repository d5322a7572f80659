import type { ServerFrame } from '@purple-sector/contracts/realtime'
import { raceReply, weekendReply } from '@purple-sector/testing/replies'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { receiveFrame as applyReceived } from '../../../../../test/receive-frame.ts'
import { adminCarsQuery, adminRacesQuery, adminWeekendsQuery, allRacesQuery } from './admin-queries.ts'

let client: QueryClient
const receiveFrame = (frame: Pick<ServerFrame, 'type' | 'data'>) =>
  applyReceived(client, { ...frame, epoch: 'e' } as ServerFrame)
const updated = (overrides = {}, weekend = weekendReply()) =>
  receiveFrame({
    type: 'weekend_updated',
    data: { weekend, deleted: false, racesChanged: false, carsChanged: false, ...overrides },
  })
const isStale = (queryKey: readonly unknown[]) => client.getQueryState(queryKey)?.isInvalidated

beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient()
  client.setQueryData(adminWeekendsQuery.queryKey, [weekendReply()])
  client.setQueryData(allRacesQuery.queryKey, [raceReply({ id: 1 })])
  client.setQueryData(adminRacesQuery(1).queryKey, [raceReply({ id: 1 })])
  client.setQueryData(adminCarsQuery(1).queryKey, [])
})
afterEach(() => {
  client.clear()
  vi.useRealTimers()
})

describe('live updates of the Setup lists', () => {
  test('shows the new status of a race at once', () => {
    receiveFrame({ type: 'race_status', data: raceReply({ id: 1, status: 'running', locked: true }) })
    expect(client.getQueryData(adminRacesQuery(1).queryKey)?.[0]?.status).toBe('running')
    expect(client.getQueryData(allRacesQuery.queryKey)?.[0]?.status).toBe('running')
  })
  test('shows a weekend that another administrator created, changed or deleted', () => {
    updated({}, weekendReply({ id: 2, startDate: '2026-10-17' }))
    expect(client.getQueryData(adminWeekendsQuery.queryKey)?.map(({ id }) => id)).toEqual([2, 1])
    updated({}, weekendReply({ status: 'live' }))
    expect(client.getQueryData(adminWeekendsQuery.queryKey)?.[1]?.status).toBe('live')
    updated({ deleted: true }, weekendReply({ id: 2 }))
    expect(client.getQueryData(adminWeekendsQuery.queryKey)?.map(({ id }) => id)).toEqual([1])
  })
  test('refetches races and cars only when a frame says they changed', () => {
    updated()
    vi.advanceTimersByTime(1_000)
    expect([isStale(adminRacesQuery(1).queryKey), isStale(adminCarsQuery(1).queryKey)]).toEqual([false, false])
    updated({ racesChanged: true, carsChanged: true })
    vi.advanceTimersByTime(1_000)
    expect([isStale(adminRacesQuery(1).queryKey), isStale(adminCarsQuery(1).queryKey)]).toEqual([true, true])
  })
  test('leaves lists unchanged that are not loaded', () => {
    client.clear()
    receiveFrame({ type: 'race_status', data: raceReply() })
    updated()
    expect(client.getQueryData(adminWeekendsQuery.queryKey)).toBeUndefined()
  })
})
