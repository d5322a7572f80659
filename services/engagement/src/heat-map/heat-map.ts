import type { Points } from '@purple-sector/contracts/categories'
import type { HeatMapEntry, HeatZone } from '@purple-sector/contracts/engagement/http'
import { foldedName, isSameDriver } from '@purple-sector/contracts/weekends/same-driver'
import { type ScoredRow, sessionScores } from './session-scores.ts'

type Names = Pick<HeatMapEntry, 'number' | 'plate' | 'driverName' | 'team'>
export type HeatRow = ScoredRow & {
  position: number | null
  averageSpeed?: number | undefined
  /** Names of the car in this session; undefined means its current entry. */
  sessionNames?: Names | undefined
}
/** A session of a category with its rows, from a result or from live timing; `points` is null if it pays none. */
export type HeatSession = { name: string; categoryId: number; points: Points | null; rows: readonly HeatRow[] }
/** Current entry of a car. */
export type HeatCar = Names & { id: number; categoryId: number }
export type HeatCategory = { id: number; name: string }
/** Sources of a heat map: sessions in the order they were driven, categories in list order. */
export type HeatMapSources = {
  sessions: readonly HeatSession[]
  cars: readonly HeatCar[]
  categories: readonly HeatCategory[]
}

const ZONES: readonly [HeatZone, number][] = [
  ['hot', 80],
  ['warm', 60],
  ['neutral', 40],
  ['cool', 20],
]

/** Returns the zone of a score (docs/rules.md, Heat map). */
export const zoneOf = (score: number): HeatZone => ZONES.find(([, from]) => score >= from)?.[0] ?? 'cold'

/** Returns the names of the driver: the car's current entry, unless another driver has taken over since. */
const driverOf = ({ sessionNames }: HeatRow, car: HeatCar | undefined): Names | undefined => {
  const names = sessionNames && !(car && isSameDriver(sessionNames.driverName, car.driverName)) ? sessionNames : car
  return names && { driverName: names.driverName, number: names.number, plate: names.plate, team: names.team }
}

type Drive = { session: HeatSession; row: HeatRow; names: Names; score: number }

const drivesOf = ({ sessions, cars }: HeatMapSources): Map<string, Drive[]> => {
  const carsById = new Map(cars.map((car) => [car.id, car]))
  const drives = new Map<string, Drive[]>()
  for (const session of sessions) {
    const scores = sessionScores(session.rows)
    for (const row of session.rows) {
      const score = scores.get(row.carId)
      const names = driverOf(row, carsById.get(row.carId))
      if (score === undefined || !names) continue
      const key = `${row.carId} ${foldedName(names.driverName)}`
      drives.set(key, [...(drives.get(key) ?? []), { session, row, names, score }])
    }
  }
  return drives
}

const PAID_PLACES: readonly (keyof Points)[] = ['first', 'second', 'third']
const pointsOf = ({ session: { points }, row: { place } }: Drive): number => {
  const paidPlace = place === null ? undefined : PAID_PLACES[place - 1]
  return points && paidPlace ? points[paidPlace] : 0
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/**
 * Computes the heat map of a weekend, best driver first, by the average score of their sessions.
 *
 * Scores belong to the driver in a car; a driver who takes over the car starts without sessions.
 */
export const heatMapOf = (sources: HeatMapSources): HeatMapEntry[] => {
  const ranks = new Map(sources.categories.map(({ id, name }, rank) => [id, { name, rank }]))
  const scoredDrivers = [...drivesOf(sources).values()].flatMap((drives) => {
    const latest = drives.at(-1)
    const category = latest && ranks.get(latest.session.categoryId)
    if (!latest || !category) return []
    // Round before deriving the zone, so that both agree.
    const score = Math.round((10 * sum(drives.map((drive) => drive.score))) / drives.length) / 10
    return [{ drives, latest, category, score }]
  })
  const sortedDrivers = scoredDrivers.toSorted(
    (left, right) =>
      right.score - left.score ||
      left.category.rank - right.category.rank ||
      left.latest.names.number - right.latest.names.number ||
      left.latest.row.carId - right.latest.row.carId,
  )
  return sortedDrivers.map(({ drives, latest: { session, row, names }, category, score }) => ({
    ...names,
    carId: row.carId,
    categoryId: session.categoryId,
    category: category.name,
    raceName: session.name,
    sessions: drives.length,
    performanceScore: score.toFixed(1),
    heatMapZone: zoneOf(score),
    status: row.status,
    position: row.position,
    points: sum(drives.map(pointsOf)),
    averageSpeed: row.averageSpeed ?? null,
    bestLapTime: row.bestLapMs ?? null,
    lapsCompleted: row.laps ?? null,
  }))
}
