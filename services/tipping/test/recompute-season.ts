import type { SeasonEntry } from '@purple-sector/contracts/tipping/seasons'
import { byCodePoint } from '@purple-sector/testing/oracle/scoring'
import {
  countingRaces,
  namesOf,
  type RecordedRace,
  type RecordedScenario,
  type RecordedScope,
  recompute,
} from './recompute.ts'

/*
 * Recomputes the leaderboard of a season, open or of a group, from nothing, in plain steps, from the recomputed leaderboards
 * of its weekends. The refresh changes rows by what it finds changed; tests compare it with this. It shares no code with it.
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
  /** Of a group: its present members and those who were when their account was deleted, and when each joined. */
  group?: { members: ReadonlyMap<string, Date>; lateJoiners: 'none' | 'missed' }
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
export type Round = Omit<RecordedWeekend, 'scenario'> & {
  weekendId: number
  place: number
  /** Undefined where a group has no leaderboard in the weekend. */
  scope: RecordedScope | undefined
  scenario: RecordedScenario
  /** Those who tipped: in a group in their present membership. */
  board: Board
  /** Positions of the participants of a group, with a tip or without. */
  positions: ReadonlyMap<string, number | null>
  hidden: ReadonlySet<string>
  hasResult: boolean
  areJokersLocked: boolean
  lastLock: Date | null
  areAllLocksKnown: boolean
  given: number
}

const givenTo = (tippers: { totalPoints: number }[], rule: RecordedSeason['missedWeekend']): number => {
  const points = tippers.map((row) => row.totalPoints).sort((a, b) => a - b)
  if (rule === 'zero' || points.length === 0) return 0
  if (rule === 'lowest') return points[0] ?? 0
  let sum = 0
  for (const each of points) sum += each
  return (sum - (sum % points.length)) / points.length
}

const isEarlier = (a: Pick<Round, 'startDate' | 'place'>, b: Pick<Round, 'startDate' | 'place'>): boolean =>
  a.startDate < b.startDate || (a.startDate === b.startDate && a.place < b.place)

/** The rounds of the competition in order; those of a group begin with its first leaderboard. */
export const roundsOf = (season: RecordedSeason): Round[] => {
  const rounds = [...season.weekends].map(([weekendId, { scenario, ...weekend }], place): Round => {
    const scope = scenario.scopes.find(({ isGroup }) => isGroup === (season.group !== undefined))
    if (!scope && !season.group) throw new Error(`Weekend ${weekendId} has no open competition`)
    const rows = scope ? (recompute({ ...scenario, scopes: [scope] })[0]?.rows ?? []) : []
    const tippers = rows.filter(({ userId, membershipId }) =>
      scope?.tips.some((tip) => tip.userId === userId && tip.membershipId === membershipId),
    )
    const isPresent = ({ membershipId }: { membershipId: number | null }): boolean =>
      !scope?.isGroup ||
      scope.memberships.some(
        ({ id, leftAt, endedWithAccount }) => id === membershipId && (leftAt === null || endedWithAccount),
      )
    const board: Board = new Map(
      tippers
        .filter(isPresent)
        .map(({ userId, totalPoints: points, position, picks }) => [userId, { points, position, picks }]),
    )
    const races = scope ? countingRaces(scenario, scope) : []
    const founded = scope?.rules[0]?.inForceFrom ?? null
    const isScored = ({ podium, locksAt }: RecordedRace): boolean =>
      podium !== null && (founded === null || (locksAt !== null && locksAt >= founded))
    const locks = races.map(({ locksAt }) => locksAt?.getTime() ?? 0)
    const firstLock = Math.min(
      ...scenario.races
        .filter(({ sessionType }) => sessionType !== 'practice')
        .map(({ locksAt }) => locksAt?.getTime() ?? Number.POSITIVE_INFINITY),
    )
    return {
      ...weekend,
      ...{ weekendId, place, scope, scenario, board },
      positions: new Map(rows.filter(isPresent).map(({ userId, position }) => [userId, position])),
      hidden: new Set(
        rows
          .filter(isPresent)
          .filter(({ isHidden }) => isHidden)
          .map(({ userId }) => userId),
      ),
      hasResult: races.some(isScored),
      areJokersLocked: firstLock <= scenario.now.getTime(),
      lastLock: locks.length === 0 || Math.max(...locks) === 0 ? null : new Date(Math.max(...locks)),
      areAllLocksKnown: races.every(({ locksAt }) => locksAt !== null),
      given: givenTo(
        tippers.filter(({ isHidden }) => !isHidden),
        season.missedWeekend,
      ),
    }
  })
  const first = rounds
    .filter(({ scope }) => scope !== undefined)
    .toSorted((one, other) => (isEarlier(one, other) ? -1 : 1))[0]
  return rounds.filter((round) => !season.group || (first !== undefined && !isEarlier(round, first)))
}

/** Half up, in halves: every multiplier is a multiple of one half. */
export const multiplied = (points: number, multiplier: number, times: number): number => {
  const halves = points * (multiplier * 2) * times
  return halves % 2 === 0 ? halves / 2 : (halves + 1) / 2
}

type Cell = {
  round: Round
  state: Expected['rounds'][number]['state']
  given: number | null
  value: number | null
  isMissed: boolean
}

