import { resultPublished } from '@purple-sector/contracts/admin/events'
import type { CallDefinition, CallInput } from '@purple-sector/contracts/call'
import { userChanged } from '@purple-sector/contracts/identity/events'
import * as calls from '@purple-sector/contracts/tipping/internal'
import { carChanged, raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import type { Caller } from '@purple-sector/service-kit'
import { aCar, aRace, aResult, aUser, aWeekend } from '@purple-sector/testing/builders'
import { createServiceTest } from '@purple-sector/testing/service-test'
import { expect, vi } from 'vitest'
import { tipping } from '../src/service.ts'

/** Starts tipping with its API for fans, gateways and other services, and scoring in process. */
export const createTippingTest = async () => {
  const service = await createServiceTest(tipping, { config: { scoresInline: true } })
  const get = async <T = unknown>(fan: Caller, url: string, headers: Record<string, string> = {}) =>
    (await service.as(fan))<T>('GET', url, undefined, headers)
  const read = async <T>(fan: Caller, url: string): Promise<T> => (await get<T>(fan, url)).body
  const callService = async <const Definition extends CallDefinition>(
    call: Definition,
    input: CallInput<Definition>,
  ) => {
    const outcome = await service.request(call, input)
    if (outcome.kind !== 'reply') throw new Error(outcome.kind)
    return outcome.reply
  }
  const closeRace = (race: { id: number; weekendId: number }) =>
    callService(calls.closeRace, { params: { raceId: race.id }, request: { weekendId: race.weekendId } })

  /** Creates a weekend with a race and three cars, and fans who have tipped on them in turn. */
  const setUpWeekend = async (fans: Caller[]) => {
    const weekend = aWeekend()
    const race = aRace({ weekendId: weekend.id })
    const cars = [aCar({ weekendId: weekend.id }), aCar({ weekendId: weekend.id }), aCar({ weekendId: weekend.id })]
    await service.publishEvent(weekendChanged, weekend)
    await service.publishEvent(raceChanged, race)
    for (const car of cars) await service.publishEvent(carChanged, car)
    for (const fan of fans) await service.publishEvent(userChanged, aUser({ id: fan.userId, username: fan.username }))
    const carIds = cars.map(({ id }) => id)
    const { database } = service
    const userIds = fans.map(({ userId }) => userId)
    await vi.waitFor(
      async () => {
        expect(await database('cars').where({ weekend_id: weekend.id })).toHaveLength(3)
        expect(await database('users').whereIn('id', userIds)).toHaveLength(fans.length)
      },
      { timeout: 30_000 },
    )
    for (const [index, fan] of fans.entries()) {
      const payload = { weekendId: weekend.id, category: race.category, carId: carIds[index % 3] }
      expect((await (await service.as(fan))('POST', '/api/tips', payload)).status).toBe(201)
    }
    const leaderboard = `/api/weekends/${weekend.id}/leaderboard`
    const publish = (finished: number[], revision: number, traceparent?: string) =>
      service.publishEvent(
        resultPublished,
        aResult({ raceId: race.id, weekendId: weekend.id, finished, revision }),
        traceparent === undefined ? {} : { traceparent },
      )
    return { weekend, race, carIds, leaderboard, publish }
  }

  return { ...service, get, read, callService, closeRace, setUpWeekend }
}

export type TippingTest = Awaited<ReturnType<typeof createTippingTest>>
