/*
 * The arithmetic of a season, after docs/rules.md (Seasons, Season groups) and without any code of the product. Callers find
 * out themselves who tipped, whose tips earned what, and which rounds are over for whom.
 */
import { byCodePoint, byScore, type Score } from './scoring.ts'

/** A round in one competition. `scores` are those of all with a tip on its leaderboard, former members too. */
export type SeasonRound = {
  weekendId: number
  round: number
  multiplier: number
  /** `YYYY-MM-DD`. */
  startDate: string
  isCompleted: boolean
  hasResult: boolean
  scores: readonly Score[]
}

/** A participant, with scores by weekend where they have a tip, and the weekends that bring them nothing. */
export type SeasonParticipant = {
  userId: string
  /** The display name in lower case. */
  sortName: string
  scores: ReadonlyMap<number, Score>
  before: ReadonlySet<number>
  jokers: ReadonlySet<number>
}

export type SeasonCompetition = {
  countBest: number | null
  missedWeekend: 'zero' | 'lowest' | 'average'
  rounds: readonly SeasonRound[]
  participants: readonly SeasonParticipant[]
}

type State = 'void' | 'before' | 'dropped' | 'missed' | 'counted' | 'pending'

/** A round as it counts for a participant. `points` are weekend points, given ones of a missed round. */
export type SeasonCell = {
  round: SeasonRound
  state: State
  isMissed: boolean
  points: number | null
  seasonPoints: number | null
}

/** A participant's row. `figures` decide between participants, in this order, more is better. */
export type SeasonStanding = {
  participant: SeasonParticipant
  /** Rounds that count already or are completed, by start date and round. */
  cells: readonly SeasonCell[]
  figures: readonly [total: number, won: number, best: number, firsts: number, seconds: number, thirds: number]
  position: number | null
  positionChange: number
  tieBreak: string | null
}

/** Counts a score among others of a weekend: 1 for the best, equals share a position. */
export const weekendPosition = (own: Score, all: readonly Score[]): number =>
  1 + all.filter((other) => byScore(other, own) < 0).length

/** Returns the weekend points that a completed round gives those who missed it. */
const givenBy = ({ missedWeekend }: SeasonCompetition, { scores }: SeasonRound): number => {
  const points = scores.map(({ totalPoints }) => totalPoints)
  if (missedWeekend === 'zero' || points.length === 0) return 0
  if (missedWeekend === 'lowest') return Math.min(...points)
  return Math.floor(points.reduce((sum, each) => sum + each, 0) / points.length)
}

const cellOf = (
  competition: SeasonCompetition,
  round: SeasonRound,
  { scores, before, jokers }: SeasonParticipant,
  takesPart: boolean,
): SeasonCell => {
  const nothing = { round, isMissed: false, points: null, seasonPoints: null }
  if (!round.hasResult) return { ...nothing, state: 'void' }
  if (before.has(round.weekendId)) return { ...nothing, state: 'before' }
  const score = scores.get(round.weekendId)
  if (score) {
    const times = round.multiplier * (jokers.has(round.weekendId) ? 2 : 1)
    return {
      ...nothing,
      state: 'counted',
      points: score.totalPoints,
      seasonPoints: Math.round(score.totalPoints * times),
    }
  }
  if (!round.isCompleted || !takesPart) return { ...nothing, state: 'pending' }
  const points = givenBy(competition, round)
  return { round, state: 'missed', isMissed: true, points, seasonPoints: Math.round(points * round.multiplier) }
}

const inOrder = (rounds: readonly SeasonRound[]): SeasonRound[] =>
  rounds.toSorted((a, b) => a.startDate.localeCompare(b.startDate) || a.round - b.round)

const cellsOf = (competition: SeasonCompetition, participant: SeasonParticipant): SeasonCell[] => {
  const { scores, before } = participant
  const takesPart = competition.rounds.some(({ weekendId }) => scores.has(weekendId) && !before.has(weekendId))
  const cells = inOrder(competition.rounds)
    .filter(({ isCompleted, hasResult }) => isCompleted || hasResult)
    .map((round) => cellOf(competition, round, participant, takesPart))
  const counting = cells.filter(({ seasonPoints }) => seasonPoints !== null)
  const best = counting.toSorted((a, b) => (b.seasonPoints ?? 0) - (a.seasonPoints ?? 0))
  for (const cell of best.slice(competition.countBest ?? best.length)) cell.state = 'dropped'
  return cells
}

