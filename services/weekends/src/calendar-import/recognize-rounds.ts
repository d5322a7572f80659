import type { StoredSeason } from '../seasons/season.ts'
import type { StoredWeekend } from '../weekends/weekend.ts'
import { errorOf, type RowError } from './read-rounds.ts'
import type { RoundRow } from './round-row.ts'

/** A row with the weekend that it is about; null for a new one. */
export type Recognized = { row: RoundRow; weekend: StoredWeekend | null }

type Known = {
  season: StoredSeason
  weekends: readonly StoredWeekend[]
  elsewhere: readonly { weekend: StoredWeekend; season: string }[]
}

const rowLabel = (other: RoundRow, row: RoundRow): string =>
  other.place.sheet === row.place.sheet ? `row ${other.place.row}` : `row ${other.place.row} of “${other.place.sheet}”`

/** Returns whether a weekend has the name of a row, and starts in the same year. */
const isNamed = (row: RoundRow, year: number) => {
  const rowYear = row.start?.slice(0, 4) ?? String(year)
  return ({ name, startDate }: StoredWeekend): boolean =>
    row.name !== null && name.toLowerCase() === row.name.toLowerCase() && startDate.startsWith(rowYear)
}

/** Of several weekends: one of the season, else one with the start of the row, else the first. */
const nearest = (candidates: readonly StoredWeekend[], row: RoundRow): StoredWeekend | undefined =>
  candidates.find(({ seasonId }) => seasonId !== null) ??
  candidates.find(({ startDate }) => startDate === row.start) ??
  candidates[0]

/**
 * Finds the weekend of each row: by the number that it has in the season, else by name and year. Rows that name a round, a
 * weekend twice, or one of another season, are errors.
 */
export const findWeekends = (
  rows: readonly RoundRow[],
  { season, weekends, elsewhere }: Known,
): { recognized: Recognized[]; errors: RowError[] } => {
  const byId = new Map(weekends.map((weekend) => [weekend.id, weekend]))
  const byRound = new Map(season.weekends.map(({ round, weekendId }) => [round, byId.get(weekendId)]))
  const errors: RowError[] = []
  const byNumber = new Map<number, RoundRow>()
  for (const row of rows) {
    const other = row.number === null ? undefined : byNumber.get(row.number)
    if (other) errors.push(errorOf(row, 'round', `Round ${row.number} is in ${rowLabel(other, row)} already.`))
    else if (row.number !== null) byNumber.set(row.number, row)
  }
  const isFirst = (row: RoundRow): boolean => row.number === null || byNumber.get(row.number) === row
  const ofNumbers = [...byNumber.keys()].flatMap((number) => byRound.get(number)?.id ?? [])
  const free = weekends.filter(({ id }) => !ofNumbers.includes(id))
  /** By the id of the weekend, or by name and year of a new one. */
  const byName = new Map<number | string, RoundRow>()

  const reject = (row: RoundRow, message: string): [] => {
    errors.push(errorOf(row, 'name', message))
    return []
  }

  const find = (row: RoundRow): Recognized[] => {
    const weekend = row.number === null ? undefined : byRound.get(row.number)
    if (weekend) return [{ row, weekend }]
    const isOfRow = isNamed(row, season.year)
    const named = nearest(free.filter(isOfRow), row)
    const key = named?.id ?? `${row.name?.toLowerCase()} ${row.start?.slice(0, 4)}`
    const other = byName.get(key)
    if (other && row.name !== null) return reject(row, `“${row.name}” is in ${rowLabel(other, row)} already.`)
    byName.set(key, row)
    const taken = named ? undefined : elsewhere.find((held) => isOfRow(held.weekend))
    if (taken) return reject(row, `“${row.name}” is in “${taken.season}”. Take it out there first.`)
    return [{ row, weekend: named ?? null }]
  }
  return { recognized: rows.filter(isFirst).flatMap(find), errors }
}
