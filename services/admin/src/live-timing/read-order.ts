import type { ParsedImport } from '@purple-sector/contracts/admin/imports'
import type { Timing, TimingEntry, TimingFlag } from '@purple-sector/contracts/admin/live-timing'
import { type Session, validatePage } from '../imports/validate-page.ts'
import type { PageRow } from '../timing-formats/parsed-page.ts'
import { findEnteredCars } from './find-entered-car.ts'
import type { TrackedTiming } from './next-timing.ts'

/** Results have laps to a tenth of a ms and gaps in whole ms; timing may be finer, and is never rounded up. */
const toTenths = (ms: number): number => Math.floor(ms * 10 + 1e-6) / 10
const toWhole = (ms: number): number => Math.floor(ms + 1e-6)

/** The share of the winner's laps from which a series may classify a car that is out. */
const CLASSIFIED_SHARE = 0.9

const hasTime = ({ lastLapMs, bestLapMs, sectorsMs }: TimingEntry): boolean =>
  lastLapMs !== null || bestLapMs !== null || sectorsMs.some((ms) => ms !== null)
const neverStarted = (entry: TimingEntry): boolean => entry.laps === 0 && !hasTime(entry)

/** Whether a car is classified by its place: it has driven, and is not out. */
const isClassified = (entry: TimingEntry, { hasEnded, lap }: Timing, isRace: boolean): boolean => {
  if (entry.place === null) return false
  if (!isRace) return !hasEnded || entry.bestLapMs !== null
  return !(hasEnded || lap > 1) || !neverStarted(entry)
}

/** Without a status a car that has not driven is `dns` in a race, and `nc` in a timed session (`validatePage`). */
const statusOf = (entry: TimingEntry, isRace: boolean): PageRow['status'] => {
  const hasDriven = isRace ? !neverStarted(entry) : entry.bestLapMs !== null
  return hasDriven ? 'dnf' : null
}

const rowOf = (
  entry: TimingEntry,
  { line, number, position, isRace }: { line: number; number: string; position: number | null; isRace: boolean },
): PageRow => {
  const { driver, laps, bestLapMs, gapMs } = entry
  return {
    line,
    number,
    driver: driver ?? '',
    position,
    status: position === null ? statusOf(entry, isRace) : 'classified',
    laps,
    ...(bestLapMs !== null && bestLapMs >= 1 && { bestLapMs: toTenths(bestLapMs) }),
    ...(position !== null && gapMs !== null && gapMs > 0 && { gapMs: toWhole(gapMs) }),
  }
}

const carsOf = (entries: readonly TimingEntry[]): string =>
  `Car${entries.length === 1 ? '' : 's'} ${entries.map(({ plate }) => plate).join(', ')}`

/** Returns cars that are out, but may be classified by the distance they drove. */
const possiblyClassified = ({ entries }: Timing): TimingEntry[] => {
  const winnerLaps = Math.max(0, ...entries.map(({ laps }) => laps))
  return entries.filter(({ place, laps }) => place === null && laps > 0 && laps >= CLASSIFIED_SHARE * winnerLaps)
}

const notesOf = (timing: Timing, isRace: boolean, lastFlag: TimingFlag | undefined): string[] => {
  const { entries, hasEnded, lap } = timing
  if (!hasEnded) return [`The session has not ended: this is the order of lap ${lap}.`]
  if (!isRace) {
    const timedOutCars = entries.filter(({ place, bestLapMs }) => place === null && bestLapMs !== null)
    return timedOutCars.length === 0
      ? []
      : [`${carsOf(timedOutCars)}: out, with a time that may count. Check the official order.`]
  }
  const winnerLaps = Math.max(0, ...entries.map(({ laps }) => laps))
  const notStarted = entries.filter(neverStarted)
  return [
    ...possiblyClassified(timing).map(
      ({ plate, laps }) =>
        `Car ${plate} is out after ${laps} of ${winnerLaps} laps. With 90% of the distance it may be classified: check the official order.`,
    ),
    ...(notStarted.length === 0 ? [] : [`${carsOf(notStarted)}: no lap and no time, read as not started.`]),
    ...(lastFlag === 'red'
      ? ['The session ended under a red flag: the order may be counted back a lap. Check the official order.']
      : []),
  ]
}

/** Whether the first three stay the same, whatever is decided about a retired car or a red flag at the end. */
const isPodiumCertain = (timing: Timing, isRace: boolean, lastFlag: TimingFlag | undefined): boolean => {
  if (!isRace) {
    const third = timing.entries.filter(({ place, bestLapMs }) => place !== null && bestLapMs !== null)[2]?.bestLapMs
    const outTimes = timing.entries.flatMap(({ place, bestLapMs }) =>
      place === null && bestLapMs !== null ? [bestLapMs] : [],
    )
    return outTimes.length === 0 || (third != null && outTimes.every((ms) => ms > third))
  }
  const isAhead = (laps: number) => timing.entries.filter((entry) => entry.place !== null && entry.laps > laps).length
  return lastFlag !== 'red' && possiblyClassified(timing).every(({ laps }) => isAhead(laps) >= 3)
}

type OrderContext = {
  session: Session
  matches: ReadonlyMap<string, number>
  /** The last flag before the chequered one, if it is known. */
  lastFlag?: TimingFlag | undefined
}

/**
 * Reads the last order of a session as a provisional result that race control may publish.
 * A car that runs or has finished is classified by place; one that is out, never started, or has no time in a timed
 * session is not. A car is named by its entered plate, if it was matched. `isPodiumCertain` is false if the rules
 * of a series decide the first three.
 */
export const readOrder = (
  { timing }: Pick<TrackedTiming, 'timing'>,
  { session, matches, lastFlag }: OrderContext,
): { parsed: ParsedImport; isPodiumCertain: boolean } => {
  const isRace = session.race.sessionType.startsWith('race')
  const plates = new Map(session.cars.map(({ id, plate }) => [id, plate]))
  const carIds = findEnteredCars(
    { cars: session.cars, matches },
    timing.entries.map(({ plate }) => plate),
  )
  let places = 0
  const rows = timing.entries.map((entry, index) => {
    const carId = carIds.get(entry.plate) ?? null
    const number = (carId === null ? undefined : plates.get(carId)) ?? entry.plate
    const position = isClassified(entry, timing, isRace) ? ++places : null
    return rowOf(entry, { line: index + 1, number, position, isRace })
  })
  const parsed = validatePage({ title: null, status: 'provisional', issue: null, rows, errors: [], notes: [] }, session)
  return {
    parsed: { ...parsed, notes: [...notesOf(timing, isRace, lastFlag), ...parsed.notes] },
    isPodiumCertain: isPodiumCertain(timing, isRace, lastFlag),
  }
}
