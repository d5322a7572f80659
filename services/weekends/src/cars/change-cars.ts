import { carChanged } from '@purple-sector/contracts/weekends/events'
import type { Car } from '@purple-sector/contracts/weekends/http'
import { databaseTime, type Transaction } from '@purple-sector/database'
import { entry, outbox } from '@purple-sector/messaging'
import { notFound } from '@purple-sector/service-kit/errors'
import { type Actor, adminAction } from '../audit/admin-action.ts'
import { holdWeekend } from '../weekends/hold-weekend.ts'
import { carState, type StoredCar } from './car.ts'
import { type CarChange, withoutDriver } from './car-entry.ts'
import { carRepository } from './car-repository.ts'

const holdCar = async (sql: Transaction, id: number): Promise<StoredCar> => {
  const car = await carRepository(sql).hold(id)
  if (!car) throw notFound('CAR_NOT_FOUND', 'There is no such car.')
  return car
}

const save = async (sql: Transaction, actor: Actor, action: string, changes: readonly CarChange[]): Promise<void> => {
  for (const { after } of changes) await carRepository(sql).update(after)
  const at = await databaseTime(sql)
  await outbox(sql).appendMany(
    changes.flatMap(({ before, after }) => [
      entry(carChanged, carState(after)),
      adminAction({ at, actor, action, subject: { type: 'car', id: after.id }, before, after }),
    ]),
  )
}

/** Out or racing again: set by people alone, never by a result (docs/rules.md, Cars). */
export const changeCarStatus = async (
  sql: Transaction,
  actor: Actor,
  id: number,
  status: Car['status'],
): Promise<Car> => {
  const before = await holdCar(sql, id)
  if (before.status !== status) await save(sql, actor, 'car.status-changed', [{ before, after: { ...before, status } }])
  return carRepository(sql).read(id)
}

/** Removing a car withdraws it, always: it keeps its awards and its place in results (docs/rules.md, Cars). */
export const withdrawCar = async (sql: Transaction, actor: Actor, id: number): Promise<void> => {
  const before = await holdCar(sql, id)
  if (!before.withdrawn) await save(sql, actor, 'car.withdrawn', [{ before, after: { ...before, withdrawn: true } }])
}

/** Takes a driver out of all cars of a weekend. */
export const removeDriver = async (
  sql: Transaction,
  actor: Actor,
  weekendId: number,
  driver: string,
): Promise<void> => {
  await holdWeekend(sql, 'shared', weekendId)
  const changes = withoutDriver(await carRepository(sql).holdAll({ weekendId }), driver)
  if (changes.length === 0) throw notFound('DRIVER_NOT_FOUND', `${driver} does not race in this weekend.`)
  await save(sql, actor, 'driver.removed', changes)
}
