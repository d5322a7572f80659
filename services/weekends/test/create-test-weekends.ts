import type { CallInput } from '@purple-sector/contracts/call'
import { countMessages } from '@purple-sector/contracts/chat/internal'
import { countGroups } from '@purple-sector/contracts/groups/internal'
import { closeRace, countTips, readLocks, syncStates } from '@purple-sector/contracts/tipping/internal'
import type { Car, Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { databaseTime } from '@purple-sector/database'
import { createServiceTest } from '@purple-sector/testing/service-test'
import { weekends } from '../src/service.ts'

const weekendOf = (request: CallInput<typeof syncStates>['request']): number | undefined => {
  const { weekend, races, cars } = syncStates.request.parse(request)
  return weekend?.data.id ?? races[0]?.data.weekendId ?? cars[0]?.data.weekendId
}

type Locks = { raceId: number; locksAt: string | null; sequence: number }[]

type TippingTime = { now: string; locks: Locks }

/**
 * Starts the whole service with test clients; the stubbed tipping knows no race until `tippingCloses` or
 * `tippingReturnsLocks`.
 */
export const startWeekends = async () => {
  const serviceTest = await createServiceTest(weekends, { config: { closeTimeoutMs: 300, sheetTimeoutMs: 30_000 } })
  const { calls, admin } = serviceTest
  const closes = new Map<number, (attempt: string) => Promise<string> | string>()
  const counts = new Map<number, { tips: number; racers: number }>()
  const locks = new Map<number, Locks>()
  const times = new Map<number, () => Promise<TippingTime | 'not-installed'> | TippingTime | 'not-installed'>()

  calls.stubCall(closeRace, async ({ params, request }) => {
    const raceId = Number(params.raceId)
    const close = closes.get(raceId)
    if (!close) throw new Error('tipping does not reply in time')
    const locksAt = await close(request.attempt ?? '')
    return { kind: 'reply', reply: { raceId, locksAt, sequence: 1 } }
  })
  calls.stubCall(syncStates, ({ request }) => ({
    kind: 'reply',
    reply: { locks: locks.get(weekendOf(request) ?? 0) ?? [] },
  }))
  calls.stubCall(readLocks, async ({ params }) => {
    const readTime = times.get(Number(params.weekendId))
    const reply = (await readTime?.()) ?? { now: (await databaseTime(serviceTest.database)).toISOString(), locks: [] }
    return reply === 'not-installed' ? { kind: reply } : { kind: 'reply', reply }
  })
  calls.stubCall(countTips, ({ params }) => {
    const reply = counts.get(Number(params.id))
    return reply ? { kind: 'reply', reply } : { kind: 'not-installed' }
  })
  for (const count of [countGroups, countMessages]) calls.stubCall(count, () => ({ kind: 'not-installed' }))

  const weekend = async (overrides: object = {}): Promise<Weekend> => {
    const body = { name: 'Bathurst 1000', startDate: '2030-10-10', endDate: '2030-10-13', ...overrides }
    return (await admin<Weekend>('POST', '/api/admin/weekends', body)).body
  }
  const race = async (weekendId: number, overrides: object = {}): Promise<Race> => {
    const body = { weekendId, name: 'Race 1', category: 'Repco Supercars Championship', ...overrides }
    return (await admin<Race>('POST', '/api/admin/races', body)).body
  }
  const car = async (raceId: number, overrides: object = {}): Promise<Car> =>
    (await admin<Car>('POST', '/api/admin/cars', { raceId, driver: 'Elise Kinnear', number: 7, ...overrides })).body

  return {
    ...serviceTest,
    weekend,
    race,
    car,
    /** Makes tipping close a race at that time; `meanwhile` runs before its reply arrives. */
    tippingCloses: (raceId: number, locksAt: string, meanwhile: (attempt: string) => unknown = () => {}) =>
      void closes.set(raceId, async (attempt) => {
        await meanwhile(attempt)
        return locksAt
      }),
    /** Sets the locks that tipping returns for any pushed state of a weekend. */
    tippingReturnsLocks: (weekendId: number, returned: Locks) => void locks.set(weekendId, returned),
    /** Sets the time and the locks that tipping returns when the races of a weekend are chosen. */
    tippingReturnsTime: (
      weekendId: number,
      read: () => Promise<TippingTime | 'not-installed'> | TippingTime | 'not-installed',
    ): void => void times.set(weekendId, read),
    /** Returns the states of a weekend pushed to tipping, in order. */
    pushedStates: (weekendId: number) =>
      calls.inputsOf(syncStates).flatMap(({ request }) => (weekendOf(request) === weekendId ? [request] : [])),
    /** Returns the categories pushed to tipping, in order. */
    pushedCategories: () =>
      calls
        .inputsOf(syncStates)
        .flatMap(({ request }) => syncStates.request.parse(request).categories.map(({ data }) => data)),
    tippingCounts: (weekendId: number, counted: { tips: number; racers: number }) =>
      void counts.set(weekendId, counted),
  }
}

export type TestWeekends = Awaited<ReturnType<typeof startWeekends>>
