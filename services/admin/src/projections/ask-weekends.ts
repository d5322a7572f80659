import { raceStateSchema, wholeWeekendSchema } from '@purple-sector/contracts/weekends/internal'
import type { Database } from '@purple-sector/database'
import type { ServiceCalls } from '@purple-sector/service-kit'
import { unavailable } from '@purple-sector/service-kit/errors'
import { carCopies } from './car-copies.ts'
import { type Race, raceCopies } from './race-copies.ts'
import { shareRace } from './share-race.ts'

/** The owner of sessions and cars, asked once before one is called unknown: its event may still be on its way. */
export type Weekends = {
  race(id: number): Promise<Race | undefined>
  /** Learns the cars of a weekend. */
  learnCars(race: Race): Promise<void>
}

const TIMEOUT_MS = 2_000

export const askWeekends = (database: Database, calls: ServiceCalls): Weekends => {
  const ask = async (path: string): Promise<unknown> => {
    const { status, body } = await calls.call('weekends', { method: 'GET', path, timeoutMs: TIMEOUT_MS })
    if (status === 404) return undefined
    if (status !== 200) throw unavailable('The weekends cannot be asked at the moment. Please try again.')
    return body
  }

  return {
    async race(id) {
      const body = await ask(`/internal/races/${id}`)
      if (body === undefined) return undefined
      const { data } = raceStateSchema.parse(body)
      return database.transaction(async (sql) => {
        if (data.deleted || (await shareRace(sql, data)).isDeleted) return undefined
        await raceCopies(sql).learn(data)
        return raceCopies(sql).find(id)
      })
    },

    async learnCars(race) {
      const body = await ask(`/internal/weekends/${race.weekendId}/state`)
      if (body === undefined) return
      const { cars } = wholeWeekendSchema.parse(body)
      await database.transaction(async (sql) => {
        if ((await shareRace(sql, race)).isDeleted) return
        await carCopies(sql).learn(cars.map(({ data }) => data).filter(({ deleted }) => !deleted))
      })
    },
  }
}