/** Whether the round was not over yet when the account of a participant without a tip there was deleted: they miss none. */
export const isAfterDeletion = (
  { lastLock, areAllLocksKnown, isCompleted, board }: Round,
  userId: string,
  { deleted }: RecordedSeason,
): boolean => {
  const deletedAt = deleted.get(userId)
  if (deletedAt === undefined || board.has(userId)) return false
  return lastLock === null || lastLock > deletedAt || !(areAllLocksKnown || isCompleted)
}

/** Whether the round was over when a member of a group joined. */
export const isBeforeJoining = (round: Round, userId: string, { group }: RecordedSeason): boolean => {
  const joinedAt = group?.lateJoiners === 'none' ? group.members.get(userId) : undefined
  if (joinedAt === undefined || round.lastLock === null || round.board.has(userId)) return false
  return (round.isCompleted || round.areAllLocksKnown) && round.lastLock <= joinedAt
}

const cellOf = (round: Round, userId: string, season: RecordedSeason, hasAnyTip: boolean): Cell => {
  const nothing = { round, given: null, value: null, isMissed: false }
  if (!round.hasResult) return { ...nothing, state: 'void' }
  if (isBeforeJoining(round, userId, season)) return { ...nothing, state: 'before' }
  const tipped = round.board.get(userId)
  if (tipped) {
    const times = round.jokers.has(userId) && round.areJokersLocked ? 2 : 1
    const value = multiplied(tipped.points, round.multiplier, times)
    return { ...nothing, state: 'counted', given: tipped.points, value }
  }
  if (!round.isCompleted) return { ...nothing, state: 'pending' }
  if (isAfterDeletion(round, userId, season)) return { ...nothing, state: 'before' }
  if (!hasAnyTip) return { ...nothing, state: 'pending' }
  return {
    round,
    state: 'missed',
    given: round.given,
    value: multiplied(round.given, round.multiplier, 1),
    isMissed: true,
  }
}

const NAMES = ['points', 'weekends-won', 'best-weekend', 'first', 'second', 'third'] as const
const compareKeys = (a: readonly number[], b: readonly number[]): number => {
  for (const [index, value] of a.entries()) if (value !== b[index]) return (b[index] ?? 0) - value
  return 0
}

/** What a fan has of these rounds, whether or not they tipped in one of them. */
const resultOf = (rounds: Round[], userId: string, season: RecordedSeason) => {
  const { countBest } = season
  const hasAnyTip = rounds.some(({ board }) => board.has(userId))
  const isHidden = rounds.some(({ hidden }) => hidden.has(userId))
  const cells = rounds
    .filter((round) => round.hasResult || round.isCompleted)
    .map((round) => cellOf(round, userId, season, hasAnyTip))
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
    ...{ cells, isHidden },
    key: [totalPoints, won.length, best?.points ?? 0, picks.first, picks.second, picks.third],
  }
}
export type Result = ReturnType<typeof resultOf>

/** The position among these, by points and by what decides between equal ones. */
export const positionIn = (results: Result[], { key }: Result): number =>
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

/** What each participant has, best first; members of a group whose points are hidden come last, by name. */
export const resultsOf = (season: RecordedSeason, rounds = roundsOf(season)): Result[] => {
  const isThere = (userId: string): boolean =>
    !season.deleted.has(userId) || rounds.some(({ positions }) => positions.has(userId))
  const members = season.group && [...season.group.members.keys()].filter(isThere)
  const users = members ?? rounds.flatMap(({ board }) => [...board.keys()])
  const names = new Map([...season.weekends.values()].flatMap(({ scenario }) => [...namesOf(scenario)]))
  const nameOf = (userId: string) => names.get(userId) ?? 'anonymous'
  return [...new Set(users)]
    .map((userId) => resultOf(rounds, userId, season))
    .sort(
      (a, b) =>
        Number(a.isHidden) - Number(b.isHidden) ||
        (a.isHidden ? 0 : compareKeys(a.key, b.key)) ||
        byCodePoint(nameOf(a.userId), nameOf(b.userId)) ||
        byCodePoint(a.userId, b.userId),
    )
}

/** Returns the rows in the order of the leaderboard, with all points. */
export const recomputeSeason = (season: RecordedSeason): Expected[] => {
  const rounds = roundsOf(season)
  const ordered = resultsOf(season, rounds)
  const visible = ordered.filter(({ isHidden }) => !isHidden)
  const counting = rounds.filter(({ hasResult }) => hasResult)
  const latest = counting.find((round) => counting.every((other) => other === round || isEarlier(other, round)))
  const earlier = latest ? rounds.filter((round) => round.isCompleted && isEarlier(round, latest)) : []
  const before = visible
    .filter(({ userId }) => earlier.some(({ hasResult, board }) => hasResult && board.has(userId)))
    .map(({ userId }) => resultOf(earlier, userId, season))
  return ordered.map((result) => {
    const { key: _, cells: __, isHidden, ...entry } = result
    const position = latest && !isHidden ? positionIn(visible, result) : null
    const previous = before.find(({ userId }) => userId === result.userId)
    return {
      ...entry,
      position,
      positionChange: previous && position !== null ? positionIn(before, previous) - position : 0,
      tieBreak: latest && !isHidden ? tieBreakIn(visible, result) : null,
      jokers: rounds
        .filter(({ jokers, areJokersLocked }) => areJokersLocked && jokers.has(result.userId))
        .map(({ weekendId }) => ({ weekendId })),
    }
  })
}
