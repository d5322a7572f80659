import { MAX_CARS, MAX_ID_CHARS, MAX_LIST_ELEMENTS } from '@purple-sector/service-kit/data/parsing-limits'
import { attribute, countOf, gapOf, lineOf, nonNegative, textOf, timeOf } from './natsoft-values.ts'
import type { XmlElement } from './xml-elements.ts'

/** A car of the leaderboard; null if a value is unknown. Times in ms. */
export type LiveCar = {
  line: string
  position: number | null
  /** Number of the partial leaderboard that named it last, counted from 1; 0 if only a full one did. */
  movedBy: number
  driverId: string
  laps: number | null
  lastLapMs: number | null
  bestLapMs: number | null
  sectorsMs: readonly (number | null)[]
  gapLaps: number | null
  gapMs: number | null
  intervalLaps: number | null
  intervalMs: number | null
  pitStops: number | null
  state: 'running' | 'pit' | 'out'
}

const unknownCar: LiveCar = {
  line: '',
  position: null,
  movedBy: 0,
  driverId: '',
  laps: null,
  lastLapMs: null,
  bestLapMs: null,
  sectorsMs: [null, null, null],
  gapLaps: null,
  gapMs: null,
  intervalLaps: null,
  intervalMs: null,
  pitStops: null,
  state: 'running',
}

/** Reads an attribute; keeps the value before if there is none. */
const readOr = <T>(text: string | null | undefined, read: (text: string | null) => T, before: T): T =>
  text === undefined ? before : read(text)

const nonNegativeCountOf = (text: string | null): number | null => nonNegative(countOf(text))

const stateOf = (text: string | null): LiveCar['state'] => {
  if (text?.startsWith('P')) return 'pit'
  return text?.startsWith('T') ? 'out' : 'running'
}

const withDetail = (car: LiveCar, detail: XmlElement): LiveCar => {
  const textOfAttribute = (...names: string[]) => attribute(detail, ...names)
  return {
    ...car,
    laps: readOr(textOfAttribute('L', 'LastLap'), nonNegativeCountOf, car.laps),
    lastLapMs: readOr(textOfAttribute('I', 'LastTime'), timeOf, car.lastLapMs),
    bestLapMs: readOr(textOfAttribute('FI', 'FastTime'), timeOf, car.bestLapMs),
    sectorsMs: ['S1', 'S2', 'S3'].map((name, index) =>
      readOr(textOfAttribute(name), timeOf, car.sectorsMs[index] ?? null),
    ),
    gapLaps: readOr(textOfAttribute('LGL'), nonNegativeCountOf, car.gapLaps),
    gapMs: readOr(textOfAttribute('LGI'), gapOf, car.gapMs),
    intervalLaps: readOr(textOfAttribute('LGNL'), nonNegativeCountOf, car.intervalLaps),
    intervalMs: readOr(textOfAttribute('LGNI'), gapOf, car.intervalMs),
    pitStops: readOr(textOfAttribute('PS'), nonNegativeCountOf, car.pitStops),
    state: readOr(textOfAttribute('PF'), stateOf, car.state),
  }
}

/**
 * Applies a leaderboard to the cars.
 * A full one names all cars; a partial one names changes, and cars and values it omits stay. A car is found by its
 * competitor, or by its line if none is named; on a line without a position it takes the position of that line.
 * Skips cars beyond `MAX_CARS` and positions beyond `MAX_LIST_ELEMENTS`.
 */
export const applyLeaderboard = (
  before: ReadonlyMap<string, LiveCar>,
  leaderboard: XmlElement,
): { cars: ReadonlyMap<string, LiveCar>; skipped: number } => {
  const isPartial = textOf(leaderboard, 'Y', 'Type').toLowerCase().startsWith('p')
  const cars = new Map(isPartial ? before : [])
  const onLine = new Map([...before].map(([id, { line }]) => [line, id]))
  const positionOf = (line: string): number | null => before.get(onLine.get(line) ?? '')?.position ?? countOf(line)

  const partialNumber = isPartial ? 1 + Math.max(0, ...Array.from(before.values(), ({ movedBy }) => movedBy)) : 0
  let skipped = Math.max(0, leaderboard.children.length - MAX_LIST_ELEMENTS)

  for (const element of leaderboard.children.slice(0, MAX_LIST_ELEMENTS)) {
    if (element.name !== 'P' && element.name !== 'Position') continue
    const line = lineOf(textOf(element, 'L', 'Line'), MAX_ID_CHARS)
    const id = lineOf(textOf(element, 'C', 'Comp'), MAX_ID_CHARS) || (onLine.get(line) ?? '')
    if (id === '') continue
    if (!cars.has(id) && cars.size === MAX_CARS) {
      skipped += 1
      continue
    }
    const carBefore = cars.get(id) ?? unknownCar
    const position = readOr(
      attribute(element, 'P', 'Pos'),
      nonNegativeCountOf,
      line === '' ? carBefore.position : positionOf(line),
    )
    const updatedCar: LiveCar = {
      ...carBefore,
      line: line || carBefore.line,
      position,
      movedBy: partialNumber,
      driverId: lineOf(attribute(element, 'D', 'Driv') ?? carBefore.driverId, MAX_ID_CHARS),
    }
    const details = element.children.filter(({ name }) => name === 'D' || name === 'Detail')
    cars.set(id, details.reduce(withDetail, updatedCar))
  }
  return { cars, skipped }
}
