import { differs } from './differences.ts'
import { pause } from './http-client.ts'
import { publishResult } from './publish-result.ts'
import { close, type RaceControl, raceId } from './race-control-log.ts'
import type { RaceControlStep } from './race-control-steps.ts'
import type { CarStatusChange } from './recording.ts'
import { enterCar } from './set-up-weekend.ts'
import { timingSnapshot } from './timing-snapshot.ts'

/** Does every step at its moment, one after the other as one person would. */
export const runRaceControl = async (control: RaceControl, steps: RaceControlStep[]): Promise<void> => {
  for (const step of steps) {
    await pause(step.at - Date.now(), control.signal)
    control.signal.throwIfAborted()
    await doStep(control, step)
  }
}

const doStep = async (control: RaceControl, step: RaceControlStep): Promise<void> => {
  const { api, admin, programme, log } = control
  switch (step.kind) {
    case 'filter': {
      await control.onStep('filter')
      await api.setFilter(
        admin.cookie,
        programme.weekendId,
        step.sessions.map((id) => raceId(control, id)),
      )
      log.filters.push(step.sessions)
      return
    }
    case 'move': {
      await control.onStep(`move ${step.race.id}`)
      const told = await api.moveRace(admin.cookie, raceId(control, step.race.id), new Date(step.start).toISOString())
      programme.starts.get(step.race.id)?.push({ start: step.start, told })
      return
    }
    case 'status': {
      await control.onStep(`${step.status} ${step.race.id}`)
      close(control, step.race, await api.setRaceStatus(admin.cookie, raceId(control, step.race.id), step.status))
      return
    }
    case 'result':
      return publishResult(control, step)
    case 'car': {
      await control.onStep(`car ${step.change.status}`)
      return changeCar(control, step.change)
    }
    case 'timing': {
      if (!log.hasTiming) return
      const snapshot = timingSnapshot(step.race, step.lap, step.flag, new Date())
      const reply = await api.sendTiming(admin.cookie, raceId(control, step.race.id), snapshot)
      if (reply.status === 404) log.hasTiming = false
      else if (reply.status >= 300) {
        log.differences.push(...differs(step.race.id, `timing of lap ${step.lap}`, 'accepted', reply.body))
      }
    }
  }
}

/** Copies of a car's status may lag this long. */
const grace = 2_000

/** A status by hand; a withdrawal through the drivers' list, and back by entering the number again. */
const changeCar = async (control: RaceControl, { category, car: number, status }: CarStatusChange): Promise<void> => {
  const { api, admin, programme, recording, log } = control
  const carId = programme.carId(category, number)
  const car = recording.categories
    .find((field) => field.category === category)
    ?.cars.find((entry) => entry.number === number)
  const open = log.out.findLast((window) => window.carId === carId && window.sure[1] === Number.POSITIVE_INFINITY)
  const sent = Date.now()
  if (status === 'withdrawn' && car) {
    await api.removeDriver(admin.cookie, programme.weekendId, car.driver)
  } else {
    if (status === 'active' && car && (await isWithdrawn(control, carId))) {
      const run = `${control.run}-again`
      await enterCar(
        api,
        admin,
        { recording, weekendId: programme.weekendId, run, races: programme.races },
        category,
        car,
      )
      log.differences.push(
        ...differs(
          `car ${number}, ${category}`,
          'withdrawn after being entered again',
          false,
          await isWithdrawn(control, carId),
        ),
      )
    } else {
      await api.setCarStatus(admin.cookie, carId, status)
    }
  }
  const received = Date.now()
  if (status === 'active') {
    if (open) open.sure[1] = sent
    if (open) open.possible[1] = received + grace
  } else if (!open) {
    log.out.push({
      carId,
      possible: [sent, Number.POSITIVE_INFINITY],
      sure: [received + grace, Number.POSITIVE_INFINITY],
    })
  }
}

const isWithdrawn = async ({ api, admin, programme }: RaceControl, carId: number): Promise<boolean> => {
  return (await api.cars(admin.cookie, programme.weekendId)).find(({ id }) => id === carId)?.withdrawn ?? true
}
