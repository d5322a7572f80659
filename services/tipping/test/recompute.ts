import type { Points } from '@purple-sector/contracts/categories'
import { CUSTOM_DEFAULT, type ScopeRules } from '../src/scopes/rules.ts'

/*
 * The whole game from nothing: awards, totals, picks and positions as they follow from tips, rules, memberships and
 * the latest results, in plain steps. The worker moves the boards by what a result changes; tests hold it against this.
 */

export type RecordedRace = {
  raceId: number
  categoryId: number
  sessionType: string
  /** Null while it is open and has no time. */
  locksAt: Date | null
  /** Closed for a result that may never be stored. */
  mayOpenAgain: boolean
  points: Points
  /** Cars of the first three places by the latest result; null without one, or where it was withdrawn. */
  podium: readonly (number | null)[] | null
}
export type RecordedTip = {
  userId: string
  membershipId: number | null
  categoryId: number
  revisions: { submittedAt: Date; carId: number }[]
}
export type RecordedMembership = {
  id: number
  userId: string
  joinedAt: Date
  approvedAt: Date | null
  leftAt: Date | null
}
export type RecordedScope = {
  id: number
  isGroup: boolean
  adminUserId: string | null
  /** Oldest first; the first of an open competition is in force from ever. */
  rules: { inForceFrom: Date | null; rules: ScopeRules }[]
  memberships: RecordedMembership[]
  tips: RecordedTip[]
}
export type RecordedUser = { id: string; sortName: string }
export type RecordedGame = { races: RecordedRace[]; scopes: RecordedScope[]; users: RecordedUser[]; now: Date }

export type Award = { raceId: number; userId: string; membershipId: number | null; place: number; points: number }
export type Row = {
  userId: string
  membershipId: number | null
  total: number
  firsts: number
  seconds: number
  thirds: number
  position: number | null
  hidden: boolean
}
/** What is in force of one scope; rows in the order of the board. */
export type RecomputedScope = { scopeId: number; awards: Award[]; rows: Row[] }

const PLACES = ['first', 'second', 'third'] as const

const rulesAt = (scope: RecordedScope, moment: Date): ScopeRules | undefined =>
  scope.rules.findLast(({ inForceFrom }) => inForceFrom === null || inForceFrom <= moment)?.rules

const isLocked = ({ locksAt }: RecordedRace, now: Date): boolean => locksAt !== null && locksAt <= now

/** The rules that a race is scored by, those of now while it is open; undefined where it locked before there were any. */
const scoringRules = (scope: RecordedScope, race: RecordedRace, now: Date): ScopeRules | undefined =>
  rulesAt(scope, race.locksAt !== null && isLocked(race, now) ? race.locksAt : now)

/** What locked before a group was founded counts by its first rules; it is not scored. */
export const countingRaces = ({ races, now }: RecordedGame, scope: RecordedScope): RecordedRace[] =>
  races.filter((race) => {
    const selected = (scoringRules(scope, race, now) ?? scope.rules[0]?.rules)?.selectedRaceIds
    return race.sessionType !== 'practice' && (selected?.length === 0 || selected?.includes(race.raceId))
  })

/** Races that any version of the rules selects, whenever that was. */
export const everSelected = ({ races }: RecordedGame, scope: RecordedScope): RecordedRace[] =>
  races.filter(
    ({ raceId, sessionType }) =>
      sessionType !== 'practice' &&
      scope.rules.some(({ rules }) => rules.selectedRaceIds.length === 0 || rules.selectedRaceIds.includes(raceId)),
  )

const carInForce = (tip: RecordedTip, locksAt: Date): number | undefined =>
  tip.revisions.filter(({ submittedAt }) => submittedAt < locksAt).at(-1)?.carId

