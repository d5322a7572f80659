import type { ClassificationRow } from '@purple-sector/contracts/admin/http'

/** The fields of a session row that scores need; `place` is the rank among the classified rows. */
export type ScoredRow = Pick<ClassificationRow, 'carId' | 'status' | 'laps' | 'bestLapMs'> & { place: number | null }

const WEIGHTS = { position: 60, bestLap: 30, laps: 10 }
/** A best lap of 107 % of the fastest or slower scores nothing. */
const SLOWEST_RATIO = 1.07

const clampToUnit = (value: number): number => Math.min(1, Math.max(0, value))

/**
 * Computes the heat map score, 0 to 100, of each car of a session (docs/rules.md, Heat map).
 *
 * 60 % is the finishing position in the field (all for the winner, none for the last), 30 % the best lap (all for the
 * fastest, none at 107 %, linear between), 10 % the laps completed relative to the most laps.
 *
 * - The field is every row that started. A car that did not start (`dns`) is excluded and has no score.
 * - A car alone in its field counts as the winner.
 * - A car without a place (`nc`, `dnf`) scores nothing for position; best lap and laps count.
 * - Disqualified cars (`dsq`) score 0 and are excluded from the comparison of laps.
 * - A car without a best lap or lap count scores nothing for that part. If no car has one, as in a bare order, the part is
 *   left out and the others are scaled to 100.
 */
export const sessionScores = (rows: readonly ScoredRow[]): Map<number, number> => {
  const started = rows.filter(({ status }) => status !== 'dns')
  const compared = started.filter(({ status }) => status !== 'dsq')
  const fieldSize = started.length
  const fastest = Math.min(...compared.flatMap(({ bestLapMs }) => bestLapMs ?? []))
  const maxLaps = Math.max(0, ...compared.flatMap(({ laps }) => laps ?? []))

  const parts = [
    {
      weight: WEIGHTS.position,
      score: ({ place }: ScoredRow) =>
        place === null ? 0 : fieldSize === 1 ? 1 : (fieldSize - place) / (fieldSize - 1),
    },
    ...(Number.isFinite(fastest)
      ? [
          {
            weight: WEIGHTS.bestLap,
            score: ({ bestLapMs }: ScoredRow) =>
              bestLapMs === undefined ? 0 : (SLOWEST_RATIO - bestLapMs / fastest) / (SLOWEST_RATIO - 1),
          },
        ]
      : []),
    ...(maxLaps > 0 ? [{ weight: WEIGHTS.laps, score: ({ laps = 0 }: ScoredRow) => laps / maxLaps }] : []),
  ]
  const totalWeight = parts.reduce((sum, { weight }) => sum + weight, 0)
  const scoreOf = (row: ScoredRow): number =>
    row.status === 'dsq' ? 0 : parts.reduce((sum, { weight, score }) => sum + weight * clampToUnit(score(row)), 0)

  return new Map(started.map((row) => [row.carId, (100 * scoreOf(row)) / totalWeight]))
}
