import type { SeasonEntry, SeasonTieBreak } from '@purple-sector/contracts/tipping/seasons'
import type { BasisRound } from '../seasons/season-basis.ts'
import { bestWeekendOf, byDate, formOf, isPlayed, isShown } from '../seasons/season-points.ts'
import { type RowRounds, roundsOfRow } from '../seasons/season-row.ts'

/** A row of a season leaderboard as it is read. `previousPosition` is that before the latest round. */
export type ReadRow = RowRounds &
  Pick<SeasonEntry, 'userId' | 'position' | 'username' | 'firstName' | 'lastName' | 'avatarConfig'> & {
    isHidden: boolean
    previousPosition: number | null
    isShared: boolean
    tieBreak: SeasonTieBreak | null
    totalPoints: number
  }

/** Positions won since the previous round; 0 for who had none then. */
export const positionChangeOf = ({
  position,
  previousPosition,
}: Pick<ReadRow, 'position' | 'previousPosition'>): number =>
  position === null || previousPosition === null ? 0 : previousPosition - position

const NO_FIGURES = {
  totalPoints: null,
  weekendsPlayed: 0,
  weekendsWon: 0,
  bestWeekend: null,
  rounds: [],
  form: [],
  picks: { first: 0, second: 0, third: 0 },
} satisfies Partial<SeasonEntry>

type Figures = { [Field in keyof typeof NO_FIGURES]: SeasonEntry[Field] }

const figuresOf = (row: ReadRow, rounds: readonly BasisRound[]): Figures => {
  const own = roundsOfRow(row, rounds)
  const places = new Map([...rounds].sort(byDate).map(({ weekendId }, place) => [weekendId, place]))
  const byPlace = own.toSorted((a, b) => (places.get(a.weekendId) ?? 0) - (places.get(b.weekendId) ?? 0))
  const sum = (place: 'first' | 'second' | 'third') => own.reduce((total, { picks }) => total + picks[place], 0)
  return {
    totalPoints: row.totalPoints,
    weekendsPlayed: own.filter(isPlayed).length,
    weekendsWon: row.won.length,
    bestWeekend: bestWeekendOf(byPlace),
    rounds: own.map(({ weekendId, seasonPoints, state }) => ({ weekendId, seasonPoints, state })),
    form: formOf(byPlace),
    picks: { first: sum('first'), second: sum('second'), third: sum('third') },
  }
}

/**
 * Builds the entry of a row; `rounds` are those that it was computed from. Hidden points are left out unless the reader
 * may see them.
 */
export const seasonEntryOf = (row: ReadRow, rounds: readonly BasisRound[], isVisible = !row.isHidden): SeasonEntry => {
  const { userId, position, username, firstName, lastName, avatarConfig, tieBreak } = row
  const jokers = isVisible ? row.jokers.map((weekendId) => ({ weekendId })) : []
  return {
    userId,
    position,
    ...(isVisible ? figuresOf(row, rounds.filter(isShown)) : NO_FIGURES),
    positionChange: positionChangeOf(row),
    jokers,
    joker: jokers[0] ?? null,
    ...{ username, firstName, lastName, avatarConfig, tieBreak },
  }
}
