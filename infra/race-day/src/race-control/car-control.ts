import { differs } from '../comparison/differences.ts'
import type { CarReply } from '../fans/replies.ts'
import { carAt, carOf, everyDriver } from '../recording/entries.ts'
import type { CarStatusChange } from '../recording/recording.ts'
import type { RaceControl } from './race-control-log.ts'
import type { RaceControlStep } from './race-control-steps.ts'
import { enterCar, enteredCarId, readCars } from './set-up-weekend.ts'

/** Delay after which every copy of a car's status is current; ms. */
const grace = 2_000

/** What changing cars needs of race control. */
export type CarControl = Pick<RaceControl, 'api' | 'admin' | 'programme' | 'recording' | 'run' | 'log' | 'onStep'>

type Named = { category: string; car: string }

const idOf = ({ programme }: CarControl, { category, car }: Named): number => enteredCarId(programme, category, car)

const entryOf = async ({ api, admin, programme }: CarControl, id: number): Promise<CarReply | undefined> =>
  (await api.cars(admin.cookie, programme.weekendId)).find((car) => car.id === id)

/** Returns the recorded car as it is from `at` on. */
const detailsAt = ({ recording }: CarControl, { category, car }: Named, at: string) => {
  const recorded = carOf(recording, category, car)
  if (!recorded) throw new Error(`Car ${car} of ${category} is not in this recording.`)
  return carAt(recorded, Date.parse(at))
}

/** Enters a car, late or again, and checks the list for the names it was entered with. */
const enter = async (control: CarControl, named: Named, at: string): Promise<void> => {
  const { api, admin, programme, recording, log } = control
  const details = detailsAt(control, named, at)
  const run = `${control.run}-${Date.parse(at)}`
  await enterCar(api, admin, { recording, programme, run }, named.category, details)
  await readCars(api, admin, programme)
  const id = idOf(control, named)
  log.entries.set(id, details)
  const shown = await entryOf(control, id)
  const where = `car ${named.car}, ${named.category}, entered`
  log.differences.push(
    ...differs(where, 'withdrawn', false, shown?.withdrawn),
    ...differs(where, 'status', 'active', shown?.status),
    ...differs(where, 'plate', details.number, shown?.plate),
    ...differs(where, 'driver', details.driver, shown?.driver),
    ...differs(where, 'team', details.team, shown?.team),
  )
}

export const enterLate = async (
  control: CarControl,
  { category, car, entered }: Extract<RaceControlStep, { kind: 'entry' }>,
): Promise<void> => {
  await control.onStep(`enter ${car}`)
  await enter(control, { category, car }, entered)
  control.log.counts.lateEntries += 1
}

/**
 * Changes a car's driver or team.
 * A withdrawn car is skipped: the next entry of its plate carries the change.
 */
export const editCar = async (
  control: CarControl,
  { category, car, edit }: Extract<RaceControlStep, { kind: 'edit' }>,
): Promise<void> => {
  const { api, admin, log } = control
  const id = idOf(control, { category, car })
  if ((await entryOf(control, id))?.withdrawn) return
  await control.onStep(`edit ${car}`)
  const { number: _, ...details } = detailsAt(control, { category, car }, edit.at)
  const { driver, coDriver = null, team, manufacturer, model } = details
  const body = { name: `${manufacturer} ${model ?? ''}`.trim(), driver, coDriver, team, manufacturer, model }
  const shown = (await api.editCar(admin.cookie, id, body)).value
  log.entries.set(id, { ...details, number: car })
  log.counts.edits += 1
  log.differences.push(
    ...differs(`car ${car}, ${category}, edited`, 'plate', car, shown.plate),
    ...differs(`car ${car}, ${category}, edited`, 'driver', driver, shown.driver),
    ...differs(`car ${car}, ${category}, edited`, 'coDriver', coDriver, shown.coDriver || null),
    ...differs(`car ${car}, ${category}, edited`, 'team', team, shown.team),
  )
}

/** Removes a driver with one car from the drivers' list; with several cars, withdraws this car only. */
const withdraw = async (control: CarControl, { category, car, at }: CarStatusChange, id: number): Promise<void> => {
  const { api, admin, programme, recording } = control
  const { driver } = detailsAt(control, { category, car }, at)
  const seats = everyDriver(recording).filter((name) => name === driver.toLowerCase()).length
  if (seats > 1) await api.withdrawCar(admin.cookie, id)
  else await api.removeDriver(admin.cookie, programme.weekendId, driver)
}

/**
 * Sets a car's status by hand.
 * A withdrawal goes through the drivers' list, and the way back is to enter the plate again.
 */
export const changeCar = async (control: CarControl, change: CarStatusChange): Promise<void> => {
  const { api, admin, log } = control
  const id = idOf(control, change)
  const open = log.out.findLast((window) => window.carId === id && window.sure[1] === Number.POSITIVE_INFINITY)
  const sent = Date.now()
  if (change.status === 'withdrawn') {
    await withdraw(control, change, id)
  } else if (change.status === 'active' && (await entryOf(control, id))?.withdrawn) {
    await enter(control, change, change.at)
    log.differences.push(
      ...differs(`car ${change.car}, ${change.category}, entered again`, 'id', id, idOf(control, change)),
    )
  } else {
    await api.setCarStatus(admin.cookie, id, change.status)
  }
  const received = Date.now()
  if (change.status === 'active') {
    if (open) open.sure[1] = sent
    if (open) open.possible[1] = received + grace
  } else if (!open) {
    log.out.push({
      carId: id,
      possible: [sent, Number.POSITIVE_INFINITY],
      sure: [received + grace, Number.POSITIVE_INFINITY],
    })
  }
}
