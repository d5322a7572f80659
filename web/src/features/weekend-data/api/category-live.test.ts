import type { ServerFrame } from '@purple-sector/contracts/realtime'
import { categoryReply, raceReply } from '@purple-sector/testing/replies'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { receiveFrame as applyReceived, reconnect } from '../../../../test/receive-frame.ts'
import { categoriesQuery } from './category-queries.ts'
import { productRacesQuery, racesQuery } from './weekend-queries.ts'

const supercars = categoryReply()
const super2 = categoryReply({ id: 3, name: 'Dunlop Super2 Series', order: 3 })
const renamed = { ...super2, name: 'Super2 Series' }
const race = raceReply({ id: 5, categoryId: super2.id, category: super2.name })

let client: QueryClient
const receiveFrame = (categories: (typeof supercars)[]) =>
  applyReceived(client, { type: 'categories_updated', data: { categories }, epoch: 'e' } as ServerFrame)

beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient()
  client.setQueryData(categoriesQuery.queryKey, [supercars, super2])
})
afterEach(() => {
  client.clear()
  vi.useRealTimers()
})

describe('renaming a category', () => {
  test('applies the new name everywhere at once, also where only the old name identifies the category', () => {
    client.setQueryData(racesQuery(1).queryKey, [raceReply({ id: 1 }), race])
    client.setQueryData(['/api/tips', 1], [{ id: 7, categoryId: 3, category: super2.name, sessions: [] }])
    client.setQueryData(['/api/cars', 5], [{ id: 9, race: { id: 5, name: 'Race 1', category: super2.name } }])
    receiveFrame([supercars, renamed])
    expect(client.getQueryData(categoriesQuery.queryKey)).toEqual([supercars, renamed])
    expect(client.getQueryData(racesQuery(1).queryKey)?.map(({ category }) => category)).toEqual([
      supercars.name,
      'Super2 Series',
    ])
    expect(client.getQueryData(['/api/tips', 1])).toMatchObject([{ category: 'Super2 Series' }])
    expect(client.getQueryData(['/api/cars', 5])).toMatchObject([{ race: { category: 'Super2 Series' } }])
  })

  test('leaves unrelated data and its age unchanged', () => {
    const races = [raceReply({ id: 1 })]
    client.setQueryData(racesQuery(1).queryKey, races, { updatedAt: 1 })
    client.setQueryData(productRacesQuery(1).queryKey, [race], { updatedAt: 2 })
    receiveFrame([supercars, renamed])
    expect(client.getQueryData(racesQuery(1).queryKey)).toBe(races)
    expect(client.getQueryState(productRacesQuery(1).queryKey)?.dataUpdatedAt).toBe(2)
  })

  test('refetches a query in flight, whose reply may carry the old name', async () => {
    const fetchRaces = vi.fn(async () => [race])
    const reply = client.fetchQuery({ ...racesQuery(1), queryFn: fetchRaces })
    receiveFrame([supercars, renamed])
    await reply
    await vi.advanceTimersByTimeAsync(1_000)
    expect(client.getQueryState(racesQuery(1).queryKey)?.isInvalidated).toBe(true)
  })
})

test('refetches the categories after a reconnect', () => {
  reconnect(client, Date.now() + 1)
  expect(client.getQueryState(categoriesQuery.queryKey)?.isInvalidated).toBe(true)
})
