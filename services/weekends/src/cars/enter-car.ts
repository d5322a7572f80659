import type { AddDriverBody, Car, CreateCarBody } from '@purple-sector/contracts/weekends/http'
import { databaseTime, type Transaction } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import type { WriteMode } from '@purple-sector/service-kit/http/write-mode'
import { adminAction } from '../audit/admin-action.ts'
import { lockCategories } from '../categories/lock-categories.ts'
import type { Written } from '../commit.ts'
import type { WeekendsDependencies } from '../dependencies.ts'
import { publish } from '../published.ts'
import { findRace, selectRaceForUpdate } from '../races/find-race.ts'
import { lockWeekend } from '../weekends/lock-weekend.ts'
import { carState, type NewCar, type StoredCar } from './car.ts'
import { categoryOfClass, enteredCar, entryOfDriver, revivedCar } from './car-entry.ts'
import { carRepository } from './car-repository.ts'

/**
 * Inserts a car, or revives the withdrawn car with its plate; the unique constraint decides between concurrent entries.
 */
const insertOrRevive = async (
  sql: Transaction,
  car: NewCar,
): Promise<{ before: StoredCar | null; after: StoredCar }> => {
  const cars = carRepository(sql)
  const inserted = await cars.insert(car)
  if (inserted) return { before: null, after: inserted }
  const holder = await cars.selectByPlateForUpdate(car)
  if (!holder) throw new Error('the car with that plate is missing')
  const after = revivedCar(holder, car)
  await cars.update(after)
  return { before: holder, after }
}

const enter = async (sql: Transaction, caller: Caller, car: NewCar): Promise<Written<Car>> => {
  const { before, after } = await insertOrRevive(sql, car)
  const reply = await carRepository(sql).read(after.id)
  const at = await databaseTime(sql)
  const name = before === null ? 'car.entered' : 'car.revived'
  const action = adminAction({ at, caller, action: name, subject: { type: 'car', id: after.id }, before, after: reply })
  return { reply, published: await publish(sql, after.weekendId, { cars: [carState(after)] }, action) }
}

/** Enters a car through a race, in that race's category and weekend. */
export const enterCar =
  ({ commit }: Pick<WeekendsDependencies, 'commit'>) =>
  (caller: Caller, { raceId, ...body }: CreateCarBody, writeMode: WriteMode): Promise<Car> =>
    commit(async (sql) => {
      const unlocked = await findRace(sql, raceId)
      await lockWeekend(sql, 'shared', unlocked.race.weekendId)
      const { race } = await selectRaceForUpdate(sql, raceId)
      const entryCategory = { weekendId: race.weekendId, categoryId: race.categoryId, category: race.category, raceId }
      return enter(sql, caller, enteredCar(body, entryCategory))
    }, writeMode)

/** Enters a driver in the category of their class, through no race. */
export const addDriver =
  ({ commit }: Pick<WeekendsDependencies, 'commit'>) =>
  (caller: Caller, weekendId: number, body: AddDriverBody, writeMode: WriteMode): Promise<Car> =>
    commit(async (sql) => {
      await lockWeekend(sql, 'shared', weekendId)
      const { id: categoryId, name: category } = categoryOfClass(await lockCategories(sql, 'shared'), body.class)
      const entryCategory = { weekendId, categoryId, category, raceId: null }
      return enter(sql, caller, enteredCar(entryOfDriver(body), entryCategory))
    }, writeMode)
