import type { Car, PatchCarBody } from '@purple-sector/contracts/weekends/http'
import { databaseTime, type Transaction } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { badField, notFound } from '@purple-sector/service-kit/errors'
import { adminAction } from '../audit/admin-action.ts'
import type { WeekendsDependencies } from '../dependencies.ts'
import { type Published, publish } from '../published.ts'
import { findRace } from '../races/hold-race.ts'
import { holdWeekend } from '../weekends/hold-weekend.ts'
import { carState, type StoredCar } from './car.ts'
import { changedCar, isSameCar } from './car-change.ts'
import { type CarChange, plateTaken, withoutDriver } from './car-entry.ts'
import { carRepository } from './car-repository.ts'

const holdCar = async (sql: Transaction, id: number): Promise<StoredCar> => {
  const car = await carRepository(sql).hold(id)
  if (!car) throw notFound('CAR_NOT_FOUND', 'There’s no such car.')
  return car
}

const save = async (
  sql: Transaction,
  { caller, action }: { caller: Caller; action: string },
  changes: readonly CarChange[],
): Promise<Published | undefined> => {
  const [first] = changes
  if (!first) return undefined
  for (const { after } of changes) await carRepository(sql).update(after)
  const at = await databaseTime(sql)
  const lines = changes.map(({ before, after }) =>
    adminAction({ at, caller, action, subject: { type: 'car', id: after.id }, before, after }),
  )
  return publish(sql, first.after.weekendId, { cars: changes.map(({ after }) => carState(after)) }, ...lines)
}

/** The race a car is said to be entered through is one of its category: that never changes. */
const assertOwnRace = async (sql: Transaction, car: StoredCar, raceId: number): Promise<void> => {
  const { race } = await findRace(sql, raceId)
  if (race.weekendId !== car.weekendId || race.categoryId !== car.categoryId)
    throw badField('raceId', `must be a session of ${car.category} in the car’s weekend`)
}

/** Another driver, a detail that came late, another plate: tips and lists show it at once (docs/rules.md, Cars). */
export const changeCar =
  ({ commit }: Pick<WeekendsDependencies, 'commit'>) =>
  (caller: Caller, id: number, body: PatchCarBody): Promise<Car> =>
    commit(async (sql) => {
      const before = await holdCar(sql, id)
      const after = changedCar(before, body)
      if (after.raceId !== null && after.raceId !== before.raceId) await assertOwnRace(sql, before, after.raceId)
      const holder = after.plate === before.plate ? undefined : await carRepository(sql).findByPlate(after)
      if (holder) throw plateTaken(holder.plate, holder)
      const changes = isSameCar(before, after) ? [] : [{ before, after }]
      const published = await save(sql, { caller, action: 'car.changed' }, changes)
      return { reply: await carRepository(sql).read(id), published }
    })

/** Out or racing again: set by people alone, never by a result (docs/rules.md, Cars). */
export const changeCarStatus =
  ({ commit }: Pick<WeekendsDependencies, 'commit'>) =>
  (caller: Caller, id: number, status: Car['status']): Promise<Car> =>
    commit(async (sql) => {
      const before = await holdCar(sql, id)
      const changes = before.status === status ? [] : [{ before, after: { ...before, status } }]
      const published = await save(sql, { caller, action: 'car.status-changed' }, changes)
      return { reply: await carRepository(sql).read(id), published }
    })

/** Removing a car withdraws it, always: it keeps its awards and its place in results (docs/rules.md, Cars). */
export const withdrawCar =
  ({ commit }: Pick<WeekendsDependencies, 'commit'>) =>
  (caller: Caller, id: number): Promise<void> =>
    commit(async (sql) => {
      const before = await holdCar(sql, id)
      const changes = before.withdrawn ? [] : [{ before, after: { ...before, withdrawn: true } }]
      return { reply: undefined, published: await save(sql, { caller, action: 'car.withdrawn' }, changes) }
    })

/** Takes a driver out of all cars of a weekend. */
export const removeDriver =
  ({ commit }: Pick<WeekendsDependencies, 'commit'>) =>
  (caller: Caller, weekendId: number, driver: string): Promise<void> =>
    commit(async (sql) => {
      await holdWeekend(sql, 'shared', weekendId)
      const changes = withoutDriver(await carRepository(sql).holdAll({ weekendId }), driver)
      if (changes.length === 0) throw notFound('DRIVER_NOT_FOUND', `${driver} does not race in this weekend.`)
      return { reply: undefined, published: await save(sql, { caller, action: 'driver.removed' }, changes) }
    })
