import type { SeasonEntry } from '@purple-sector/contracts/tipping/seasons'
import { byCodePoint } from '@purple-sector/testing/oracle/scoring'
import { countingRaces, namesOf, type RecordedScenario, recompute } from './recompute.ts'

/*
 * Recomputes the leaderboard of an open season from nothing, in plain steps, from the recomputed leaderboards of its
 * weekends. The refresh changes rows by what it finds changed; tests compare it with this. It shares no code with it.
 */

export type RecordedWeekend = {
  scenario: RecordedScenario
  multiplier: number
  startDate: string
  isCompleted: boolean
  /** Whose joker counts double here, as stored. */
  jokers: ReadonlySet<string>
}
export type RecordedSeason = {
  countBest: number | null
  missedWeekend: 'zero' | 'lowest' | 'average'
  /** In the order of the season. */
  weekends: ReadonlyMap<number, RecordedWeekend>
  /** When accounts were deleted. */
  deleted: ReadonlyMap<string, Date>
}
type Expected = Pick<
  SeasonEntry,
  | 'userId'
  | 'position'
  | 'totalPoints'
  | 'weekendsPlayed'
  | 'weekendsWon'
  | 'bestWeekend'
  | 'picks'
  | 'rounds'
  | 'form'
  | 'positionChange'
  | 'tieBreak'
  | 'jokers'
>

type Board = Map<string, { points: number; position: number | null; picks: Expected['picks'] }>
type Round = Omit<RecordedWeekend, 'scenario'> & {
  weekendId: number
  place: number
  board: Board
  hasResult: boolean
  areJokersLocked: boolean
  lastLock: Date | null
  given: number
}

const givenTo = (board: Board, rule: RecordedSeason['missedWeekend']): number => {
  const points = [...board.values()].map((row) => row.points).sort((a, b) => a - b)
  if (rule === 'zero' || points.length === 0) return 0
  if (rule === 'lowest') return points[0] ?? 0
  let sum = 0
  for (const each of points) sum += each
  return (sum - (sum % points.length)) / points.length
}

const roundsOf = (season: RecordedSeason): Round[] => {
  const rounds = [...season.weekends].map(([weekendId, { scenario, ...weekend }], place): Round => {
    const scope = scenario.scopes.find(({ isGroup }) => !isGroup)
    if (!scope) throw new Error(`Weekend ${weekendId} has no open competition`)
    const rows = recompute(scenario).find(({ scopeId }) => scopeId === scope.id)?.rows ?? []
    const board: Board = new Map(
      rows.map(({ userId, totalPoints: points, position, picks }) => [userId, { points, position, picks }]),
    )
    const races = countingRaces(scenario, scope)
    const locks = races.map(({ locksAt }) => locksAt?.getTime() ?? 0)
    const firstLock = Math.min(
      ...scenario.races
        .filter(({ sessionType }) => sessionType !== 'practice')
        .map(({ locksAt }) => locksAt?.getTime() ?? Number.POSITIVE_INFINITY),
    )
    return {
      ...weekend,
      weekendId,
      place,
      board,
      hasResult: races.some(({ podium }) => podium !== null),
      areJokersLocked: firstLock <= scenario.now.getTime(),
      lastLock: locks.length === 0 ? null : new Date(Math.max(...locks)),
      given: givenTo(board, season.missedWeekend),
    }
  })
  return rounds
}

/** Half up, in halves: every multiplier is a multiple of one half. */
const multiplied = (points: number, multiplier: number, times: number): number => {
  const halves = points * (multiplier * 2) * times
  return halves % 2 === 0 ? halves / 2 : (halves + 1) / 2
}

const isEarlier = (a: Round, b: Round): boolean =>
  a.startDate < b.startDate || (a.startDate === b.startDate && a.place < b.place)

type Cell = { round: Round; state: Expected['rounds'][number]['state']; given: number | null; value: number | null }

const cellOf = (round: Round, userId: string, deletedAt: Date | undefined): Cell => {
  const nothing = { round, given: null, value: null }
  if (!round.hasResult) return { ...nothing, state: 'void' }
  const tipped = round.board.get(userId)
  if (tipped) {
    const times = round.jokers.has(userId) && round.areJokersLocked ? 2 : 1
    const value = multiplied(tipped.points, round.multiplier, times)
    return { round, state: 'counted', given: tipped.points, value }
  }
  if (!round.isCompleted) return { ...nothing, state: 'pending' }
  if (deletedAt && round.lastLock && round.lastLock > deletedAt) return { ...nothing, state: 'before' }
  return { round, state: 'missed', given: round.given, value: multiplied(round.given, round.multiplier, 1) }
}

const NAMES = ['points', 'weekends-won', 'best-weekend', 'first', 'second', 'third'] as const
const compareKeys = (a: readonly number[], b: readonly number[]): number => {
  for (const [index, value] of a.entries()) if (value !== b[index]) return (b[index] ?? 0) - value
  return 0
}

