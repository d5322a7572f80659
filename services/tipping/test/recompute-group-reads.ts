import { byCodePoint } from '@purple-sector/testing/oracle/scoring'
import {
  type Award,
  countingRaces,
  everSelected,
  namesOf,
  participants,
  type RecomputedScope,
  type RecordedRace,
  type RecordedScenario,
  type RecordedScope,
} from './recompute.ts'

/* Recomputes race progress, category standings and picks in plain steps: tests compare the read models with them. */

const present = (scope: RecordedScope) => {
  const members = participants(scope)
  const ids = new Set(members.map(({ membershipId }) => membershipId))
  return { members, tips: scope.tips.filter(({ membershipId }) => ids.has(membershipId)) }
}

const sum = (awards: Award[]): number => awards.reduce((total, { points }) => total + points, 0)

type Member = { userId: string; points: number | null }

/** Best first, ties by name; hidden rows last, and without points except for readers who may see them. */
const ranked = (scenario: RecordedScenario, scope: RecordedScope, awards: Award[], viewer: string) => {
  const names = namesOf(scenario)
  const nameOf = (userId: string) => names.get(userId) ?? 'anonymous'
  return present(scope)
    .members.map(({ userId, membershipId, isHidden }) => ({
      userId,
      isHidden,
      points: sum(awards.filter((award) => award.userId === userId && award.membershipId === membershipId)),
      isVisible: !isHidden || viewer === userId || viewer === scope.adminUserId,
    }))
    .sort(
      (a, b) =>
        Number(a.isHidden) - Number(b.isHidden) ||
        (a.isHidden ? 0 : b.points - a.points) ||
        byCodePoint(nameOf(a.userId), nameOf(b.userId)) ||
        byCodePoint(a.userId, b.userId),
    )
}

type Progress = { raceId: number; tipped: number; participants: number; topPerformers: Member[] | null }

/** Recomputes the race progress of a group. */
export const recomputeProgress = (
  scenario: RecordedScenario,
  scope: RecordedScope,
  { awards }: RecomputedScope,
  viewer: string,
): Progress[] => {
  const { members, tips } = present(scope)
  const progressOf = ({ raceId, categoryId, locksAt, podium }: RecordedRace): Progress => ({
    raceId,
    tipped: tips.filter(
      (tip) =>
        tip.categoryId === categoryId &&
        tip.revisions.some(({ submittedAt }) => locksAt === null || submittedAt < locksAt),
    ).length,
    participants: members.length,
    topPerformers:
      podium &&
      ranked(
        scenario,
        scope,
        awards.filter((award) => award.raceId === raceId),
        viewer,
      )
        .filter(({ points, isVisible }) => points > 0 && isVisible)
        .sort((a, b) => b.points - a.points)
        .slice(0, 3)
        .map(({ userId, points }) => ({ userId, points })),
  })
  return countingRaces(scenario, scope).map(progressOf)
}

type OfCategory = { categoryId: number; top: Member[] }

const categoriesOf = (races: RecordedRace[]): number[] =>
  [...new Set(races.map(({ categoryId }) => categoryId))].sort((a, b) => a - b)

/** Recomputes the best members of a group in each category. */
export const recomputeCategories = (
  scenario: RecordedScenario,
  scope: RecordedScope,
  { awards }: RecomputedScope,
  viewer: string,
): OfCategory[] => {
  const counting = countingRaces(scenario, scope)
  return categoriesOf(counting).map((categoryId) => {
    const races = new Set(counting.filter((race) => race.categoryId === categoryId).map(({ raceId }) => raceId))
    const categoryAwards = awards.filter(({ raceId }) => races.has(raceId))
    const top = ranked(scenario, scope, categoryAwards, viewer)
      .slice(0, 5)
      .map(({ userId, points, isVisible }) => ({ userId, points: isVisible ? points : null }))
    return { categoryId, top }
  })
}

type Picked = { categoryId: number; open: boolean; picks: [string, number][] }

/** Recomputes the picks of the categories in which every race that ever counted has locked for good. */
export const recomputePicks = (scenario: RecordedScenario, scope: RecordedScope): Picked[] => {
  const awaited = everSelected(scenario, scope)
  return categoriesOf(countingRaces(scenario, scope)).map((categoryId) => {
    const open = awaited.some(
      (race) =>
        race.categoryId === categoryId && (race.locksAt === null || race.locksAt > scenario.now || race.mayOpenAgain),
    )
    const tips = open ? [] : present(scope).tips.filter((tip) => tip.categoryId === categoryId)
    const picks = tips.map(({ userId, revisions }): [string, number] => [userId, revisions.at(-1)?.carId ?? 0])
    return { categoryId, open, picks: picks.sort(([a], [b]) => byCodePoint(a, b)) }
  })
}
