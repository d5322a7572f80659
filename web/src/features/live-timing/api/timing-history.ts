import type { Timing, TimingHistory } from '@purple-sector/contracts/admin/live-timing'

type CarHistory = TimingHistory['cars'][number]

const withLap = (car: CarHistory, timing: Timing): CarHistory => {
  const entry = timing.entries.find(({ plate }) => plate === car.plate)
  const last = car.laps.at(-1)
  if (!entry || entry.status === 'out' || (last && entry.laps <= last.lap)) return car
  const { laps: lap, position, lastLapMs: lapMs, gapMs, inPit } = entry
  return { ...car, laps: [...car.laps, { lap, position, lapMs, gapMs, inPit, at: timing.at }] }
}

/** Adds the laps, flags and messages of a newer snapshot to the history of a session. */
export const withTiming = (history: TimingHistory, timing: Timing): TimingHistory => {
  const knownPlates = new Set(history.cars.map(({ plate }) => plate))
  const fresh = timing.entries
    .filter(({ plate }) => !knownPlates.has(plate))
    .map(({ plate, carId }): CarHistory => ({ plate, carId, laps: [] }))
  const before = [...history.cars, ...fresh]
  const cars = before.map((car) => withLap(car, timing))
  const { flag, message, lap, at } = timing
  const last = history.control.at(-1)
  const isKnown = last ? last.flag === flag && last.message === message : flag === 'green' && message === null
  const isSame = fresh.length === 0 && cars.every((car, index) => car === before[index])
  if (isSame && isKnown) return history
  return { ...history, cars, control: isKnown ? history.control : [...history.control, { at, lap, flag, message }] }
}
