import type { RecordedRace } from '../recording/recording.ts'

export type TimingFlag = 'green' | 'red' | 'chequered'

/** The order at the end of a lap; cars no longer in it are out and come last, in order of appearance. */
export type RaceState = {
  lap: number
  flag: TimingFlag
  message: string | null
  cars: { plate: string; position: number; laps: number; status: 'running' | 'finished' | 'out' }[]
}

export const raceStateAt = (race: RecordedRace, lap: number, flag: TimingFlag): RaceState => {
  const order = race.laps[lap - 1] ?? []
  const driven = race.laps.slice(0, lap)
  const lapsOf = (car: string) => driven.filter((cars) => cars.includes(car)).length
  const gone = [...new Set(driven.flat())].filter((car) => !order.includes(car))
  return {
    lap,
    flag,
    message: flag === 'red' ? (race.redFlags[0]?.reason ?? 'Red flag') : null,
    cars: [...order, ...gone].map((plate, i) => ({
      plate,
      position: i + 1,
      laps: lapsOf(plate),
      status: order.includes(plate) ? (flag === 'chequered' ? 'finished' : 'running') : 'out',
    })),
  }
}

/** Builds a live-timing snapshot, as a timing company would send it. */
export const timingSnapshot = (race: RecordedRace, { cars, message, ...raceState }: RaceState, capturedAt: Date) => ({
  sequence: capturedAt.getTime(),
  capturedAt: capturedAt.toISOString(),
  ...raceState,
  totalLaps: race.laps.length,
  ...(message !== null && { message }),
  entries: cars.map((car) => ({ carNumber: Number(car.plate), ...car })),
})
