import type { Car } from '@purple-sector/contracts/weekends/http'
import { databaseTime, type Transaction } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'
import { adminAction } from '../audit/admin-action.ts'
import type { WeekendsDependencies } from '../dependencies.ts'
import { type Published, publish } from '../published.ts'
import { holdWeekend } from '../weekends/hold-weekend.ts'
import { carState, type StoredCar } from './car.ts'
import { type CarChange, withoutDriver } from './car-entry.ts'
import { carRepository } from './car-repository.ts'

const holdCar = async (sql: Transaction, id: number): Promise<StoredCar> => {
  const car = await carRepository(sql).hold(id)
  if (!car) throw notFound('CAR_NOT_FOUND', 'There is no such car.')
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
