import type { Car, PatchCarBody } from '@purple-sector/contracts/weekends/http'
import { databaseTime, type Transaction } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { badField, notFound } from '@purple-sector/service-kit/errors'
import { adminAction } from '../audit/admin-action.ts'
import type { WeekendsDependencies } from '../dependencies.ts'
import { type Published, publish } from '../published.ts'
import { findRace } from '../races/find-race.ts'
import { lockWeekend } from '../weekends/lock-weekend.ts'
import { carState, type StoredCar } from './car.ts'
import { changedCar, isSameCar } from './car-change.ts'
import { type CarChange, plateConflict, withoutDriver } from './car-entry.ts'
import { carRepository } from './car-repository.ts'

const selectCarForUpdate = async (sql: Transaction, id: number): Promise<StoredCar> => {
  const car = await carRepository(sql).selectForUpdate(id)
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
  const actions = changes.map(({ before, after }) =>
    adminAction({ at, caller, action, subject: { type: 'car', id: after.id }, before, after }),
  )
  return publish(sql, first.after.weekendId, { cars: changes.map(({ after }) => carState(after)) }, ...actions)
}

/** Checks that the race is one of the car's category, which never changes. */
const assertRaceOfCategory = async (sql: Transaction, car: StoredCar, raceId: number): Promise<void> => {
  const { race } = await findRace(sql, raceId)
  if (race.weekendId !== car.weekendId || race.categoryId !== car.categoryId)
    throw badField('raceId', `must be a session of ${car.category} in the car’s weekend`)
}

/** Changes a car: driver, details, plate. Tips and lists show it at once (docs/rules.md, Cars). */
export const changeCar =
  ({ commit }: Pick<WeekendsDependencies, 'commit'>) =>
  (caller: Caller, id: number, body: PatchCarBody): Promise<Car> =>
    commit(async (sql) => {
      const before = await selectCarForUpdate(sql, id)
      const after = changedCar(before, body)
      if (after.raceId !== null && after.raceId !== before.raceId) await assertRaceOfCategory(sql, before, after.raceId)
      const holder = after.plate === before.plate ? undefined : await carRepository(sql).findByPlate(after)
      if (holder) throw plateConflict(holder.plate, holder)
      const changes = isSameCar(before, after) ? [] : [{ before, after }]
      const published = await save(sql, { caller, action: 'car.changed' }, changes)
      return { reply: await carRepository(sql).read(id), published }
    })

/** Sets a car's status, which only administrators change, never a result (docs/rules.md, Cars). */
export const changeCarStatus =
  ({ commit }: Pick<WeekendsDependencies, 'commit'>) =>
  (caller: Caller, id: number, status: Car['status']): Promise<Car> =>
    commit(async (sql) => {
      const before = await selectCarForUpdate(sql, id)
      const changes = before.status === status ? [] : [{ before, after: { ...before, status } }]
      const published = await save(sql, { caller, action: 'car.status-changed' }, changes)
      return { reply: await carRepository(sql).read(id), published }
    })

/** Withdraws a car. Its row stays, because awards and results refer to it (docs/rules.md, Cars). */
export const withdrawCar =
  ({ commit }: Pick<WeekendsDependencies, 'commit'>) =>
  (caller: Caller, id: number): Promise<void> =>
    commit(async (sql) => {
      const before = await selectCarForUpdate(sql, id)
      const changes = before.withdrawn ? [] : [{ before, after: { ...before, withdrawn: true } }]
      return { reply: undefined, published: await save(sql, { caller, action: 'car.withdrawn' }, changes) }
    })

/** Removes a driver from all cars of a weekend. */
export const removeDriver =
  ({ commit }: Pick<WeekendsDependencies, 'commit'>) =>
  (caller: Caller, weekendId: number, driver: string): Promise<void> =>
    commit(async (sql) => {
      await lockWeekend(sql, 'shared', weekendId)
      const changes = withoutDriver(await carRepository(sql).selectAllForUpdate({ weekendId }), driver)
      if (changes.length === 0) throw notFound('DRIVER_NOT_FOUND', `${driver} does not race in this weekend.`)
      return { reply: undefined, published: await save(sql, { caller, action: 'driver.removed' }, changes) }
    })
