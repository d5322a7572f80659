import { closeSessionBody, sessionLockReply } from '@purple-sector/contracts/tipping/http'
import { carChanged, raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { raceStateSchema, wholeWeekendSchema } from '@purple-sector/contracts/weekends/internal'
import type { Database } from '@purple-sector/database'
import { aCar, aFan, anAdmin, aRace, aWeekend } from '@purple-sector/testing/builders'
import { createTestPlatform } from '@purple-sector/testing/platform'
import type { z } from 'zod'
import { buildAdmin, migrationsDirectory } from './app.ts'

type Method = 'GET' | 'POST' | 'PUT'
type RaceState = z.infer<typeof raceChanged.data>
type CarState = z.infer<typeof carChanged.data>

const parsed = (payload: string) => JSON.parse(payload === '' ? 'null' : payload)

/**
 * Race control on real Postgres and bus, and people who call it; weekends and tipping answer what a test says. `open`
 * gives it another way to its database than the test itself has.
 */
export const startRaceControl = async (open?: (url: string) => Promise<Database>) => {
  const test = await createTestPlatform({ service: 'admin', migrationsDirectory })
  const platform = open ? { ...test.platform, database: await open(test.test.url) } : test.platform
  const service = await buildAdmin(platform, { closeTimeoutMs: 300, previewTimeoutMs: 1_000 })
  await test.start(service)
  const { database } = test.platform

  const callerWith =
    (identity: Record<string, string>) =>
    async (method: Method, url: string, payload?: object, headers: Record<string, string> = {}) => {
      const reply = await service.app.inject({
        method,
        url,
        headers: { ...identity, ...headers },
        ...(payload ? { payload } : {}),
      })
      return { status: reply.statusCode, headers: reply.headers, body: parsed(reply.payload) }
    }
  const chief = anAdmin({ username: 'chief' })

  const isKnown = async (table: string, id: number) => {
    const patience = AbortSignal.timeout(30_000)
    while ((await database(table).where({ id }).first('id')) === undefined)
      if (patience.aborted) throw new Error(`${table} ${id} did not arrive`)
  }

  const api = {
    ...test,
    service,
    database,
    chief,
    visitor: callerWith({}),
    fan: callerWith(await test.identityOf(aFan())),
    admin: callerWith(await test.identityOf(chief)),

    resultsOf: (raceId: number) => `/api/admin/races/${raceId}/results`,
    publish: (raceId: number, body: object) => api.admin('PUT', api.resultsOf(raceId), body),
    /** What is stored of a session: its revisions, and what the audit log says of it. */
    revisionsOf: (raceId: number) => database('result_revisions').where({ race_id: raceId }).orderBy('revision'),
    auditOf: (raceId: number) =>
      database('audit_entries')
        .where({ subject_id: String(raceId) })
        .orderBy('id'),

    /** A session with so many cars that race control has heard of; tipping closes it when asked. */
    async race(over: Partial<RaceState> & { cars?: number } = {}) {
      const { cars: count = 4, ...state } = over
      const weekend = aWeekend(state.weekendId === undefined ? {} : { id: state.weekendId })
      const race = aRace({ weekendId: weekend.id, ...state })
      const cars = Array.from({ length: count }, () => aCar({ weekendId: weekend.id, category: race.category }))
      await test.announce(weekendChanged, weekend)
      await test.announce(raceChanged, race)
      for (const car of cars) await test.announce(carChanged, car)
      await isKnown('races', race.id)
      for (const car of cars) await isKnown('cars', car.id)
      api.tippingCloses(race.id)
      return { ...race, weekend, cars, carIds: cars.map(({ id }) => id) }
    },

    /** What weekends answers when it is asked for a session and the cars of its weekend. */
    weekendsKnows(race: RaceState | undefined, raceId: number, cars: readonly CarState[] = []) {
      const sequence = 1
      const unknown = { status: 404, body: { code: 'NOT_FOUND' } }
      const found = race && { status: 200, body: { sequence, data: race } }
      test.calls.when('weekends', 'GET', `/internal/races/${raceId}`, found ?? unknown, raceStateSchema)
      if (!race) return
      const body = {
        weekend: { sequence, data: aWeekend({ id: race.weekendId }) },
        races: [{ sequence, data: race }],
        cars: cars.map((data) => ({ sequence, data })),
      }
      const path = `/internal/weekends/${race.weekendId}/state`
      test.calls.when('weekends', 'GET', path, { status: 200, body }, wholeWeekendSchema)
    },

    /** Tipping closes the session when asked; `meanwhile` happens before its answer arrives. */
    tippingCloses(raceId: number, meanwhile: (attempt: string) => Promise<unknown> = async () => {}) {
      test.calls.when(
        'tipping',
        'POST',
        `/internal/sessions/${raceId}/close`,
        async ({ body }) => {
          await meanwhile(closeSessionBody.parse(body).attempt ?? '')
          return { status: 200, body: { raceId, locksAt: new Date().toISOString(), sequence: 0 } }
        },
        sessionLockReply,
      )
      test.calls.when('tipping', 'POST', `/internal/sessions/${raceId}/settle`, { status: 204, body: undefined })
    },

    /** Tipping asks what became of attempts to publish the first result of a session. */
    settle: (raceId: number, ...attempts: string[]) =>
      test.callInternal(service, {
        method: 'POST',
        path: `/internal/races/${raceId}/attempts/settle`,
        body: { attempts },
      }),

    callsOf: (service: string, path: string) =>
      test.calls.made.filter((call) => call.service === service && call.path === path),
  }
  return api
}

export type RaceControlUnderTest = Awaited<ReturnType<typeof startRaceControl>>

/** The classification in which the cars finished in this order. */
export const finished = (...carIds: number[]) =>
  carIds.map((carId, index) => ({ position: index + 1, carId, status: 'classified' as const }))

/** The official result in which they did. */
export const official = (...carIds: number[]) => ({ status: 'official', classification: finished(...carIds) })
