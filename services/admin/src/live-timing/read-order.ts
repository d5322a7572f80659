import type { TimingEntry } from '@purple-sector/contracts/admin/live-timing'
import type { Reading } from '@purple-sector/contracts/admin/readings'
import { judgePage, type Session } from '../readings/judge-page.ts'
import type { PageRow } from '../timing-formats/reading-page.ts'
import { findEnteredCars } from './find-entered-car.ts'
import type { Kept } from './next-timing.ts'

/** Results have laps to a tenth of a millisecond and gaps in whole ones; timing may be finer, and nothing is rounded up. */
const toTenths = (ms: number): number => Math.floor(ms * 10 + 1e-6) / 10
const toWhole = (ms: number): number => Math.floor(ms + 1e-6)

const rowOf = (entry: TimingEntry, line: number, number: string): PageRow => {
  const { place, driver, laps, bestLapMs, gapMs } = entry
  return {
    line,
    number,
    driver: driver ?? '',
    position: place,
    status: place === null ? 'dnf' : 'classified',
    laps,
    ...(bestLapMs !== null && bestLapMs >= 1 && { bestLapMs: toTenths(bestLapMs) }),
    ...(place !== null && gapMs !== null && gapMs > 0 && { gapMs: toWhole(gapMs) }),
  }
}

/**
 * The last order of a session as a provisional result that race control may publish: who runs or has finished is
 * classified by place, who is out is not. A car is named by the plate it is entered with, where it was matched.
 */
export const readOrder = (
  { timing }: Pick<Kept, 'timing'>,
  { session, matches }: { session: Session; matches: ReadonlyMap<string, number> },
): Reading => {
  const plates = new Map(session.cars.map(({ id, plate }) => [id, plate]))
  const carIds = findEnteredCars(
    { cars: session.cars, matches },
    timing.entries.map(({ plate }) => plate),
  )
  const rows = timing.entries.map((entry, index) => {
    const carId = carIds.get(entry.plate) ?? null
    return rowOf(entry, index + 1, (carId === null ? undefined : plates.get(carId)) ?? entry.plate)
  })
  const reading = judgePage({ title: null, status: 'provisional', issue: null, rows, errors: [], notes: [] }, session)
  if (timing.hasEnded) return reading
  return { ...reading, notes: [`The session has not ended: this is the order of lap ${timing.lap}.`, ...reading.notes] }
}
