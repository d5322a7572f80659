import type { Chances, OwnSeason } from '@purple-sector/contracts/tipping/seasons'
import type { Round } from '@purple-sector/contracts/weekends/seasons'
import { jokersLeft } from '../jokers/joker.ts'
import { type BasisRound, competitionRounds } from '../seasons/season-basis.ts'
import { type CountedRound, isCounted, isShown, isVoid, type SeasonRules } from '../seasons/season-points.ts'
import { type RowRounds, roundsOfRow } from '../seasons/season-row.ts'

/** A round with what is the fan's own in it. */
type OwnRound = Round & {
  hasJoker: boolean
  /** Whether a group had its first leaderboard later: its season begins there. */
  isBeforeGroup: boolean
  /** On the weekend's leaderboard in this competition. */
  position: number | null
}

/** A fan's row of the season leaderboard. */
type OwnRow = RowRounds & { position: number | null; isShared: boolean; totalPoints: number }

/** What a fan's own season is built from, read from one snapshot. */
export type StoredOwnSeason = {
  seasonId: number
  version: number
  /** How many jokers the season gives, and how many the fan has played. */
  jokers: number
  played: number
  /** All rounds in order. */
  rounds: readonly OwnRound[]
  /** What the leaderboard was computed from; null until it is. */
  basis: { rules: SeasonRules; rounds: BasisRound[] } | null
  /** Null for who takes no part. */
  row: OwnRow | null
}

type ReplyRound = OwnSeason['weekends'][number]

const NOTHING = {
  ...{ points: null, seasonPoints: null },
  ...{ counted: false, dropped: false, missed: false, beforeJoining: false },
} satisfies Partial<ReplyRound>

const figuresOf = (round: CountedRound | undefined): Omit<ReplyRound, keyof OwnRound | 'joker' | 'void'> => {
  if (!round) return NOTHING
  const { points, seasonPoints, state, isMissed } = round
  return {
    ...{ points, seasonPoints },
    counted: isCounted(round),
    dropped: state === 'dropped',
    missed: isMissed,
    beforeJoining: state === 'before',
  }
}

/**
 * Builds the reply: rounds that count already or are completed as the fan's row counts them, and rounds to come without
 * figures (docs/rules.md, Seasons).
 */
export const ownSeasonOf = (
  { seasonId, version, jokers, played, rounds, basis, row }: StoredOwnSeason,
  chances: Pick<Chances, 'maxReachable' | 'canWin' | 'clinched'>,
): OwnSeason => {
  const shown = basis ? competitionRounds(basis).filter(isShown) : []
  const shownById = new Map(shown.map((round) => [round.weekendId, round]))
  const counted = new Map(row ? roundsOfRow(row, shown).map((round) => [round.weekendId, round]) : [])
  const { maxReachable, canWin, clinched } = chances
  return {
    seasonId,
    version,
    position: row?.position ?? null,
    shared: row?.isShared ?? false,
    totalPoints: row?.totalPoints ?? 0,
    jokersLeft: jokersLeft(jokers, played),
    ...{ maxReachable, canWin, clinched },
    weekends: rounds.map(({ weekendId, round, multiplier, hasJoker, isBeforeGroup, position }) => {
      const shownRound = shownById.get(weekendId)
      const figures = figuresOf(counted.get(weekendId))
      const beforeJoining = figures.beforeJoining || isBeforeGroup
      return {
        ...{ weekendId, round, multiplier },
        ...figures,
        beforeJoining,
        void: shownRound !== undefined && isVoid(shownRound),
        joker: hasJoker,
        position: shownRound && !beforeJoining ? position : null,
      }
    }),
  }
}
