import { carChanged, categoryChanged, raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import type { RaceState, WeekendList, WholeWeekend } from '@purple-sector/contracts/weekends/internal'
import type { Database, Transaction } from '@purple-sector/database'
import { sequenced } from '@purple-sector/messaging'
import { carState } from './cars/car.ts'
import { carRepository } from './cars/car-repository.ts'
import { categoryState } from './categories/category.ts'
import { categoryRepository } from './categories/category-repository.ts'
import { findRace } from './races/find-race.ts'
import { raceReply, raceState } from './races/race.ts'
import { raceRepository } from './races/race-repository.ts'
import { findWeekend } from './weekends/lock-weekend.ts'
import { weekendReply, weekendState } from './weekends/weekend.ts'
import { weekendRepository } from './weekends/weekend-repository.ts'

const onlyOne = <T>([item]: readonly T[]): T => {
  if (item === undefined) throw new Error('nothing was read')
  return item
}

/** Read model for other services; state and sequences come from one snapshot. */
export const internalReadModel = (database: Database) => {
  const inSnapshot = <T>(read: (sql: Transaction) => Promise<T>): Promise<T> =>
    database.transaction(read, { isolationLevel: 'repeatable read', readOnly: true })

  return {
    race: (id: number): Promise<RaceState> =>
      inSnapshot(async (sql) => {
        const { race } = await findRace(sql, id)
        return onlyOne(await sequenced(sql, raceChanged, [raceState(race)]))
      }),

    categories: () =>
      inSnapshot(async (sql) => {
        const categories = await categoryRepository(sql).list()
        return sequenced(
          sql,
          categoryChanged,
          categories.map((category) => categoryState(category)),
        )
      }),

    weekend: (id: number): Promise<WholeWeekend> =>
      inSnapshot(async (sql) => {
        const weekend = weekendState(await findWeekend(sql, id))
        const races = (await raceRepository(sql).list({ weekendId: id })).map(({ race }) => raceState(race))
        const cars = (await carRepository(sql).list({ weekendId: id })).map((car) => carState(car))
        return {
          weekend: onlyOne(await sequenced(sql, weekendChanged, [weekend])),
          races: await sequenced(sql, raceChanged, races),
          cars: await sequenced(sql, carChanged, cars),
        }
      }),

    list: (weekendId?: number): Promise<WeekendList> =>
      inSnapshot(async (sql) => {
        const allWeekends = await weekendRepository(sql).list()
        const weekends = allWeekends.filter(({ id }) => weekendId === undefined || id === weekendId)
        const races = await raceRepository(sql).list({ weekendId })
        const states = await sequenced(
          sql,
          weekendChanged,
          weekends.map((weekend) => weekendState(weekend)),
        )
        const raceStates = await sequenced(
          sql,
          raceChanged,
          races.map(({ race }) => raceState(race)),
        )
        const replies = races.map(({ race, now }, index) => ({
          ...raceReply(race, now),
          sequence: raceStates[index]?.sequence ?? 0,
        }))
        const racesOf = Map.groupBy(replies, ({ weekendId }) => weekendId)
        return weekends.map((weekend, index) => ({
          weekend: { ...weekendReply(weekend), sequence: states[index]?.sequence ?? 0 },
          races: racesOf.get(weekend.id) ?? [],
        }))
      }),
  }
}
