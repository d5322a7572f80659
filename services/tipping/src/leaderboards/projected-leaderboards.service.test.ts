import type { Entry, ProvisionalEntry } from '@purple-sector/contracts/tipping/http'
import type { TestDatabase } from '@purple-sector/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countingRaces, recompute } from '../../test/recompute.ts'
import { readRecordedScenario } from '../../test/recorded-scenario.ts'
import {
  createTippingDatabase,
  createTippingScenario,
  SUPER2,
  SUPERCARS,
  type TippingScenario,
} from '../../test/tipping-scenario.ts'
import { refreshBoards } from '../board-publishing/refresh-boards.ts'
import type { Podium } from '../scoring/decide-scoring.ts'
import { leaderboardReadModel } from './leaderboard-read-model.ts'
import { projectedLeaderboards } from './projected-leaderboards.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

/** Hashes the stored rows of each table. */
const hashStoredRows = async (): Promise<unknown> => {
  const { rows: tables } = await testDatabase.database.raw<{ rows: { name: string }[] }>(
    'select table_name as name from information_schema.tables where table_schema = current_schema() order by 1',
  )
  const sums = tables.map(
    ({ name }) => `(select md5(coalesce(string_agg(t::text, '' order by t::text), '')) from ${name} t) as ${name}`,
  )
  const { rows } = await testDatabase.database.raw<{ rows: unknown[] }>(`select ${sums.join(', ')}`)
  return rows[0]
}

const ignoreRefusal = (error: unknown) => {
  if (!(error instanceof Error && 'kind' in error)) throw error
}

const podiumOf = (order: number[]): Podium => [order[0] ?? null, order[1] ?? null, order[2] ?? null]
const scopesOf = (scenario: TippingScenario) =>
  testDatabase.database('scopes').where({ weekend_id: scenario.weekendId, deleted: false }).orderBy('id')
const groupsOf = async (scenario: TippingScenario): Promise<number[]> =>
  (await scopesOf(scenario)).flatMap(({ group_id: groupId }) => groupId ?? [])
const boardInForce = async (scopeId: number, groupId: number | null): Promise<Entry[]> =>
  (await leaderboardReadModel(testDatabase.database).page({ scopeId, groupId }, { limit: 20, offset: 0 })).entries

const FANS = 26
const CARS = 5
const index = (count: number) => fc.integer({ min: 0, max: count - 1 })
const order = fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 1, maxLength: CARS })
const weekend = fc.record({
  counting: fc.subarray([0, 1, 2], { maxLength: 2 }),
  tips: fc.array(fc.record({ open: fc.option(index(CARS)), group: fc.option(index(CARS)) }), {
    minLength: FANS,
    maxLength: FANS,
  }),
  members: fc.array(
    fc.record({
      isApproved: fc.boolean(),
      /** The change of the membership, and whether it comes after the lock. */
      transition: fc.constantFrom('stays', 'stays', 'stays', 'leaves', 'rejoins', 'is approved'),
      isLate: fc.boolean(),
    }),
    { minLength: FANS, maxLength: FANS },
  ),
  rules: fc.record({
    useCustomPoints: fc.boolean(),
    hidePointsUntilApproved: fc.boolean(),
    preventPointsUntilApproved: fc.boolean(),
  }),
  earlier: fc.option(order),
  isRefreshed: fc.boolean(),
  laps: fc.array(order, { minLength: 1, maxLength: 4 }),
  change: fc.option(fc.record({ fan: index(FANS), car: index(CARS) })),
})
type Weekend = typeof weekend extends fc.Arbitrary<infer T> ? T : never

/** Plays up to the start of the second race. */
const playUntilStart = async ({ counting, tips, members, rules, earlier, isRefreshed, change }: Weekend) => {
  const scenario = await createTippingScenario(testDatabase.database)
  const pointsAwarded = { first: 10, second: 6, third: 6 }
  const races = [
    await scenario.race({ pointsAwarded }),
    await scenario.race({ sessionType: 'race2', pointsAwarded }),
    await scenario.race({ category: SUPER2 }),
  ]
  await scenario.filter(counting.map((each) => races[each]!))
  const cars = await scenario.cars(CARS, SUPERCARS)
  const groups = [
    await scenario.group({ ...rules, customPoints: { 1: { first: 7, second: 0, third: 2 } } }),
    await scenario.group({ selectedRaceIds: [races[0]!] }),
    await scenario.group(rules),
  ]
  const fans: string[] = []
  for (const [place, { open, group }] of tips.entries()) {
    const fan = await scenario.fan(`fan${String(place % 20).padStart(2, '0')}`)
    fans.push(fan)
    if (open !== null) await scenario.tip(fan, cars[open]!).catch(ignoreRefusal)
    const ownGroup = groups[place % 3]!
    await scenario.join(ownGroup, fan, members[place]!.isApproved)
    if (group !== null) await scenario.tip(fan, cars[group]!, ownGroup).catch(ignoreRefusal)
  }
  if (earlier)
    await scenario.result(
      races[0]!,
      earlier.map((each) => cars[each]!),
    )
  if (isRefreshed) {
    await testDatabase.database('scopes').update({ refreshed_at: '-infinity' })
    await refreshBoards(testDatabase.database)
  }
  const changeMembers = async (isLate: boolean) => {
    for (const [place, { transition, isLate: late }] of members.entries()) {
      const [group, fan] = [groups[place % 3]!, fans[place]!]
      if (late !== isLate) continue
      if (transition === 'leaves') await scenario.leave(group, fan)
      if (transition === 'rejoins') await scenario.rejoin(group, fan)
      if (transition === 'is approved') await scenario.approve(group, fan)
    }
  }
  await changeMembers(false)
  if (change) await scenario.tip(fans[change.fan]!, cars[change.car]!).catch(ignoreRefusal)
  await scenario.close(races[1]!)
  await changeMembers(true)
  return { scenario, raceId: races[1]!, cars }
}

