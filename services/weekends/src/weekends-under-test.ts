import { sessionLockReply, tipCountsSchema } from '@purple-sector/contracts/tipping/http'
import type { Car, Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { aFan, anAdmin } from '@purple-sector/testing/builders'
import { createTestPlatform } from '@purple-sector/testing/platform'
import { buildWeekends, migrationsDirectory } from './app.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** The whole service on real Postgres and bus, and people who call it. `tipping` may be told to answer otherwise. */
export const startWeekends = async () => {
  const test = await createTestPlatform({ service: 'weekends', migrationsDirectory })
  const service = await buildWeekends(test.platform, { closeTimeoutMs: 300 })
  await test.start(service)

  const callerWith =
    (identity: Record<string, string>) =>
    async <T = unknown>(method: Method, url: string, body?: unknown, headers: Record<string, string> = {}) => {
      const payload = body === undefined ? {} : { payload: JSON.stringify(body) }
      const type = body === undefined ? {} : { 'content-type': 'application/json' }
      const reply = await service.app.inject({ method, url, headers: { ...identity, ...type, ...headers }, ...payload })
      return { status: reply.statusCode, headers: reply.headers, text: reply.payload, body: parsed<T>(reply.payload) }
    }
  const chief = anAdmin({ username: 'chief' })
  const visitor = callerWith({})
  const fan = callerWith(await test.identityOf(aFan()))
  const admin = callerWith(await test.identityOf(chief))

  const weekend = async (over: object = {}): Promise<Weekend> => {
    const body = { name: 'Bathurst 1000', startDate: '2030-10-10', endDate: '2030-10-13', ...over }
    return (await admin<Weekend>('POST', '/api/admin/weekends', body)).body
  }
  const race = async (weekendId: number, over: object = {}): Promise<Race> => {
    const body = { weekendId, name: 'Race 1', category: 'Repco Supercars Championship', ...over }
    return (await admin<Race>('POST', '/api/admin/races', body)).body
  }
  const car = async (raceId: number, over: object = {}): Promise<Car> =>
    (await admin<Car>('POST', '/api/admin/cars', { raceId, driver: 'Elise Kinnear', number: 7, ...over })).body

  return {
    ...test,
    service,
    chief,
    visitor,
    fan,
    admin,
    weekend,
    race,
    car,
    /** Tipping closes a session at that moment, or does not answer. */
    tippingCloses: (raceId: number, locksAt: string | 'never') =>
      test.calls.when(
        'tipping',
        'POST',
        `/internal/sessions/${raceId}/close`,
        async () => {
          if (locksAt === 'never') throw new Error('tipping does not answer in time')
          return { status: 200, body: { raceId, locksAt } }
        },
        sessionLockReply,
      ),
    /** The weekends tipping was told to catch up with, in order. */
    caughtUp: () =>
      test.calls.made
        .flatMap(({ path }) => /^\/internal\/weekends\/(\d+)\/catch-up$/.exec(path)?.[1] ?? [])
        .map(Number),
    tippingCounts: (weekendId: number, counts: { tips: number; racers: number } | 'not installed') =>
      test.calls.when(
        'tipping',
        'GET',
        `/internal/weekends/${weekendId}/tip-counts`,
        counts === 'not installed' ? { status: 404, body: {} } : { status: 200, body: counts },
        tipCountsSchema,
      ),
  }
}

export type WeekendsUnderTest = Awaited<ReturnType<typeof startWeekends>>

const parsed = <T>(payload: string): T => JSON.parse(payload === '' ? 'null' : payload)
