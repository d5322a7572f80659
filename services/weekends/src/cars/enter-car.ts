import { carChanged } from '@purple-sector/contracts/weekends/events'
import type { AddDriverBody, Car, CreateCarBody } from '@purple-sector/contracts/weekends/http'
import { databaseTime, type Transaction } from '@purple-sector/database'
import { entry, outbox } from '@purple-sector/messaging'
import { type Actor, adminAction } from '../audit/admin-action.ts'
import { holdRace, noSuchRace } from '../races/hold-race.ts'
import { raceRepository } from '../races/race-repository.ts'
import { holdWeekend } from '../weekends/hold-weekend.ts'
import { carState, type NewCar, type StoredCar } from './car.ts'
import { categoryOfClass, enteredCar, entryOfDriver, revivedCar } from './car-entry.ts'
import { carRepository } from './car-repository.ts'

/** The unique number decides between two that are entered at once; the number of a withdrawn car revives it. */
const stored = async (sql: Transaction, car: NewCar): Promise<{ before: StoredCar | null; after: StoredCar }> => {
  const cars = carRepository(sql)
  const inserted = await cars.insert(car)
  if (inserted) return { before: null, after: inserted }
  const holder = await cars.holdByNumber(car)
  if (!holder) throw new Error('the car that holds the number is gone')
  const after = revivedCar(holder, car)
  await cars.update(after)
  return { before: holder, after }
}

const enter = async (sql: Transaction, actor: Actor, car: NewCar): Promise<Car> => {
  const { before, after } = await stored(sql, car)
  const reply = await carRepository(sql).read(after.id)
  const at = await databaseTime(sql)
  const action = before === null ? 'car.entered' : 'car.revived'
  const subject = { type: 'car', id: after.id } as const
  await outbox(sql).appendMany([
    entry(carChanged, carState(after)),
    adminAction({ at, actor, action, subject, before, after: reply }),
  ])
  return reply
}

/** Enters a car through a session: in that session's category and weekend. */
export const enterCar = async (sql: Transaction, actor: Actor, { raceId, ...body }: CreateCarBody): Promise<Car> => {
  const found = await raceRepository(sql).find(raceId)
  if (!found) throw noSuchRace()
  await holdWeekend(sql, 'shared', found.race.weekendId)
  const { race } = await holdRace(sql, raceId)
  return enter(sql, actor, enteredCar(body, { weekendId: race.weekendId, category: race.category, raceId }))
}

/** Enters a driver in the category named by their class, through no session. */
export const addDriver = async (
  sql: Transaction,
  actor: Actor,
  weekendId: number,
  body: AddDriverBody,
): Promise<Car> => {
  await holdWeekend(sql, 'shared', weekendId)
  const place = { weekendId, category: categoryOfClass(body.class), raceId: null }
  return enter(sql, actor, enteredCar(entryOfDriver(body), place))
}
