/*
 * An independent account of the open competition of a season: plain arithmetic over the tips and results that a test sent
 * itself, by docs/rules.md (Seasons). It shares no code with the product. Cars are named by their plates.
 */

/** `podium` has three plates, null without a result in force; `tips` are those at the lock by user, null before. */
export type Race = { raceId: number; podium: readonly string[] | null; tips: ReadonlyMap<string, string> | null }

export type Round = {
  weekendId: number
  round: number
  multiplier: number
  startDate: string
  isCompleted: boolean
  races: Race[]
  /** The plate that each user tips at present. */
  tips: Map<string, string>
}

export type Account = {
  countBest: number | null
  missedWeekend: 'zero' | 'lowest' | 'average'
  jokers: number
  rounds: Round[]
  /** Where a user's jokers are played: weekends. */
  played: Map<string, number[]>
  /** Display names, as leaderboards order equals by them. */
  names: Map<string, string>
  /** Of a deleted account, the weekends that were over when it was deleted. */
  deleted: Map<string, ReadonlySet<number>>
}

/** Points of the main category by place. */
export const POINTS = [50, 25, 15] as const

/** Weekend points, and tips on first, second and third places. */
type Score = readonly [points: number, firsts: number, seconds: number, thirds: number]

/** Orders by the first figure that differs, more is better. */
export const compareFigures = (a: readonly number[], b: readonly number[]): number => {
  const index = a.findIndex((figure, column) => figure !== b[column])
  return index < 0 ? 0 : (b[index] ?? 0) - (a[index] ?? 0)
}

/** 1 for the best; equals share a position. */
export const positionAmong = (own: readonly number[], all: readonly (readonly number[])[]): number =>
  1 + all.filter((other) => compareFigures(other, own) < 0).length

export const hasResult = ({ races }: Round): boolean => races.some(({ podium }) => podium !== null)
const isShown = (round: Round): boolean => round.isCompleted || hasResult(round)
export const areJokersLocked = ({ races }: Round): boolean => races.some(({ tips }) => tips !== null)

export const scoreIn = (round: Round, userId: string): Score | null => {
  if (!round.tips.has(userId)) return null
  const places = round.races.map(({ podium, tips }) => podium?.indexOf(tips?.get(userId) ?? '') ?? -1)
  const count = (place: number) => places.filter((each) => each === place).length
  const [firsts, seconds, thirds] = [count(0), count(1), count(2)]
  return [firsts * POINTS[0] + seconds * POINTS[1] + thirds * POINTS[2], firsts, seconds, thirds]
}

/** Scores of all who tipped in a weekend. */
export const scoresOf = (round: Round): Score[] =>
  [...round.tips.keys()].flatMap((userId) => {
    const score = scoreIn(round, userId)
    return score ? [score] : []
  })

/** Weekend points of who did not tip in a completed round. */
export const givenIn = ({ missedWeekend }: Account, round: Round): number => {
  const points = scoresOf(round).map(([total]) => total)
  if (missedWeekend === 'zero' || points.length === 0) return 0
  if (missedWeekend === 'lowest') return Math.min(...points)
  return Math.floor(points.reduce((sum, each) => sum + each, 0) / points.length)
}

/** A round of a participant; `value` are its season points. */
export type Cell = {
  round: Round
  state: 'void' | 'before' | 'dropped' | 'missed' | 'counted' | 'pending'
  isMissed: boolean
  points: number | null
  value: number | null
}

const cellOf = (account: Account, round: Round, userId: string): Cell => {
  const nothing = { round, isMissed: false, points: null, value: null }
  if (!hasResult(round)) return { ...nothing, state: 'void' }
  const score = scoreIn(round, userId)
  if (score) {
    const times = account.played.get(userId)?.includes(round.weekendId) ? 2 : 1
    const value = Math.round(score[0] * round.multiplier * times)
    return { ...nothing, state: 'counted', points: score[0], value }
  }
  if (!round.isCompleted) return { ...nothing, state: 'pending' }
  if (account.deleted.get(userId)?.has(round.weekendId) === false) return { ...nothing, state: 'before' }
  const points = givenIn(account, round)
  return { round, state: 'missed', isMissed: true, points, value: Math.round(points * round.multiplier) }
}

/** Rounds by start date, then by number. */
export const byStart = (rounds: readonly Round[]): Round[] =>
  [...rounds].sort((a, b) => a.startDate.localeCompare(b.startDate) || a.round - b.round)

/** Rounds of a participant that count already or are completed, by date; all but the best are dropped. */
export const cellsOf = (account: Account, rounds: readonly Round[], userId: string): Cell[] => {
  const cells = byStart(rounds)
    .filter(isShown)
    .map((round) => cellOf(account, round, userId))
  const best = cells.filter(({ value }) => value !== null).sort((a, b) => (b.value ?? 0) - (a.value ?? 0))
  for (const cell of best.slice(account.countBest ?? best.length)) cell.state = 'dropped'
  return cells
}

/** Season points and what decides between equals, in the order in which it does. */
const figuresOf = (cells: readonly Cell[], userId: string) => {
  const tipped = cells.filter(({ points, isMissed }) => points !== null && !isMissed)
  const completed = tipped.filter(({ round }) => round.isCompleted)
  const won = completed.filter(
    ({ round, points }) => points !== 0 && positionAmong(scoreIn(round, userId) ?? [], scoresOf(round)) === 1,
  )
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const picks = ([1, 2, 3] as const).map((column) =>
    sum(tipped.map(({ round }) => scoreIn(round, userId)?.[column] ?? 0)),
  )
  const counted = cells.filter(({ state }) => state === 'counted' || state === 'missed')
  const bestPoints = Math.max(0, ...completed.map(({ points }) => points ?? 0))
  return {
    tipped,
    best: completed.find(({ points }) => points === bestPoints),
    figures: [sum(counted.map(({ value }) => value ?? 0)), won.length, bestPoints, ...picks],
  }
}

/** All fans with a tip in one of the rounds. */
const participantsOf = (rounds: readonly Round[]): string[] => [
  ...new Set(rounds.flatMap(({ tips }) => [...tips.keys()])),
]

/** The figures of all participants, best first, equals by name. */
export const standingsOf = (account: Account, rounds: readonly Round[] = account.rounds) => {
  const nameOf = (userId: string) => `${account.names.get(userId)} ${userId}`
  return participantsOf(rounds)
    .map((userId) => {
      const cells = cellsOf(account, rounds, userId)
      return { userId, cells, ...figuresOf(cells, userId) }
    })
    .sort((a, b) => compareFigures(a.figures, b.figures) || (nameOf(a.userId) < nameOf(b.userId) ? -1 : 1))
}