type Total = { totalPoints: number }
const gainOf = (current: Total, previous: Total | undefined): number =>
  current.totalPoints - (previous?.totalPoints ?? 0)

/** The boards in which the race counts, recomputed by the rules with this order as its result. */
const recomputeWith = async (scenario: TippingScenario, raceId: number, podium: Podium) => {
  const recorded = await readRecordedScenario(testDatabase.database, scenario.weekendId)
  const races = recorded.races.map((race) => (race.raceId === raceId ? { ...race, podium } : race))
  const inForce = recompute(recorded)
  return recompute({ ...recorded, races }).flatMap(({ scopeId, rows }, place) => {
    const scope = recorded.scopes[place]!
    if (!countingRaces({ ...recorded, races }, scope).some((race) => race.raceId === raceId)) return []
    const topEntries = rows.slice(0, 20).map((row) => {
      const previous = inForce[place]!.rows.find(({ userId }) => userId === row.userId)
      const isRanked = !row.isHidden && previous?.position && row.position
      return {
        userId: row.userId,
        position: row.position,
        totalPoints: row.isHidden ? null : row.totalPoints,
        picks: row.isHidden ? { first: 0, second: 0, third: 0 } : row.picks,
        gain: row.isHidden ? null : gainOf(row, previous),
        positionChange: isRanked ? previous.position! - row.position! : 0,
      }
    })
    return [{ scopeId, total: rows.length, entries: topEntries }]
  })
}

const comparedFields = ({ userId, position, totalPoints, picks, gain, positionChange }: ProvisionalEntry) => ({
  userId,
  position,
  totalPoints,
  picks,
  gain,
  positionChange,
})
const withoutGain = ({ gain, ...entry }: ProvisionalEntry): Entry => entry

test('projected boards follow the rules, write nothing, and equal the boards after that order is published as a result', async () => {
  await fc.assert(
    fc.asyncProperty(weekend, async (played) => {
      const { scenario, raceId, cars } = await playUntilStart(played)
      const boards = projectedLeaderboards(testDatabase)
      const readTops = (podium: Podium, groupIds: number[]) =>
        boards.findTops({
          request: {
            raceId,
            podium: [...podium],
            scopes: [null, ...groupIds].map((groupId) => ({ weekendId: scenario.weekendId, groupId })),
          },
        })
      const groupIds = await groupsOf(scenario)
      const before = await hashStoredRows()
      for (const lap of played.laps) {
        const podium = podiumOf(lap.map((each) => cars[each]!))
        const expected = await recomputeWith(scenario, raceId, podium)
        const reply = await readTops(podium, groupIds)
        const scopes = await scopesOf(scenario)
        const scopeOf = (groupId: number | null) => scopes.find((scope) => scope.group_id === groupId)
        expect(
          reply.leaderboards.map(({ scope: { groupId }, total, entries }) => ({
            scopeId: scopeOf(groupId)?.id,
            total,
            entries: entries.map(comparedFields),
          })),
        ).toEqual(expected)
        for (const {
          scope: { groupId },
          version,
        } of reply.leaderboards)
          expect(version).toBe(scopeOf(groupId)?.version)
      }
      expect(await hashStoredRows()).toEqual(before)

      const last = played.laps.at(-1)!.map((each) => cars[each]!)
      const reply = await readTops(podiumOf(last), groupIds)
      await scenario.result(raceId, last)
      for (const scope of await scopesOf(scenario)) {
        const projectedBoard = reply.leaderboards.find((each) => each.scope.groupId === scope.group_id)
        if (!projectedBoard) continue
        const published = await boardInForce(scope.id, scope.group_id)
        // A result that moves no standing gives a board no version: its position changes stay those of the version
        // before.
        const moved = scope.version > projectedBoard.version
        expect(projectedBoard.entries.map(withoutGain)).toEqual(
          moved ? published : published.map((entry) => ({ ...entry, positionChange: 0 })),
        )
      }
      expect(await readTops(podiumOf(last), groupIds)).toEqual({ leaderboards: [] })
    }),
    { numRuns: 15, endOnFailure: true },
  )
}, 240_000)
