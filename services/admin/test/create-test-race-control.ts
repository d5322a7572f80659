import { adminRaceLockFinalized } from '@purple-sector/contracts/admin/events'
import type { Result } from '@purple-sector/contracts/admin/http'
import type { ErrorBody } from '@purple-sector/contracts/common'
import { closeRace } from '@purple-sector/contracts/tipping/internal'
import { carChanged, raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { applyResult, raceStateSchema, wholeWeekendSchema } from '@purple-sector/contracts/weekends/internal'
import type { Database } from '@purple-sector/database'
import { aCar, aRace, aWeekend } from '@purple-sector/testing/builders'
import { createServiceTest } from '@purple-sector/testing/service-test'
import type { z } from 'zod'
import type { Config } from '../src/config.ts'
import { admin } from '../src/service.ts'

type RaceState = z.infer<typeof raceChanged.data>
type CarState = z.infer<typeof carChanged.data>

/**
 * Starts race control on real Postgres and bus, with callers; weekends and tipping reply as a test sets.
 * `openServiceDatabase` connects the service to its database in another way than the test.
 */
export const startRaceControl = async (
  openServiceDatabase?: (url: string) => Promise<Database>,
  config: Partial<Config> = {},
) => {
  const test = await createServiceTest(admin, {
    config: {
      closeTimeoutMs: 300,
      previewTimeoutMs: 1_000,
      sheetTimeoutMs: 30_000,
      allowPrivateWebhooks: true,
      allowPrivateTiming: true,
      ...config,
    },
    ...(openServiceDatabase && {
      platform: async ({ databaseUrl }) => ({ database: await openServiceDatabase(databaseUrl) }),
    }),
  })
  const { calls, database } = test
  const closeReplies = new Map<number, (attempt: string) => unknown>()
  calls.stubCall(closeRace, async ({ params, request }) => {
    const raceId = Number(params.raceId)
    const beforeReply = closeReplies.get(raceId)
    if (!beforeReply) throw new Error('does not answer in time')
    await beforeReply(request.attempt ?? '')
    return { kind: 'reply', reply: { raceId, locksAt: new Date().toISOString(), sequence: 1 } }
  })
  calls.stubCall(applyResult, () => ({ kind: 'reply', reply: {} }))

  const waitForRow = async (table: string, id: number) => {
    const timeout = AbortSignal.timeout(30_000)
    while ((await database(table).where({ id }).first('id')) === undefined)
      if (timeout.aborted) throw new Error(`${table} ${id} did not arrive`)
  }

  const api = {
    ...test,
    resultsOf: (raceId: number) => `/api/admin/races/${raceId}/results`,
    putResult: <T extends object = Result & ErrorBody>(raceId: number, body: object) =>
      test.admin<T>('PUT', api.resultsOf(raceId), body),
    /** Finds the stored revisions of a race, and its lines of the audit log. */
    revisionsOf: (raceId: number) => database('result_revisions').where({ race_id: raceId }).orderBy('revision'),
    auditOf: (raceId: number) =>
      database('audit_entries')
        .where({ subject_id: String(raceId) })
        .orderBy('id'),

    /** Creates a race with `cars` cars, by default four, and waits until race control has them; tipping closes it on request. */
    async race(overrides: Partial<RaceState> & { cars?: number } = {}) {
      const { cars: count = 4, ...state } = overrides
      const weekend = aWeekend(state.weekendId === undefined ? {} : { id: state.weekendId })
      const race = aRace({ weekendId: weekend.id, ...state })
      const cars = Array.from({ length: count }, () => aCar({ weekendId: weekend.id, category: race.category }))
      await test.publishEvent(weekendChanged, weekend)
      await test.publishEvent(raceChanged, race)
      for (const car of cars) await test.publishEvent(carChanged, car)
      await waitForRow('races', race.id)
      for (const car of cars) await waitForRow('cars', car.id)
      api.setCloseReply(race.id)
      return { ...race, weekend, cars, carIds: cars.map(({ id }) => id) }
    },

    /** Sets the replies of weekends for a race and the cars of its weekend. */
    setWeekendsReplies(race: RaceState | undefined, raceId: number, cars: readonly CarState[] = [], sequence = 1) {
      const unknown = { status: 404, body: { code: 'NOT_FOUND' } }
      const raceReply = race && { status: 200, body: { sequence, data: race } }
      test.calls.when('weekends', 'GET', `/internal/races/${raceId}`, raceReply ?? unknown, raceStateSchema)
      if (!race) return
      const body = {
        weekend: { sequence, data: aWeekend({ id: race.weekendId }) },
        races: [{ sequence, data: race }],
        cars: cars.map((data) => ({ sequence, data })),
      }
      const path = `/internal/weekends/${race.weekendId}/state`
      test.calls.when('weekends', 'GET', path, { status: 200, body }, wholeWeekendSchema)
    },

    /** Has tipping close the race on request; `beforeReply` runs first. */
    setCloseReply: (raceId: number, beforeReply: (attempt: string) => unknown = () => {}) =>
      void closeReplies.set(raceId, beforeReply),
    stopTippingReplies: (raceId: number) => void closeReplies.delete(raceId),
    closeRequestsOf: (raceId: number) => calls.inputsOf(closeRace).filter(({ params }) => params.raceId === raceId),
    /** Returns the published confirmations and cancellations of this race's provisional locks, in order. */
    finalizationsOf: (raceId: number) =>
      test.probe.seen(adminRaceLockFinalized).flatMap(({ data }) => (data.raceId === raceId ? [data] : [])),

    callsOf: (service: string, path: string) =>
      test.calls.made.filter((call) => call.service === service && call.path === path),
  }
  return api
}

export type TestRaceControl = Awaited<ReturnType<typeof startRaceControl>>

/** A classification in this finishing order. */
export const finished = (...carIds: number[]) =>
  carIds.map((carId, index) => ({ position: index + 1, carId, status: 'classified' as const }))

/** An official result in this finishing order. */
export const official = (...carIds: number[]) => ({ status: 'official', classification: finished(...carIds) })
