import type { RoundState } from '@purple-sector/contracts/tipping/seasons'
import type { Round, Season } from '@purple-sector/contracts/weekends/seasons'

/*
 * Rules of season points (docs/rules.md, Seasons) as pure functions. "Weekend points" are a participant's total on the
 * leaderboard of a weekend; "season points" are what the season counts for it.
 */

/** By which rules a competition counts its season: the season's own, or those of a season group. */
export type SeasonRules = Pick<Season, 'countBest' | 'missedWeekend'>

/** A round in one competition. */
export type CompetitionRound = Round & {
  /** `YYYY-MM-DD`. */
  startDate: string
  isCompleted: boolean
  /** Whether a counting race of the competition has a result in force: from then on the round counts. */
  hasResult: boolean
  /** Weekend points of a participant without a tip, before the multiplier (`missedPointsOf`). */
  missedPoints: number
}

export type Picks = { first: number; second: number; third: number }

/** A round of one participant. */
export type OwnRound = {
  /** Weekend points; null without a tip in this competition and weekend. */
  points: number | null
  picks: Picks
  /** Whether the participant is on position 1 of the weekend's leaderboard. */
  isFirst: boolean
  hasJoker: boolean
  /** Whether the round was over when the participant joined the group, and brings nothing. */
  isBeforeJoining: boolean
}

/** A round that counts already or is completed, as counted for a participant. */
export type CountedRound = {
  weekendId: number
  state: RoundState
  /** Weekend points, of a missed round those that it is given; null for `void`, `before` and `pending`. */
  points: number | null
  seasonPoints: number | null
  isMissed: boolean
  isCompleted: boolean
  /** Won the completed weekend. */
  isWon: boolean
  picks: Picks
}

/** What orders participants, each the more the better, in this order (docs/rules.md, Seasons). */
export type SeasonScore = {
  totalPoints: number
  weekendsWon: number
  /** Weekend points of the best completed weekend with a tip; 0 without one. */
  bestWeekend: number
  firsts: number
  seconds: number
  thirds: number
}

export const NO_TIP: OwnRound = {
  points: null,
  picks: { first: 0, second: 0, third: 0 },
  isFirst: false,
  hasJoker: false,
  isBeforeJoining: false,
}

type DatedRound = Pick<CompetitionRound, 'startDate' | 'round'>

/** Sorts rounds by start date, then by round: the order of "later", "last" and `form`. */
export const byDate = (a: DatedRound, b: DatedRound): number =>
  a.startDate === b.startDate ? a.round - b.round : a.startDate < b.startDate ? -1 : 1

/** Whether it is completed without a result: it counts for no participant. */
export const isVoid = ({ isCompleted, hasResult }: Pick<CompetitionRound, 'isCompleted' | 'hasResult'>): boolean =>
  isCompleted && !hasResult

/** Multiplies weekend points, doubles them for a joker, and rounds half up. */
export const seasonPointsOf = (points: number, multiplier: number, hasJoker: boolean): number =>
  Math.floor(points * multiplier * (hasJoker ? 2 : 1) + 0.5)

/** Who tipped in a competition on a weekend. */
export type Tippers = { count: number; lowest: number; sum: number }

/** Returns the weekend points that a missed weekend is given: none, or the lowest or average of those who tipped. */
export const missedPointsOf = (rule: SeasonRules['missedWeekend'], { count, lowest, sum }: Tippers): number => {
  if (count === 0 || rule === 'zero') return 0
  return rule === 'lowest' ? lowest : Math.floor(sum / count)
}

type Candidate = CountedRound & { place: number }

const countOne = (round: CompetitionRound, own: OwnRound, missesRounds: boolean): CountedRound => {
  const { weekendId, isCompleted, multiplier } = round
  const nothing = { weekendId, points: null, seasonPoints: null, isMissed: false, isCompleted, isWon: false }
  if (isVoid(round)) return { ...nothing, state: 'void', picks: NO_TIP.picks }
  if (own.isBeforeJoining) return { ...nothing, state: 'before', picks: NO_TIP.picks }
  if (own.points !== null)
    return {
      ...nothing,
      state: 'counted',
      points: own.points,
      seasonPoints: seasonPointsOf(own.points, multiplier, own.hasJoker),
      isWon: isCompleted && own.isFirst && own.points > 0,
      picks: own.picks,
    }
  if (!isCompleted || !missesRounds) return { ...nothing, state: 'pending', picks: NO_TIP.picks }
  const points = round.missedPoints
  const seasonPoints = seasonPointsOf(points, multiplier, false)
  return { ...nothing, state: 'missed', points, seasonPoints, isMissed: true, picks: NO_TIP.picks }
}

