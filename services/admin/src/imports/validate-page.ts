import { missingOfPodium } from '@purple-sector/contracts/admin/classification'
import type { ClassificationRow } from '@purple-sector/contracts/admin/http'
import type { ParsedImport } from '@purple-sector/contracts/admin/imports'
import type { Race } from '@purple-sector/contracts/weekends/http'
import type { PageError, PageRow, ParsedPage } from '../timing-formats/parsed-page.ts'
import { isOtherDriver } from './driver-names.ts'
import { carOf, type Entry } from './find-entry.ts'
import { isOtherSession } from './session-title.ts'

/** A session, the cars of its category, and the other cars of its weekend. */
export type Session = {
  race: Pick<Race, 'name' | 'category' | 'sessionType'>
  cars: readonly Entry[]
  carsOfOtherCategories: readonly (Entry & { category: string })[]
}

type MatchedRow = { row: PageRow; car: Entry }

/** Without a time a car has not started a race; in a timed session it is not classified. */
const statusOf = (row: PageRow, isRace: boolean): ClassificationRow['status'] => {
  if (row.status) return row.status
  const hasRun = (row.laps ?? 0) > 0 || row.timeMs !== undefined || row.bestLapMs !== undefined
  return isRace && !hasRun ? 'dns' : 'nc'
}

/** Returns the stated gap, else the difference of race times for cars on the winner's lap. */
const gapOf = (row: PageRow, first: PageRow | undefined, isRace: boolean): number | undefined => {
  if (row === first || row.status !== 'classified') return undefined
  if (row.gapMs !== undefined) return row.gapMs
  if (!isRace || row.timeMs === undefined || first?.timeMs === undefined || row.laps !== first.laps) return undefined
  const gap = Math.round(row.timeMs - first.timeMs)
  return gap > 0 ? gap : undefined
}

const classificationRowOf = (
  { row, car }: MatchedRow,
  first: PageRow | undefined,
  isRace: boolean,
): ClassificationRow => {
  const laps =
    row.laps ??
    (row.lapsDown !== undefined && first?.laps !== undefined ? Math.max(first.laps - row.lapsDown, 0) : undefined)
  // A timed session parsed without a column for laps has the lap in its time.
  const bestLapMs = row.bestLapMs ?? (isRace ? undefined : row.timeMs)
  const gapMs = gapOf(row, first, isRace)
  return {
    position: row.position,
    carId: car.id,
    status: statusOf(row, isRace),
    ...(laps === undefined ? {} : { laps }),
    ...(bestLapMs === undefined ? {} : { bestLapMs }),
    ...(gapMs === undefined ? {} : { gapMs }),
  }
}

const linesOf = (left: PageRow, right: PageRow): string => `Lines ${left.line} and ${right.line} both have`

/** Whether another order starts at a row: position 1 again, and position 2 behind it. */
const positionsRestart = (page: ParsedPage, row: PageRow, byPosition: ReadonlyMap<number, PageRow>): boolean =>
  row.position === 1 && byPosition.has(2) && page.rows.some(({ line, position }) => line > row.line && position === 2)

/**
 * Describes what two rows share and only one may have: the car or the position. Undefined if they do not conflict.
 */
const duplicateMessage = (
  row: PageRow,
  sameCar: PageRow | undefined,
  samePosition: PageRow | undefined,
): string | undefined => {
  if (sameCar) return `${linesOf(sameCar, row)} car ${row.number}.`
  return (
    samePosition &&
    `${linesOf(samePosition, row)} position ${row.position}: cars ${samePosition.number} and ${row.number}.`
  )
}

