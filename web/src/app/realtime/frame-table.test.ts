import { serverFrameSchema } from '@purple-sector/contracts/realtime'
import { raceReply } from '@purple-sector/testing/replies'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../client/api/query-client.ts'
import { STAYS_AS_READ } from '../../client/realtime/cache-updates.ts'
import {
  applyFrame,
  applyRaceControlFrame,
  frameTable,
  invalidateAfterReconnect,
  raceControlTable,
} from './frame-table.ts'

const frameTypes = serverFrameSchema.options.map(({ shape }) => shape.type.value)

let client: QueryClient
const isStale = (queryKey: QueryKey) => client.getQueryState(queryKey)?.isInvalidated

beforeEach(() => {
  vi.useFakeTimers()
  client = createQueryClient()
})
afterEach(() => {
  client.clear()
  vi.useRealTimers()
})

test('the table has a row for every frame of the contract, and no other', () => {
  expect(Object.keys(frameTable).sort()).toEqual([...frameTypes].sort())
})

test('race control has rows for frames of the contract only', () => {
  expect(frameTypes).toEqual(expect.arrayContaining(Object.keys(raceControlTable)))
})

test('invalidates the keys of a row soon after its frame, and no others', async () => {
  const keys = [
    ['/api/analytics', 'history'],
    ['ledger', 1, 'mine'],
    ['/api/tips', 1],
    ['/api/tips', 2],
  ]
  for (const queryKey of keys) client.setQueryData(queryKey, [])
  const race = { id: 1, name: 'Race 1', category: 'Supercars', weekendId: 1 }
  applyFrame(client, { type: 'race_completed', data: { race, revision: 1 }, epoch: 'e' })
  expect(keys.map(isStale)).toEqual([false, false, false, false])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(keys.map(isStale)).toEqual([true, true, true, false])
})

test('applies a frame to race control apart from fans', () => {
  client.setQueryData(['/api/weekends', 1, 'races'], [raceReply({ locked: false })])
  client.setQueryData(['/api/admin/races', 1], [raceReply({ locked: false })])
  const lockedIn = (queryKey: QueryKey) => client.getQueryData<{ locked: boolean }[]>(queryKey)?.[0]?.locked
  applyRaceControlFrame(client, { type: 'race_status', data: raceReply({ locked: true }), epoch: 'e' })
  expect(lockedIn(['/api/admin/races', 1])).toBe(true)
  expect(lockedIn(['/api/weekends', 1, 'races'])).toBe(false)
  applyFrame(client, { type: 'race_status', data: raceReply({ locked: true }), epoch: 'e' })
  expect(lockedIn(['/api/weekends', 1, 'races'])).toBe(true)
})

test('a reconnect invalidates all older data but what stays as it was read', async () => {
  const since = Date.now()
  client.setQueryData(['anything', 1], [], { updatedAt: since - 1 })
  client.setQueryData(['newer'], [], { updatedAt: since })
  await client.fetchQuery({ queryKey: ['read'], queryFn: () => [], meta: STAYS_AS_READ })
  client.setQueryData(['read'], [], { updatedAt: since - 1 })
  invalidateAfterReconnect(client, since)
  expect([isStale(['anything', 1]), isStale(['newer']), isStale(['read'])]).toEqual([true, false, false])
})
