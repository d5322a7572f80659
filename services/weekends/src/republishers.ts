import {
  carChanged,
  categoryChanged,
  raceChanged,
  seasonChanged,
  weekendChanged,
} from '@purple-sector/contracts/weekends/events'
import { republishes } from '@purple-sector/messaging'
import { carState } from './cars/car.ts'
import { carRepository } from './cars/car-repository.ts'
import { categoryState } from './categories/category.ts'
import { categoryRepository } from './categories/category-repository.ts'
import { raceState } from './races/race.ts'
import { raceRepository } from './races/race-repository.ts'
import { seasonState } from './seasons/season.ts'
import { seasonRepository } from './seasons/season-repository.ts'
import { weekendState } from './weekends/weekend.ts'
import { weekendRepository } from './weekends/weekend-repository.ts'

/** Republishes all states: categories, weekends and seasons, then races and cars, one weekend at a time. */
export const republishers = [
  republishes(categoryChanged, async (sql) => ({
    states: (await categoryRepository(sql).list()).map((category) => categoryState(category)),
  })),
  republishes(weekendChanged, async (sql) => ({
    states: (await weekendRepository(sql).list()).map((weekend) => weekendState(weekend)),
  })),
  republishes(seasonChanged, async (sql) => ({
    states: (await seasonRepository(sql).list()).map((season) => seasonState(season)),
  })),
  republishes(raceChanged, async (sql, cursor) => {
    const { weekendId, next } = await weekendRepository(sql).after(cursor)
    const races = weekendId === undefined ? [] : await raceRepository(sql).list({ weekendId })
    return { states: races.map(({ race }) => raceState(race)), next }
  }),
  republishes(carChanged, async (sql, cursor) => {
    const { weekendId, next } = await weekendRepository(sql).after(cursor)
    const cars = weekendId === undefined ? [] : await carRepository(sql).list({ weekendId })
    return { states: cars.map((car) => carState(car)), next }
  }),
]
