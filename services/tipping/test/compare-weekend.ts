import type { Picks } from '@purple-sector/contracts/tipping/http'
import type { Database } from '@purple-sector/database'
import { aFan } from '@purple-sector/testing/builders'
import { byCodePoint } from '@purple-sector/testing/oracle/scoring'
import { expect } from 'vitest'
import { categoryStandings } from '../src/groups/category-standings-read-model.ts'
import { raceProgress } from '../src/groups/race-progress-read-model.ts'
import { leaderboardReadModel } from '../src/leaderboards/leaderboard-read-model.ts'
import { readLedger } from '../src/ledger/ledger-read-model.ts'
import { readPicks } from '../src/picks/read-picks.ts'
import { type Award, type RecomputedScope, type RecordedScenario, type RecordedScope, recompute } from './recompute.ts'
import { recomputeCategories, recomputePicks, recomputeProgress } from './recompute-group-reads.ts'
import { readRecordedScenario, storedAwards } from './recorded-scenario.ts'

/** The founder of every group of a scenario. */
export const ADMIN = 'group-admin'

const presentMembers = async (database: Database, groupId: number): Promise<string[]> =>
  (await database('published_memberships').where({ group_id: groupId })).map(({ user_id }) => user_id)

const byKey = (a: Award, b: Award) => a.raceId - b.raceId || (a.userId < b.userId ? -1 : 1) || a.place - b.place

const picksOf = (picks: Picks[]) =>
  picks
    .map((each): { categoryId: number; open: boolean; picks: [string, number][] } => ({
      categoryId: each.categoryId,
      open: each.open,
      picks: each.open ? [] : (each.members ?? []).map(({ userId, carId }) => [userId, carId]),
    }))
    .map((each) => ({ ...each, picks: each.picks.toSorted(([a], [b]) => byCodePoint(a, b)) }))
const distributionOf = (picks: [string, number][]) =>
  [...Map.groupBy(picks, ([, carId]) => carId)]
    .map(([carId, carPicks]) => [carId, carPicks.length])
    .toSorted(([a], [b]) => a! - b!)

/** Compares progress, category standings and picks of a group, as each member reads them, with the recomputed ones. */
const compareGroupReads = async (
  database: Database,
  scenario: RecordedScenario,
  scope: RecordedScope,
  recomputed: RecomputedScope,
  { groupId, weekendId }: { groupId: number; weekendId: number },
) => {
  const members = await presentMembers(database, groupId)
  expect(picksOf(await readPicks({ database }).ofGroup(aFan({ userId: ADMIN }), { groupId, weekendId }))).toEqual(
    recomputePicks(scenario, scope),
  )
  for (const userId of members) {
    const caller = aFan({ userId })
    const progress = await raceProgress({ database })(caller, { groupId, weekendId })
    expect(progress).toMatchObject(recomputeProgress(scenario, scope, recomputed, userId))
    expect(progress).toHaveLength(recomputeProgress(scenario, scope, recomputed, userId).length)
    const categories = await categoryStandings({ database })(caller, { groupId, weekendId })
    expect(
      categories.map(({ categoryId, top }) => ({
        categoryId,
        top: top.map(({ userId: id, points }) => ({ userId: id, points })),
      })),
    ).toEqual(recomputeCategories(scenario, scope, recomputed, userId))
  }
}

/**
 * Compares ledgers with the recomputed boards: ranking entries sum to the total and picks of every board, at the points
 * of its rules, for the car that was tipped when the race locked.
 */