/** Marks all but the best `countBest` as dropped; among equals the later one is dropped. */
const dropWorst = (rounds: readonly Candidate[], countBest: number | null): void => {
  if (countBest === null) return
  const counting = rounds.filter(({ seasonPoints }) => seasonPoints !== null)
  counting.sort((a, b) => (b.seasonPoints ?? 0) - (a.seasonPoints ?? 0) || a.place - b.place)
  for (const round of counting.slice(countBest)) round.state = 'dropped'
}

/** Whether the round is in `rounds` of a row: it counts already or is completed. */
export const isShown = ({ hasResult, isCompleted }: Pick<CompetitionRound, 'isCompleted' | 'hasResult'>): boolean =>
  hasResult || isCompleted

/** Whether a participant with these rounds has a tip in the season, and so misses rounds without one. */
export const takesPart = (ownRounds: readonly OwnRound[]): boolean =>
  ownRounds.some(({ points, isBeforeJoining }) => points !== null && !isBeforeJoining)

/**
 * Counts the rounds of a participant by the rules of the competition; leaves out rounds to come. `ownRounds` has one
 * element per round, for those to come too. Who has no tip in any round of the season missed none: a member of a group;
 * in the open competition such a fan has no row.
 *
 * @returns the rounds in the order of `rounds`
 */
export const countRounds = (
  { countBest }: Pick<SeasonRules, 'countBest'>,
  rounds: readonly CompetitionRound[],
  ownRounds: readonly OwnRound[],
  missesRounds: boolean = takesPart(ownRounds),
): CountedRound[] => {
  const places = new Map([...rounds].sort(byDate).map(({ weekendId }, place) => [weekendId, place]))
  const counted = rounds.flatMap((round, index): Candidate[] =>
    isShown(round)
      ? [{ ...countOne(round, ownRounds[index] ?? NO_TIP, missesRounds), place: places.get(round.weekendId) ?? 0 }]
      : [],
  )
  dropWorst(counted, countBest)
  return counted.map(({ place: _, ...round }) => round)
}

const sumOf = (rounds: readonly CountedRound[], figure: (round: CountedRound) => number): number =>
  rounds.reduce((sum, round) => sum + figure(round), 0)

/** Whether the round counts in the total: with a tip or missed, and not dropped. */
export const isCounted = ({ state }: Pick<CountedRound, 'state'>): boolean => state === 'counted' || state === 'missed'

/** Whether the participant tipped in this round that counts already. */
export const isPlayed = ({ points, isMissed }: CountedRound): boolean => points !== null && !isMissed

/** Adds up rounds: total, and what decides between equal totals, without multipliers and jokers. */
export const scoreOf = (rounds: readonly CountedRound[]): SeasonScore => ({
  totalPoints: sumOf(rounds, (round) => (isCounted(round) ? (round.seasonPoints ?? 0) : 0)),
  weekendsWon: sumOf(rounds, ({ isWon }) => (isWon ? 1 : 0)),
  bestWeekend: Math.max(0, ...rounds.filter(isBestCandidate).map(({ points }) => points ?? 0)),
  firsts: sumOf(rounds, ({ picks }) => picks.first),
  seconds: sumOf(rounds, ({ picks }) => picks.second),
  thirds: sumOf(rounds, ({ picks }) => picks.third),
})

const isBestCandidate = (round: CountedRound): boolean => round.isCompleted && isPlayed(round)

/** Finds the best completed weekend with a tip; of equal ones the earlier. `rounds` are sorted by `byDate`. */
export const bestWeekendOf = (rounds: readonly CountedRound[]): { weekendId: number; points: number } | null => {
  const best = rounds.filter(isBestCandidate).reduce<CountedRound | null>((found, round) => {
    return found === null || (round.points ?? 0) > (found.points ?? 0) ? round : found
  }, null)
  return best && { weekendId: best.weekendId, points: best.points ?? 0 }
}

const FORM_ROUNDS = 5

/** Returns the weekend points of the last five completed rounds, the latest last. `rounds` are sorted by `byDate`. */
export const formOf = (rounds: readonly CountedRound[]): number[] =>
  rounds.flatMap(({ isCompleted, points }) => (isCompleted && points !== null ? [points] : [])).slice(-FORM_ROUNDS)

/**
 * Returns the rounds of the standings before the latest one, by which `positionChange` is counted: of the rounds before
 * the latest round that counts already, those that are completed. By date.
 */
export const roundsBeforeLatest = (rounds: readonly CompetitionRound[]): CompetitionRound[] => {
  const ordered = [...rounds].sort(byDate)
  const latest = ordered.findLastIndex(({ hasResult }) => hasResult)
  return ordered.slice(0, Math.max(0, latest)).filter(({ isCompleted }) => isCompleted)
}
