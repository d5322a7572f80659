import type { RoundState } from '@purple-sector/contracts/tipping/seasons'
import type { Basis, Leader } from './season-basis.ts'
import { competitionRounds } from './season-basis.ts'
import {
  type CompetitionRound,
  type CountedRound,
  countRounds,
  isPlayed,
  isShown,
  NO_TIP,
  type OwnRound,
  roundsBeforeLatest,
  type SeasonScore,
  scoreOf,
} from './season-points.ts'

/** A participant of a season as tables have it; arrays have one element for each shown round (`picks` three). */
export type SeasonRow = {
  userId: string
  sortName: string
  isHidden: boolean
  score: SeasonScore
  /** Before the latest round that counts already; null for who was not on the leaderboard then. */
  previousScore: SeasonScore | null
  points: (number | null)[]
  seasonPoints: (number | null)[]
  states: string
  picks: number[]
  won: number[]
  jokers: number[]
}

/** What a row shows of its rounds. */
export type RowRounds = Pick<SeasonRow, 'points' | 'seasonPoints' | 'states' | 'picks' | 'won' | 'jokers'>

/** A participant with all rounds of the season, those to come too; without a tip in any, they miss none. */
export type Participant = Pick<SeasonRow, 'userId' | 'sortName' | 'isHidden' | 'jokers'> & {
  rounds: OwnRound[]
  missesRounds: boolean
}

/** A letter per state; a missed round that is dropped has one of its own. */
const LETTERS: Record<RoundState, string> = {
  void: 'v',
  before: 'b',
  dropped: 'd',
  missed: 'm',
  counted: 'c',
  pending: 'p',
}
const MISSED_AND_DROPPED = 'x'
const STATES = new Map<string, RoundState>(
  Object.entries(LETTERS).map(([state, letter]) => [letter, state as RoundState]),
)

const letterOf = ({ state, isMissed }: CountedRound): string =>
  state === 'dropped' && isMissed ? MISSED_AND_DROPPED : LETTERS[state]

/** Reads the shown rounds of a row. */
export const roundsOfRow = (
  row: RowRounds,
  shown: readonly Pick<CompetitionRound, 'weekendId' | 'isCompleted'>[],
): CountedRound[] =>
  shown.map(({ weekendId, isCompleted }, index) => {
    const letter = row.states[index] ?? LETTERS.pending
    return {
      weekendId,
      isCompleted,
      state: STATES.get(letter) ?? 'dropped',
      points: row.points[index] ?? null,
      seasonPoints: row.seasonPoints[index] ?? null,
      isMissed: letter === LETTERS.missed || letter === MISSED_AND_DROPPED,
      isWon: row.won.includes(weekendId),
      picks: {
        first: row.picks[3 * index] ?? 0,
        second: row.picks[3 * index + 1] ?? 0,
        third: row.picks[3 * index + 2] ?? 0,
      },
    }
  })

/**
 * Reads what a stored row was computed from, as far as rounds count already; undefined for a member without any tip,
 * whose completed rounds are pending.
 */
export const ownRoundsOf = (row: RowRounds, rounds: readonly CompetitionRound[]): OwnRound[] | undefined => {
  const shown = rounds.filter(isShown)
  const counted = new Map(roundsOfRow(row, shown).map((round) => [round.weekendId, round]))
  if ([...counted.values()].some(({ state, isCompleted }) => state === 'pending' && isCompleted)) return undefined
  return rounds.map(({ weekendId }) => {
    const round = counted.get(weekendId)
    if (!round) return NO_TIP
    return {
      points: isPlayed(round) ? round.points : null,
      picks: round.picks,
      isFirst: round.isWon,
      hasJoker: row.jokers.includes(weekendId),
      isBeforeJoining: round.state === 'before',
    }
  })
}

/** Whether a standing of a weekend is on position 1, with points. */
export const isLeader = (standing: Leader, leader: Leader | null): boolean =>
  leader !== null &&
  standing.total === leader.total &&
  standing.firsts === leader.firsts &&
  standing.seconds === leader.seconds &&
  standing.thirds === leader.thirds

/** Computes rows by the rules of a basis. */
export const rowComputation = (basis: Basis) => {
  const rounds = competitionRounds(basis)
  const before = roundsBeforeLatest(rounds)
  const beforeIds = new Set(before.map(({ weekendId }) => weekendId))

  const previousScoreOf = (own: readonly OwnRound[]): SeasonScore | null => {
    if (before.length === 0) return null
    const ownBefore = rounds.flatMap(({ weekendId }, index) => (beforeIds.has(weekendId) ? [own[index] ?? NO_TIP] : []))
    const counted = countRounds(
      basis.rules,
      rounds.filter(({ weekendId }) => beforeIds.has(weekendId)),
      ownBefore,
    )
    return counted.some(isPlayed) ? scoreOf(counted) : null
  }

  return {
    rounds,
    rowOf({ rounds: own, missesRounds, ...participant }: Participant): SeasonRow {
      const counted = countRounds(basis.rules, rounds, own, missesRounds)
      return {
        ...participant,
        score: scoreOf(counted),
        previousScore: previousScoreOf(own),
        points: counted.map(({ points }) => points),
        seasonPoints: counted.map(({ seasonPoints }) => seasonPoints),
        states: counted.map(letterOf).join(''),
        picks: counted.flatMap(({ picks: { first, second, third } }) => [first, second, third]),
        won: counted.flatMap(({ isWon, weekendId }) => (isWon ? [weekendId] : [])),
      }
    },
  }
}
