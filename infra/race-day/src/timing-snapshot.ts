import type { RecordedSession } from './recording.ts'

type Flag = 'green' | 'red' | 'chequered'

/** A live-timing snapshot of the order at the end of a lap; cars that are no longer in the order are out. */
export const timingSnapshot = (session: RecordedSession, lap: number, flag: Flag, capturedAt: Date) => {
  const order = session.laps[lap - 1] ?? []
  const lapsOf = (car: number) => session.laps.slice(0, lap).filter((cars) => cars.includes(car)).length
  const gone = [...new Set(session.laps.slice(0, lap).flat())].filter((car) => !order.includes(car))
  return {
    sequence: capturedAt.getTime(),
    capturedAt: capturedAt.toISOString(),
    flag,
    lap,
    totalLaps: session.laps.length,
    ...(flag === 'red' && { message: session.redFlags[0]?.reason ?? 'Red flag' }),
    entries: [...order, ...gone].map((carNumber, i) => ({
      carNumber,
      position: i + 1,
      laps: lapsOf(carNumber),
      status: order.includes(carNumber) ? (flag === 'chequered' ? 'finished' : 'running') : 'out',
    })),
  }
}
