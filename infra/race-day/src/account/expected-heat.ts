/** A row of a result with the fields that the heat map uses. */
export type HeatRow = {
  carId: number
  position: number | null
  status: string
  laps?: number | undefined
  bestLapMs?: number | undefined
}

const zones = [
  [80, 'hot'],
  [60, 'warm'],
  [40, 'neutral'],
  [20, 'cool'],
] as const

export const zoneOf = (score: number): string => zones.find(([from]) => score >= from)?.[1] ?? 'cold'

const between0And1 = (share: number): number => Math.max(0, Math.min(1, share))

/**
 * Scores a car's session from 0 to 100; null if the car did not start.
 * 60 for the place in the field of starters, 30 for the best lap from 100 % to 107 % of the fastest, 10 for the laps
 * relative to the most laps driven. A part that no car can earn is left out.
 */
const sessionScore = (row: HeatRow, rows: HeatRow[]): number | null => {
  if (row.status === 'dns') return null
  if (row.status === 'dsq') return 0
  const field = rows.filter(({ status }) => status !== 'dns').length
  const rivals = rows.filter(({ status }) => status !== 'dns' && status !== 'dsq')
  const ahead = rows.filter(
    ({ status, position }) => status === 'classified' && position !== null && position < (row.position ?? 0),
  ).length
  const isPlaced = row.status === 'classified' && row.position !== null
  let [have, most] = [isPlaced ? 60 * (field === 1 ? 1 : (field - 1 - ahead) / (field - 1)) : 0, 60]
  const laps = rivals.flatMap(({ bestLapMs }) => (bestLapMs === undefined ? [] : [bestLapMs]))
  if (laps.length > 0) {
    const share = row.bestLapMs === undefined ? 0 : (1.07 - row.bestLapMs / Math.min(...laps)) / 0.07
    ;[have, most] = [have + 30 * between0And1(share), most + 30]
  }
  const distance = Math.max(0, ...rivals.map((rival) => rival.laps ?? 0))
  if (distance > 0) [have, most] = [have + 10 * between0And1((row.laps ?? 0) / distance), most + 10]
  return (100 * have) / most
}

/** Averages the session scores of every car that started in one of these sessions, by car id. */
export const expectedHeat = (sessions: HeatRow[][]): Map<number, number> => {
  const scores = new Map<number, number[]>()
  for (const rows of sessions) {
    for (const row of rows) {
      const score = sessionScore(row, rows)
      if (score !== null) scores.set(row.carId, [...(scores.get(row.carId) ?? []), score])
    }
  }
  return new Map([...scores].map(([carId, all]) => [carId, all.reduce((sum, score) => sum + score, 0) / all.length]))
}
