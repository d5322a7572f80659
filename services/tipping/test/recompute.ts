import type { Points } from '@purple-sector/contracts/categories'
import { addUp, pointsFor, pointsInScope, ranked, type Score } from '@purple-sector/testing/oracle/scoring'
import type { ScopeRules } from '../src/scopes/rules.ts'

/*
 * Recomputes the boards of a weekend from nothing: awards, totals, picks and positions as they follow from tips, rules,
 * memberships and the latest results, in plain steps. The worker changes boards by the difference that a result makes;
 * tests compare it with this. The arithmetic is the oracle's, which the race-day player uses too; eligibility is decided here, by the
 * tables.
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
  /** It ended because the account was deleted. */
  endedWithAccount: boolean
  /**
   * Former members keep their row where they left a season group after its weekend was completed, or deleted their account
   * after its weekend had started.
   */
  staysOnBoard: boolean
}
export type RecordedScope = {
  id: number
  isGroup: boolean
  adminUserId: string | null
  /** Oldest first; the first of an open competition is in force from the beginning. */
  rules: { inForceFrom: Date | null; rules: ScopeRules }[]
  memberships: RecordedMembership[]
  tips: RecordedTip[]
}
export type RecordedUser = { id: string; sortName: string }
export type RecordedScenario = { races: RecordedRace[]; scopes: RecordedScope[]; users: RecordedUser[]; now: Date }

export type Award = { raceId: number; userId: string; membershipId: number | null; place: number; points: number }
export type Row = Score & { userId: string; membershipId: number | null; position: number | null; isHidden: boolean }
/** Awards and rows in force of one scope; rows in the order of the board. */
export type RecomputedScope = { scopeId: number; awards: Award[]; rows: Row[] }

const rulesAt = (scope: RecordedScope, moment: Date): ScopeRules | undefined =>
  scope.rules.findLast(({ inForceFrom }) => inForceFrom === null || inForceFrom <= moment)?.rules

const isLocked = ({ locksAt }: RecordedRace, now: Date): boolean => locksAt !== null && locksAt <= now

/**
 * Returns the rules that a race is scored by, those of now while it is open; undefined where it locked before the first
 * ones.
 */
const scoringRules = (scope: RecordedScope, race: RecordedRace, now: Date): ScopeRules | undefined =>
  rulesAt(scope, race.locksAt !== null && isLocked(race, now) ? race.locksAt : now)

/** A race that locked before a group was founded counts by its first rules; it is not scored. */
export const countingRaces = ({ races, now }: RecordedScenario, scope: RecordedScope): RecordedRace[] =>
  races.filter((race) => {
    const selected = (scoringRules(scope, race, now) ?? scope.rules[0]?.rules)?.selectedRaceIds
    return race.sessionType !== 'practice' && (selected?.length === 0 || selected?.includes(race.raceId))
  })

/** Races that any version of the rules selects. */
export const everSelected = ({ races }: RecordedScenario, scope: RecordedScope): RecordedRace[] =>
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

const pointsOf = ({ categoryId, points }: RecordedRace, { useCustomPoints, customPoints }: ScopeRules): Points => {
  const pointsByCategory = Object.entries(customPoints).flatMap(([id, points]): [string, Points][] =>
    points ? [[id, points]] : [],
  )
  return pointsInScope({ category: String(categoryId), points }, useCustomPoints ? new Map(pointsByCategory) : null)
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
    return [{ raceId, userId, membershipId, place, points: pointsFor(place, pointsOf(race, rules)) }]
  })
}

export const participants = (
  scope: RecordedScope,
): { userId: string; membershipId: number | null; isHidden: boolean }[] => {
  const hides = scope.rules.at(-1)?.rules.hidePointsUntilApproved ?? false
  if (scope.isGroup)
    return scope.memberships
      .filter(({ leftAt, staysOnBoard }) => leftAt === null || staysOnBoard)
      .map(({ id, userId, approvedAt }) => ({ userId, membershipId: id, isHidden: hides && approvedAt === null }))
  const fans = new Set(scope.tips.map(({ userId }) => userId))
  return [...fans].map((userId) => ({ userId, membershipId: null, isHidden: false }))
}

const recomputeScope = (
  scenario: RecordedScenario,
  scope: RecordedScope,
  names: Map<string, string>,
): RecomputedScope => {
  const counting = countingRaces(scenario, scope)
  const awards = counting.flatMap((race) => awardsOf(scope, race, scenario.now))
  const isScored = counting.some(
    (race) => race.podium !== null && scoringRules(scope, race, scenario.now) !== undefined,
  )
  const rows = participants(scope).map((participant) => {
    const ownAwards = awards.filter(
      ({ userId, membershipId }) => userId === participant.userId && membershipId === participant.membershipId,
    )
    return { ...participant, ...addUp(ownAwards), sortName: names.get(participant.userId) ?? 'anonymous' }
  })
  return { scopeId: scope.id, awards, rows: ranked(rows, isScored) }
}

export const namesOf = ({ users }: RecordedScenario): Map<string, string> =>
  new Map(users.map(({ id, sortName }) => [id, sortName]))

/** Replays all results. */
export const recompute = (scenario: RecordedScenario): RecomputedScope[] => {
  const names = namesOf(scenario)
  return scenario.scopes.map((scope) => recomputeScope(scenario, scope, names))
}