const compareLedgers = async (
  database: Database,
  scenario: RecordedScenario,
  expected: RecomputedScope[],
  weekendId: number,
) => {
  const groupIds = new Map<number, number | null>(
    (await database('scopes').where({ weekend_id: weekendId })).map(({ id, group_id }) => [id, group_id]),
  )
  const fans = new Set(scenario.scopes.flatMap(({ tips }) => tips.map(({ userId }) => userId)))
  for (const userId of fans) {
    const adminLedger = await readLedger(database, { userId, weekendId, allGroups: true })
    const ownLedger = await readLedger(database, { userId, weekendId, allGroups: false })
    for (const { place, points, rule, inForce, replacedBy } of adminLedger) {
      expect(Number(rule.split('/')[place - 1])).toBe(points)
      expect(inForce && replacedBy !== null).toBe(false)
    }
    for (const { scopeId, awards, rows } of expected) {
      const groupId = groupIds.get(scopeId)
      const scopeEntries = adminLedger.filter(({ scope }) => scope.groupId === groupId)
      const row = rows.find((each) => each.userId === userId)
      const ranked = scopeEntries.filter(({ inForce }) => inForce)
      expect(ranked.reduce((sum, { points }) => sum + points, 0)).toBe(row?.totalPoints ?? 0)
      expect(ranked.filter(({ place }) => place === 1)).toHaveLength(row?.picks.first ?? 0)
      // Awards from before the fan left count nowhere, and the ledger still lists them.
      expect(scopeEntries.filter(({ replacedBy }) => replacedBy === null)).toHaveLength(
        awards.filter((award) => award.userId === userId).length,
      )
      const mayRead = groupId == null ? row : (await presentMembers(database, groupId)).includes(userId)
      expect(ownLedger.filter(({ scope }) => scope.groupId === groupId)).toEqual(mayRead ? scopeEntries : [])
      for (const { race, place, tip } of ranked)
        expect(scenario.races.find(({ raceId }) => raceId === race.id)?.podium?.[place - 1]).toBe(tip.carId)
    }
  }
}

/**
 * Compares everything that fans read of a weekend's scopes with what is recomputed from nothing: awards, rows, ranks,
 * group reads, ledgers and picks. `completedSince` is as in `readRecordedScenario`.
 */
export const compareWeekend = async (
  database: Database,
  weekendId: number,
  completedSince: Date | null = null,
): Promise<void> => {
  const scenario = await readRecordedScenario(database, weekendId, completedSince)
  const expected = recompute(scenario)
  const scopes = await database('scopes').where({ weekend_id: weekendId }).orderBy('id')
  expect(scopes.map(({ id }) => id)).toEqual(expected.map(({ scopeId }) => scopeId))
  for (const [place, scope] of scopes.entries()) {
    const { awards, rows } = expected[place]!
    expect((await storedAwards(database, scope.id)).sort(byKey)).toEqual(awards.sort(byKey))
    const board = { scopeId: scope.id, groupId: scope.group_id }
    const options = { limit: 100, offset: 0, viewer: ADMIN }
    const { entries, total } = await leaderboardReadModel(database).page(board, options)
    expect(total).toBe(rows.length)
    expect(
      entries.map(({ userId, position, totalPoints, picks }) => ({ userId, position, totalPoints, picks })),
    ).toEqual(rows.map(({ userId, position, totalPoints, picks }) => ({ userId, position, totalPoints, picks })))
    const state = await leaderboardReadModel(database).state(board)
    expect(state.ranks.reduce((sum, { count }) => sum + count, 0)).toBe(rows.filter(({ isHidden }) => !isHidden).length)
    if (scope.group_id !== null)
      await compareGroupReads(database, scenario, scenario.scopes[place]!, expected[place]!, {
        groupId: scope.group_id,
        weekendId,
      })
  }
  await compareLedgers(database, scenario, expected, weekendId)
  const [openScope] = scenario.scopes
  const openPicks = await readPicks({ database }).ofWeekend(aFan({ userId: 'unknown' }), weekendId)
  expect(
    openPicks.map((each) => [
      each.categoryId,
      each.open,
      each.open ? [] : each.cars.map(({ carId, count }) => [carId, count]).toSorted(([a], [b]) => a! - b!),
    ]),
  ).toEqual(
    recomputePicks(scenario, openScope!).map((each) => [each.categoryId, each.open, distributionOf(each.picks)]),
  )
}