/** Whether the participant tipped in the round. */
export const isPlayed = ({ points, isMissed }: SeasonCell): boolean => points !== null && !isMissed

const sumOf = <T>(items: readonly T[], figure: (item: T) => number): number =>
  items.reduce((sum, item) => sum + figure(item), 0)

const figuresOf = (cells: readonly SeasonCell[], { scores }: SeasonParticipant): SeasonStanding['figures'] => {
  const played = cells.filter(isPlayed)
  const picks = (place: 'first' | 'second' | 'third') =>
    sumOf(played, ({ round }) => scores.get(round.weekendId)?.picks[place] ?? 0)
  const completed = played.filter(({ round }) => round.isCompleted)
  const won = completed.filter(({ round }) => {
    const own = scores.get(round.weekendId)
    return own !== undefined && own.totalPoints > 0 && weekendPosition(own, round.scores) === 1
  })
  const counted = cells.filter(({ state }) => state === 'counted' || state === 'missed')
  return [
    sumOf(counted, ({ seasonPoints }) => seasonPoints ?? 0),
    won.length,
    Math.max(0, ...completed.map(({ points }) => points ?? 0)),
    picks('first'),
    picks('second'),
    picks('third'),
  ]
}

type Figures = SeasonStanding['figures']

const byFigures = (a: Figures, b: Figures): number => {
  const column = a.findIndex((figure, index) => figure !== b[index])
  return column < 0 ? 0 : (b[column] ?? 0) - (a[column] ?? 0)
}

const positionIn = (own: Figures, all: readonly Figures[]): number =>
  1 + all.filter((other) => byFigures(other, own) < 0).length

/** Positions by the completed rounds before the latest round that counts, of those who tipped there. */
const previousPositions = (competition: SeasonCompetition): Map<string, number> => {
  const ordered = inOrder(competition.rounds)
  const latest = ordered.findLastIndex(({ hasResult }) => hasResult)
  const rounds = ordered.slice(0, Math.max(latest, 0)).filter(({ isCompleted }) => isCompleted)
  const rows = competition.participants.flatMap((participant) => {
    const cells = cellsOf({ ...competition, rounds }, participant)
    return cells.some(isPlayed) ? [{ userId: participant.userId, figures: figuresOf(cells, participant) }] : []
  })
  const all = rows.map(({ figures }) => figures)
  return new Map(rows.map(({ userId, figures }) => [userId, positionIn(figures, all)]))
}

const SEPARATED_BY = ['points', 'weekends-won', 'best-weekend', 'first', 'second', 'third']

/** What separates a row from the one above with the same points, else from the one below; `shared` for equals. */
const tieBreakOf = (index: number, all: readonly Figures[]): string | null => {
  const own = all[index]
  const neighbours = [all[index - 1], all[index + 1]].flatMap((other) => (own && other?.[0] === own[0] ? [other] : []))
  if (!own || neighbours.length === 0) return null
  if (neighbours.some((other) => byFigures(own, other) === 0)) return 'shared'
  return SEPARATED_BY[own.findIndex((figure, column) => figure !== neighbours[0]?.[column])] ?? null
}

/** Computes a season leaderboard: all participants, best first, equals by name. */
export const seasonStandings = (competition: SeasonCompetition): SeasonStanding[] => {
  const rows = competition.participants
    .map((participant) => {
      const cells = cellsOf(competition, participant)
      return { participant, cells, figures: figuresOf(cells, participant) }
    })
    .toSorted(
      (a, b) =>
        byFigures(a.figures, b.figures) ||
        byCodePoint(a.participant.sortName, b.participant.sortName) ||
        byCodePoint(a.participant.userId, b.participant.userId),
    )
  const all = rows.map(({ figures }) => figures)
  const hasPositions = competition.rounds.some(({ hasResult }) => hasResult)
  const previous = previousPositions(competition)
  return rows.map((row, index) => {
    const position = hasPositions ? positionIn(row.figures, all) : null
    return {
      ...row,
      position,
      positionChange: position === null ? 0 : (previous.get(row.participant.userId) ?? position) - position,
      tieBreak: hasPositions ? tieBreakOf(index, all) : null,
    }
  })
}