const earns = (scope: RecordedScope, rules: ScopeRules, tip: RecordedTip, locksAt: Date): boolean => {
  if (!scope.isGroup) return true
  const member = scope.memberships.find(({ id }) => id === tip.membershipId)
  if (!member || member.joinedAt >= locksAt || (member.leftAt !== null && member.leftAt < locksAt)) return false
  return !rules.preventPointsUntilApproved || (member.approvedAt !== null && member.approvedAt < locksAt)
}

const worth = (race: RecordedRace, rules: ScopeRules, place: number): number => {
  const label = PLACES[place - 1] ?? 'third'
  if (!rules.useCustomPoints) return race.points[label]
  return (rules.customPoints[race.categoryId] ?? CUSTOM_DEFAULT)[label]
}

const awardsOf = (scope: RecordedScope, race: RecordedRace, now: Date): Award[] => {
  const { raceId, podium, locksAt, categoryId } = race
  const rules = scoringRules(scope, race, now)
  if (!podium || !locksAt || !rules) return []
  return scope.tips.flatMap((tip) => {
    const car = tip.categoryId === categoryId ? carInForce(tip, locksAt) : undefined
    const place = car === undefined ? 0 : podium.indexOf(car) + 1
    if (place === 0 || !earns(scope, rules, tip, locksAt)) return []
    const { userId, membershipId } = tip
    return [{ raceId, userId, membershipId, place, points: worth(race, rules, place) }]
  })
}

export const participants = (
  scope: RecordedScope,
): { userId: string; membershipId: number | null; hidden: boolean }[] => {
  const hides = scope.rules.at(-1)?.rules.hidePointsUntilApproved ?? false
  if (scope.isGroup)
    return scope.memberships
      .filter(({ leftAt }) => leftAt === null)
      .map(({ id, userId, approvedAt }) => ({ userId, membershipId: id, hidden: hides && approvedAt === null }))
  const fans = new Set(scope.tips.map(({ userId }) => userId))
  return [...fans].map((userId) => ({ userId, membershipId: null, hidden: false }))
}

const byScore = (a: Row, b: Row): number =>
  Number(a.hidden) - Number(b.hidden) ||
  (a.hidden ? 0 : b.total - a.total || b.firsts - a.firsts || b.seconds - a.seconds || b.thirds - a.thirds)

/** By code point, which is the order of the bytes of UTF-8. */
export const byCodePoint = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

const recomputeScope = (game: RecordedGame, scope: RecordedScope, names: Map<string, string>): RecomputedScope => {
  const counting = countingRaces(game, scope)
  const awards = counting.flatMap((race) => awardsOf(scope, race, game.now))
  const isScored = counting.some((race) => race.podium !== null && scoringRules(scope, race, game.now) !== undefined)
  const rows = participants(scope).map((participant): Row => {
    const own = awards.filter(
      ({ userId, membershipId }) => userId === participant.userId && membershipId === participant.membershipId,
    )
    const picks = (place: number) => own.filter((award) => award.place === place).length
    const total = own.reduce((sum, { points }) => sum + points, 0)
    return { ...participant, total, firsts: picks(1), seconds: picks(2), thirds: picks(3), position: null }
  })
  const nameOf = (row: Row) => names.get(row.userId) ?? 'anonymous'
  rows.sort((a, b) => byScore(a, b) || byCodePoint(nameOf(a), nameOf(b)) || byCodePoint(a.userId, b.userId))
  rows.forEach((row, index) => {
    const above = rows[index - 1]
    if (isScored && !row.hidden) row.position = above && byScore(above, row) === 0 ? above.position : index + 1
  })
  return { scopeId: scope.id, awards, rows }
}

export const namesOf = ({ users }: RecordedGame): Map<string, string> =>
  new Map(users.map(({ id, sortName }) => [id, sortName]))

/** Replays all results from nothing. */
export const recompute = (game: RecordedGame): RecomputedScope[] => {
  const names = namesOf(game)
  return game.scopes.map((scope) => recomputeScope(game, scope, names))
}
