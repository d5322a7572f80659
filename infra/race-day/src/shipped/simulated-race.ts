import type { Random } from '../random.ts'
import type { ClassificationRow } from '../recording.ts'

export type Pace = Map<number, number>
export type Race = { laps: number[][]; classification: ClassificationRow[] }

const lapMs = 92_000

/** Fastest laps of everyone who goes out; `noTime` cars stay in the garage. */
export function simulateQualifying(pace: Pace, random: Random, noTime: number[] = []): ClassificationRow[] {
  const times = [...pace]
    .filter(([car]) => !noTime.includes(car))
    .map(([car, behind]) => ({ car, best: Math.round(lapMs + behind * 0.8 + random.bell() * 180 + 400) }))
    .sort((a, b) => a.best - b.best)
  const timed = times.map(
    ({ car, best }, i): ClassificationRow => ({
      position: i + 1,
      car,
      status: 'classified',
      laps: random.whole(5, 11),
      bestLapMs: best,
      gapMs: best - times[0]!.best,
    }),
  )
  return [
    ...timed,
    ...noTime.map((car, i): ClassificationRow => ({ position: timed.length + i + 1, car, status: 'dns' })),
  ]
}

type Grid = { order: number[]; lapCount: number; retiresOnLap?: Record<number, number>; absent?: number[] }

/** A race lap by lap from its grid: who starts ahead keeps an advantage, who is quick comes forward. */
export function simulateRace(
  pace: Pace,
  { order, lapCount, retiresOnLap = {}, absent = [] }: Grid,
  random: Random,
): Race {
  const cars = order
    .filter((car) => !absent.includes(car))
    .map((car, slot) => ({ car, elapsed: slot * 350, best: Number.POSITIVE_INFINITY, done: 0 }))
  const laps: number[][] = []
  for (let lap = 1; lap <= lapCount; lap++) {
    const running = cars.filter(({ car }) => (retiresOnLap[car] ?? Number.POSITIVE_INFINITY) > lap)
    for (const entry of running) {
      const time = Math.round(lapMs + 2500 + (pace.get(entry.car) ?? 0) + random.bell() * 420)
      entry.elapsed += time
      entry.best = Math.min(entry.best, time)
      entry.done = lap
    }
    laps.push([...running].sort((a, b) => a.elapsed - b.elapsed).map(({ car }) => car))
  }
  const ranked = [...cars].sort((a, b) => b.done - a.done || a.elapsed - b.elapsed)
  const winner = ranked[0]!.elapsed
  const rows = ranked.map(({ car, elapsed, best, done }, i): ClassificationRow => {
    const classified = done === lapCount
    return {
      position: i + 1,
      car,
      status: classified ? 'classified' : 'dnf',
      laps: done,
      ...(Number.isFinite(best) && { bestLapMs: best }),
      ...(classified && { gapMs: elapsed - winner }),
    }
  })
  const missing = absent.map((car, i): ClassificationRow => ({ position: rows.length + i + 1, car, status: 'dns' }))
  return { laps, classification: [...rows, ...missing] }
}

/** Adds seconds to a car's race time and lines the classified cars up again. */
export function penalise(rows: ClassificationRow[], car: number, ms: number): ClassificationRow[] {
  const classified = rows
    .filter((row) => row.status === 'classified')
    .map((row) => (row.car === car ? { ...row, gapMs: (row.gapMs ?? 0) + ms } : row))
    .sort((a, b) => (a.gapMs ?? 0) - (b.gapMs ?? 0))
  const ahead = classified[0]?.gapMs ?? 0
  return renumber([
    ...classified.map((row) => ({ ...row, gapMs: (row.gapMs ?? 0) - ahead })),
    ...rows.filter((row) => row.status !== 'classified'),
  ])
}

/** The car keeps its place in the list for display and loses it in the score. */
export const disqualify = (rows: ClassificationRow[], car: number): ClassificationRow[] =>
  rows.map((row) => (row.car === car ? { ...row, status: 'dsq' as const } : row))

/** Two cars change places, as after a protest about the order under the safety car. */
export const swap = (rows: ClassificationRow[], a: number, b: number): ClassificationRow[] => {
  const [rowA, rowB] = [rows.find(({ car }) => car === a), rows.find(({ car }) => car === b)]
  if (!rowA || !rowB) throw new Error(`cars ${a} and ${b} are not both classified`)
  return rows
    .map((row) =>
      row === rowA ? { ...row, position: rowB.position } : row === rowB ? { ...row, position: rowA.position } : row,
    )
    .sort((x, y) => x.position - y.position)
}

/** A list without any times, such as a grid drawn from earlier sessions. */
export const withoutTimes = (rows: ClassificationRow[]): ClassificationRow[] =>
  rows.map(({ position, car, status }) => ({ position, car, status }))

export const carAt = (rows: ClassificationRow[], place: number): number => {
  const row = rows.filter(({ status }) => status === 'classified')[place - 1]
  if (!row) throw new Error(`nobody is classified in place ${place}`)
  return row.car
}

const renumber = (rows: ClassificationRow[]): ClassificationRow[] => rows.map((row, i) => ({ ...row, position: i + 1 }))