/** Matches rows to entered cars, each car and each position once, and collects the other rows. */
const matchRows = (page: ParsedPage, cars: readonly Entry[]) => {
  const matched: MatchedRow[] = []
  const unmatched: PageRow[] = []
  const errors: PageError[] = [...page.errors]
  const rowByCarId = new Map<number, PageRow>()
  const byPosition = new Map<number, PageRow>()
  const numbersOnPage = new Set(page.rows.map(({ number }) => number))
  for (const row of page.rows) {
    const carByNumber = carOf(cars, row.number)
    // `05` beside `5`: the exact plate is that car, the other number is not entered.
    const car =
      carByNumber && carByNumber.plate !== row.number && numbersOnPage.has(carByNumber.plate) ? undefined : carByNumber
    const sameCar = car && rowByCarId.get(car.id)
    const samePosition = row.position === null ? undefined : byPosition.get(row.position)
    if (samePosition && positionsRestart(page, row, byPosition)) {
      const message = `${linesOf(samePosition, row)} position 1: the positions begin again. Send one session at a time, with one order for all its classes.`
      errors.push({ line: row.line, message })
      break
    }
    const duplicate = duplicateMessage(row, sameCar, samePosition)
    if (duplicate !== undefined) {
      errors.push({ line: row.line, message: duplicate })
      continue
    }
    if (row.position !== null) byPosition.set(row.position, row)
    if (car) {
      rowByCarId.set(car.id, row)
      matched.push({ row, car })
    } else unmatched.push(row)
  }
  return { matched, unmatched, errors }
}

/** Returns the positions that no line has, up to the last one. */
const missingPositions = ({ rows }: ParsedPage): number[] => {
  const byPosition = new Set(rows.flatMap(({ position }) => position ?? []))
  const last = Math.max(0, ...byPosition)
  return Array.from({ length: last }, (_, index) => index + 1).filter((position) => !byPosition.has(position))
}

/** Entries that a note lists before it is cut. */
const MAX_LISTED = 10

const missingPositionsNote = (page: ParsedPage): string | undefined => {
  const absentPositions = missingPositions(page).filter((position) => position > 3)
  if (absentPositions.length === 0) return undefined
  const listedPositions = absentPositions.slice(0, MAX_LISTED).join(', ')
  const more = absentPositions.length > MAX_LISTED ? ` and ${absentPositions.length - MAX_LISTED} more` : ''
  return absentPositions.length === 1
    ? `Position ${listedPositions} is missing: a line may have been lost.`
    : `Positions ${listedPositions}${more} are missing: lines may have been lost.`
}

/** No lap of a circuit is shorter: a smaller time is a gap, or something else. */
const SHORTEST_LAP_MS = 15_000

/** Removes times of a timed session that are too short for a lap, and notes their lines. */
const withoutShortLaps = (page: ParsedPage, isRace: boolean): ParsedPage => {
  const isShort = ({ timeMs, bestLapMs }: PageRow): boolean =>
    timeMs !== undefined && bestLapMs === undefined && timeMs < SHORTEST_LAP_MS
  const short = isRace ? [] : page.rows.filter(isShort)
  if (short.length === 0) return page
  const rows = page.rows.map((row) => {
    const { timeMs: _, ...rest } = row
    return isShort(row) ? rest : row
  })
  const lines = short.slice(0, MAX_LISTED).map(({ line }) => line)
  const more = short.length > MAX_LISTED ? ` and ${short.length - MAX_LISTED} more` : ''
  const note = `Too short for a lap, and left out: the ${short.length === 1 ? 'time of line' : 'times of lines'} ${lines.join(', ')}${more}.`
  return { ...page, rows, notes: [...page.notes, note] }
}

/** Renumbers positions without gaps, for a page from which a car was removed. */
const withoutGaps = (rows: readonly ClassificationRow[]): ClassificationRow[] => {
  const positions = rows.flatMap(({ position }) => position ?? []).toSorted((left, right) => left - right)
  const ranks = new Map(positions.map((position, index) => [position, index + 1]))
  return rows.map((row) => ({ ...row, position: row.position === null ? null : (ranks.get(row.position) ?? null) }))
}