/** What a fan has of these rounds, whether or not they tipped in one of them. */
const resultOf = (rounds: Round[], userId: string, { countBest, deleted }: RecordedSeason) => {
  const cells = rounds
    .filter((round) => round.hasResult || round.isCompleted)
    .map((round) => cellOf(round, userId, deleted.get(userId)))
  const counting = cells.filter(({ value }) => value !== null)
  while (countBest !== null && counting.length > countBest) {
    let worst = 0
    for (const [index, cell] of counting.entries()) {
      const other = counting[worst]
      if (!other || cell.value === null || other.value === null) continue
      if (cell.value < other.value || (cell.value === other.value && isEarlier(other.round, cell.round))) worst = index
    }
    for (const cell of counting.splice(worst, 1)) cell.state = 'dropped'
  }
  const tipped = cells.filter(({ round, state }) => state !== 'void' && round.board.has(userId))
  const completed = tipped.filter(({ round }) => round.isCompleted)
  const won = completed.filter(({ round, given }) => round.board.get(userId)?.position === 1 && given !== 0)
  let best: Expected['bestWeekend'] = null
  for (const { round, given } of completed.toSorted((a, b) => (isEarlier(a.round, b.round) ? -1 : 1)))
    if (best === null || (given ?? 0) > best.points) best = { weekendId: round.weekendId, points: given ?? 0 }
  const picks = { first: 0, second: 0, third: 0 }
  for (const { round } of tipped) {
    picks.first += round.board.get(userId)?.picks.first ?? 0
    picks.second += round.board.get(userId)?.picks.second ?? 0
    picks.third += round.board.get(userId)?.picks.third ?? 0
  }
  let totalPoints = 0
  for (const { value } of counting) totalPoints += value ?? 0
  const form = cells
    .filter(({ round, given }) => round.isCompleted && given !== null)
    .sort((a, b) => (isEarlier(a.round, b.round) ? -1 : 1))
    .map(({ given }) => given ?? 0)
  return {
    userId,
    totalPoints,
    weekendsPlayed: tipped.length,
    weekendsWon: won.length,
    bestWeekend: best,
    picks,
    rounds: cells.map(({ round, state, value }) => ({ weekendId: round.weekendId, seasonPoints: value, state })),
    form: form.slice(Math.max(0, form.length - 5)),
    key: [totalPoints, won.length, best?.points ?? 0, picks.first, picks.second, picks.third],
  }
}
type Result = ReturnType<typeof resultOf>

const positionIn = (results: Result[], { key }: Result): number =>
  1 + results.filter((other) => compareKeys(other.key, key) < 0).length

const tieBreakIn = (ordered: Result[], own: Result): Expected['tieBreak'] => {
  if (ordered.filter(({ key }) => compareKeys(key, own.key) === 0).length > 1) return 'shared'
  const index = ordered.indexOf(own)
  for (const neighbour of [ordered[index - 1], ordered[index + 1]]) {
    const column = neighbour ? neighbour.key.findIndex((value, place) => value !== own.key[place]) : 0
    const name = NAMES[column]
    if (name !== undefined && name !== 'points') return name
  }
  return null
}

/** Returns the rows in the order of the leaderboard. */
export const recomputeSeason = (season: RecordedSeason): Expected[] => {
  const rounds = roundsOf(season)
  const users = new Set(rounds.flatMap(({ board }) => [...board.keys()]))
  const names = new Map([...season.weekends.values()].flatMap(({ scenario }) => [...namesOf(scenario)]))
  const nameOf = (userId: string) => names.get(userId) ?? 'anonymous'
  const ordered = [...users]
    .map((userId) => resultOf(rounds, userId, season))
    .sort(
      (a, b) =>
        compareKeys(a.key, b.key) || byCodePoint(nameOf(a.userId), nameOf(b.userId)) || byCodePoint(a.userId, b.userId),
    )
  const counting = rounds.filter(({ hasResult }) => hasResult)
  const latest = counting.find((round) => counting.every((other) => other === round || isEarlier(other, round)))
  const earlier = latest ? rounds.filter((round) => round.isCompleted && isEarlier(round, latest)) : []
  const before = [...users]
    .filter((userId) => earlier.some(({ hasResult, board }) => hasResult && board.has(userId)))
    .map((userId) => resultOf(earlier, userId, season))
  return ordered.map((result) => {
    const { key: _, ...entry } = result
    const position = latest ? positionIn(ordered, result) : null
    const previous = before.find(({ userId }) => userId === result.userId)
    return {
      ...entry,
      position,
      positionChange: previous && position !== null ? positionIn(before, previous) - position : 0,
      tieBreak: latest ? tieBreakIn(ordered, result) : null,
      jokers: rounds
        .filter(({ jokers, areJokersLocked }) => areJokersLocked && jokers.has(result.userId))
        .map(({ weekendId }) => ({ weekendId })),
    }
  })
}
