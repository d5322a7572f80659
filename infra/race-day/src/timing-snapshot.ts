import type { RecordedRace } from './recording.ts'

type Flag = 'green' | 'red' | 'chequered'

/** A live-timing snapshot of the order at the end of a lap; cars that are no longer in the order are out. */
export const timingSnapshot = (race: RecordedRace, lap: number, flag: Flag, capturedAt: Date) => {
  const order = race.laps[lap - 1] ?? []
  const lapsOf = (car: string) => race.laps.slice(0, lap).filter((cars) => cars.includes(car)).length
  const gone = [...new Set(race.laps.slice(0, lap).flat())].filter((car) => !order.includes(car))
  return {
    sequence: capturedAt.getTime(),
    capturedAt: capturedAt.toISOString(),
    flag,
    lap,
    totalLaps: race.laps.length,
    ...(flag === 'red' && { message: race.redFlags[0]?.reason ?? 'Red flag' }),
    entries: [...order, ...gone].map((plate, i) => ({
      carNumber: Number(plate),
      plate,
      position: i + 1,
      laps: lapsOf(plate),
      status: order.includes(plate) ? (flag === 'chequered' ? 'finished' : 'running') : 'out',
    })),
  }
}
