import type { ClassificationRow } from '@purple-sector/contracts/admin/http'

/** A row of a session as far as its scores are made of it; `place` is its rank among the classified rows. */
export type ScoredRow = Pick<ClassificationRow, 'carId' | 'status' | 'laps' | 'bestLapMs'> & { place: number | null }

const WEIGHTS = { position: 60, bestLap: 30, laps: 10 }
/** A best lap of so many times the fastest, and whatever is slower, is worth nothing. */
const SLOWEST = 1.07

const fraction = (value: number): number => Math.min(1, Math.max(0, value))

/**
 * The heat-map score, 0 to 100, of each car in one session (docs/rules.md, Heat map): 60 % for the finishing position
 * over the field (all for the winner, nothing for the last), 30 % for the best lap against the session's fastest (all
 * for the fastest, nothing at 107 %, straight between them), 10 % for the laps completed against who completed most.
 *
 * - The field is every row that started. A car that did not (`dns`) is not in it and has no score of the session.
 * - A car alone in its field is its winner.
 * - Without a place (`nc`, `dnf`) a car has nothing of the first part; its best lap and its laps count.
 * - Of who was disqualified (`dsq`) nothing counts: not for them, and not as what others are measured by.
 * - A car without a best lap or a count of laps has nothing of that part. Where nobody has one, as in a result that is
 *   a mere order, the part is left out for all, and the others make up the hundred.
 */
export const sessionScores = (rows: readonly ScoredRow[]): Map<number, number> => {
  const started = rows.filter(({ status }) => status !== 'dns')
  const measured = started.filter(({ status }) => status !== 'dsq')
  const field = started.length
  const fastest = Math.min(...measured.flatMap(({ bestLapMs }) => bestLapMs ?? []))
  const maxLaps = Math.max(0, ...measured.flatMap(({ laps }) => laps ?? []))

  const parts = [
    {
      weight: WEIGHTS.position,
      of: ({ place }: ScoredRow) => (place === null ? 0 : field === 1 ? 1 : (field - place) / (field - 1)),
    },
    ...(Number.isFinite(fastest)
      ? [
          {
            weight: WEIGHTS.bestLap,
            of: ({ bestLapMs }: ScoredRow) =>
              bestLapMs === undefined ? 0 : (SLOWEST - bestLapMs / fastest) / (SLOWEST - 1),
          },
        ]
      : []),
    ...(maxLaps > 0 ? [{ weight: WEIGHTS.laps, of: ({ laps = 0 }: ScoredRow) => laps / maxLaps }] : []),
  ]
  const whole = parts.reduce((sum, { weight }) => sum + weight, 0)
  const scoreOf = (row: ScoredRow): number =>
    row.status === 'dsq' ? 0 : parts.reduce((sum, { weight, of }) => sum + weight * fraction(of(row)), 0)

  return new Map(started.map((row) => [row.carId, (100 * scoreOf(row)) / whole]))
}