/**
 * Returns the classification with its whole podium.
 * A page that left the place of a disqualified car empty is renumbered. Any other missing place is an error: places are
 * ranks, and another car would become the winner.
 */
const withPodium = (rows: ClassificationRow[], unmatched: readonly PageRow[]) => {
  const missing = missingOfPodium(rows)
  if (missing === undefined) return { rows, note: undefined, error: undefined }
  const notEntered = unmatched.find(({ position }) => position !== null && position <= 3)
  if (notEntered)
    return {
      rows,
      note: undefined,
      error: {
        line: notEntered.line,
        message: `Position ${notEntered.position} is of car ${notEntered.number}, which is not entered. A result that continues after it needs the top three.`,
      },
    }
  if (
    rows.some(({ position, status }) => position === null && status === 'dsq') &&
    missingOfPodium(withoutGaps(rows)) === undefined
  )
    return {
      rows: withoutGaps(rows),
      note: `Position ${missing} is left empty; the cars behind it move up.`,
      error: undefined,
    }
  const message = `Position ${missing} is missing. A result that continues after it needs the top three.`
  return { rows, note: undefined, error: { line: 1, message } }
}

const notesOf = (
  page: ParsedPage,
  { race, cars, carsOfOtherCategories }: Session,
  matched: readonly MatchedRow[],
  unmatched: readonly PageRow[],
) => {
  const notes: string[] = []
  if (page.title !== null && isOtherSession(page.title, race))
    notes.push(`The page is headed “${page.title}”. This is ${race.name}, ${race.category}.`)
  if (page.issue !== null && page.issue > 1) notes.push(`Issue ${page.issue}: it replaces an earlier one.`)
  for (const { row, car } of matched) {
    if (isOtherDriver(car.driver, row.driver, row.mayIncludeTeam))
      notes.push(`Car ${car.plate}: the page names ${row.driver}, the entry list ${car.driver}.`)
    if (car.withdrawn) notes.push(`Car ${car.plate} was withdrawn.`)
  }
  for (const { number } of unmatched) {
    const carElsewhere = carOf(carsOfOtherCategories, number)
    if (carElsewhere) notes.push(`Car ${number} is entered in ${carElsewhere.category}, not in ${race.category}.`)
  }
  const idsOnPage = new Set(matched.map(({ car }) => car.id))
  const missing = cars.filter(({ id, withdrawn }) => !withdrawn && !idsOnPage.has(id))
  if (missing.length > 0) notes.push(`Entered, but not on the page: ${missing.map(({ plate }) => plate).join(', ')}.`)
  const absentPositions = missingPositionsNote(page)
  return [...(absentPositions ? [absentPositions] : []), ...notes, ...page.notes]
}

const byLine = (left: PageError, right: PageError): number => left.line - right.line

/** Validates a parsed page against a session: rows by entered cars, errors, and notes to check. */
export const validatePage = (parsedPage: ParsedPage, session: Session): ParsedImport => {
  const isRace = session.race.sessionType.startsWith('race')
  const page = withoutShortLaps(parsedPage, isRace)
  const { matched, unmatched, errors } = matchRows(page, session.cars)
  const first = page.rows.find(({ position }) => position === 1)
  const { rows, note, error } = withPodium(
    matched.map((each) => classificationRowOf(each, first, isRace)),
    unmatched,
  )
  return {
    status: page.status,
    issue: page.issue,
    startedAt: null,
    lateTips: null,
    classification: rows,
    matched: matched.map(({ row, car }) => ({
      line: row.line,
      carId: car.id,
      number: row.number,
      driver: row.driver,
      differs: isOtherDriver(car.driver, row.driver, row.mayIncludeTeam),
    })),
    unmatched: unmatched.map(({ line, number, driver }) => ({ line, number, driver })),
    errors: [...errors, ...(error ? [error] : [])].toSorted(byLine),
    notes: [...(note ? [note] : []), ...notesOf(page, session, matched, unmatched)],
  }
}
