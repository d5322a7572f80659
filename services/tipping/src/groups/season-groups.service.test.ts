import type { Entry } from '@purple-sector/contracts/tipping/http'
import type { TestDatabase } from '@purple-sector/testing'
import { aFan, aGroup, aMembership, aSeason, aUser } from '@purple-sector/testing/builders'
import { lockWaiters } from '@purple-sector/testing/databases/lock-waiters'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { separatingMoment } from '../../test/separating-moment.ts'
import { createTippingDatabase, createTippingScenario, type TippingScenario } from '../../test/tipping-scenario.ts'
import { refreshBoards } from '../board-publishing/refresh-boards.ts'
import { removeDeletedWeekends } from '../deletion/remove-deleted-weekends.ts'
import { leaderboardReadModel } from '../leaderboards/leaderboard-read-model.ts'
import { readLedger } from '../ledger/ledger-read-model.ts'
import { readPicks } from '../picks/read-picks.ts'
import { projectUser } from '../projections/user-projection.ts'
import { projectSeason } from '../seasons/season-projection.ts'
import { groupStandings } from '../standings/group-standings.ts'
import { findScopesToOpen } from '../tips/scopes-to-open-sql.ts'
import { tipReadModel } from '../tips/tip-read-model.ts'
import { categoryStandings } from './category-standings-read-model.ts'
import { projectGroup } from './group-projection.ts'
import { holdGroup } from './hold-group.ts'
import { projectMemberships } from './membership-projection.ts'
import { raceProgress } from './race-progress-read-model.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

type Group = { groupId: number }

const leaderboardOf = ({ groupId }: Group, { weekendId }: Pick<TippingScenario, 'weekendId'>) =>
  leaderboardReadModel(testDatabase.database).find({ weekendId, groupId })

const entriesOf = async (group: Group, round: TippingScenario, viewer: string | null = null): Promise<Entry[]> => {
  const board = await leaderboardOf(group, round)
  if (!board) return []
  return (await leaderboardReadModel(testDatabase.database).page(board, { limit: 100, offset: 0, viewer })).entries
}
const rowsOf = async (group: Group, round: TippingScenario, viewer: string | null = null) =>
  (await entriesOf(group, round, viewer)).map(({ username, totalPoints }) => [username, totalPoints])

const refresh = async () => {
  await testDatabase.database('scopes').update({ refreshed_at: '-infinity' })
  await refreshBoards(testDatabase.database)
}

/** A round with one race and three cars. */
const createRound = async (day: number, { status = 'live' as const } = {}) => {
  const date = `2026-12-${String(day).padStart(2, '0')}`
  const round = await createTippingScenario(testDatabase.database, { status, startDate: date, endDate: date })
  return { round, race: await round.race(), cars: await round.cars(3) }
}

const publishSeason = async (rounds: TippingScenario[]): Promise<number> => {
  const season = aSeason({ weekendIds: rounds.map(({ weekendId }) => weekendId) })
  await testDatabase.database.transaction((sql) => projectSeason(sql, season))
  return season.id
}

/** Two rounds and a season group in both, with ann and bob. */
const setUp = async (state: Parameters<TippingScenario['seasonGroup']>[1] = {}) => {
  const [first, second] = [await createRound(1), await createRound(8)]
  const seasonId = await publishSeason([first.round, second.round])
  const scenario = first.round
  const group = await scenario.seasonGroup([first.round.weekendId, second.round.weekendId], { seasonId, ...state })
  const [ann, bob] = [await scenario.fan('ann'), await scenario.fan('bob')]
  for (const fan of [ann, bob]) await scenario.join(group, fan)
  return { first, second, scenario, seasonId, group, ann, bob }
}

/** Adds a scope in another weekend. */
const open = ({ first, second, group }: Awaited<ReturnType<typeof setUp>>, ...rounds: TippingScenario[]) =>
  first.round.change(group, {
    weekends: [first.round, second.round, ...rounds].map(({ weekendId }) => ({ weekendId, selectedRaceIds: [] })),
  })

const waitForLockWaiters = () =>
  vi.waitFor(async () => expect((await lockWaiters(testDatabase.database)).length).toBeGreaterThan(0), {
    timeout: 30_000,
    interval: 5,
  })

describe('a season group', () => {
  test('has a leaderboard in each of its weekends, with its members', async () => {
    const { first, second, group, ann, bob } = await setUp()
    await first.round.tip(ann, first.cars[0]!, group)
    await second.round.tip(bob, second.cars[0]!, group)
    await first.round.result(first.race, first.cars)
    expect(await rowsOf(group, first.round)).toEqual([
      ['ann', 50],
      ['bob', 0],
    ])
    await second.round.result(second.race, second.cars)
    expect(await rowsOf(group, second.round)).toEqual([
      ['bob', 50],
      ['ann', 0],
    ])
    expect(await rowsOf(group, first.round)).toEqual([
      ['ann', 50],
      ['bob', 0],
    ])
  })

  test('opens a new weekend with the members of that moment; races that had locked do not count', async () => {
    const context = await setUp()
    const { scenario, group, ann, bob } = context
    const third = await createRound(15)
    await third.round.close(third.race)
    const later = await third.round.race({ sessionType: 'race2' })
    await scenario.leave(group, bob)
    const cat = await scenario.fan('cat')
    await scenario.join(group, cat, false)
    await open(context, third.round)
    await open(context, third.round)
    expect(await rowsOf(group, third.round)).toEqual([
      ['ann', 0],
      ['cat', 0],
    ])
    await third.round.tip(ann, third.cars[0]!, group)
    await third.round.result(third.race, third.cars)
    expect(await entriesOf(group, third.round)).toMatchObject([{ totalPoints: 0, position: null }, { totalPoints: 0 }])
    await third.round.result(later, third.cars)
    expect(await rowsOf(group, third.round)).toEqual([
      ['ann', 50],
      ['cat', 0],
    ])
  })

  test('takes in who joins, and ends who leaves, in every weekend', async () => {
    const { first, second, scenario, group, bob } = await setUp()
    const cat = await scenario.fan('cat')
    await scenario.join(group, cat)
    for (const { round, cars } of [first, second]) {
      expect(await rowsOf(group, round)).toEqual(['ann', 'bob', 'cat'].map((name) => [name, 0]))
      await round.tip(cat, cars[0]!, group)
    }
    await scenario.leave(group, bob)
    for (const { round, cars } of [first, second]) {
      expect(await rowsOf(group, round)).toEqual(['ann', 'cat'].map((name) => [name, 0]))
      await expect(round.tip(bob, cars[0]!, group)).rejects.toMatchObject({ code: 'NOT_A_MEMBER' })
    }
    await scenario.rejoin(group, cat)
    for (const { round } of [first, second]) {
      expect(await rowsOf(group, round)).toEqual(['ann', 'cat'].map((name) => [name, 0]))
      expect((await tipReadModel(testDatabase.database).ofWeekend(cat, round.weekendId)).tips).toEqual([])
    }
  })

  test('approves a member in every weekend', async () => {
    const { first, second, scenario, group } = await setUp({ hidePointsUntilApproved: true })
    const cat = await scenario.fan('cat')
    await scenario.join(group, cat, false)
    for (const { round, race, cars } of [first, second]) {
      await round.tip(cat, cars[0]!, group)
      await round.result(race, cars)
      expect((await rowsOf(group, round)).at(-1)).toEqual(['cat', null])
    }
    await scenario.approve(group, cat)
    for (const { round } of [first, second]) expect((await rowsOf(group, round))[0]).toEqual(['cat', 50])
  })

  test('awards no points before an approval where the group asks for one, weekend by weekend', async () => {
    const { first, second, scenario, group } = await setUp({ preventPointsUntilApproved: true })
    const cat = await scenario.fan('cat')
    await scenario.join(group, cat, false)
    for (const { round, cars } of [first, second]) await round.tip(cat, cars[0]!, group)
    await first.round.result(first.race, first.cars)
    await scenario.approve(group, cat)
    await second.round.result(second.race, second.cars)
    expect(await rowsOf(group, first.round)).toContainEqual(['cat', 0])
    expect(await rowsOf(group, second.round)).toContainEqual(['cat', 50])
  })

  test('has its rules in every weekend, and the sessions that it selects in each', async () => {
    const { first, second, scenario, group, ann } = await setUp()
    const unselected = await second.round.race({ sessionType: 'race2' })
    await scenario.change(group, {
      useCustomPointSystem: true,
      customPointSystem: { 1: { first: 7, second: 5, third: 3 } },
      weekends: [
        { weekendId: first.round.weekendId, selectedRaceIds: [] },
        { weekendId: second.round.weekendId, selectedRaceIds: [second.race] },
      ],
    })
    for (const { round, cars } of [first, second]) await round.tip(ann, cars[0]!, group)
    await first.round.result(first.race, first.cars)
    await second.round.result(second.race, second.cars)
    await second.round.result(unselected, second.cars)
    for (const { round } of [first, second]) expect((await rowsOf(group, round))[0]).toEqual(['ann', 7])
  })

  test('locks tips after the first event of each weekend on its own', async () => {
    const { first, second, group, ann } = await setUp({ lockTipsAfterFirstEvent: true })
    await first.round.race({ sessionType: 'race2' })
    await first.round.close(first.race, undefined, undefined, true)
    await first.round.race({ id: first.race, status: 'running' })
    await expect(first.round.tip(ann, first.cars[0]!, group)).rejects.toMatchObject({ code: 'TIPS_LOCKED' })
    await second.round.tip(ann, second.cars[0]!, group)
  })

  test('is deleted in all weekends at once', async () => {
    const { first, second, scenario, group, ann } = await setUp()
    await scenario.change(group, { deleted: true })
    for (const { round, cars } of [first, second]) {
      expect(await leaderboardOf(group, round)).toBeUndefined()
      await expect(round.tip(ann, cars[0]!, group)).rejects.toMatchObject({ code: 'NOT_A_MEMBER' })
    }
    await expect(raceProgress(testDatabase)(aFan({ userId: ann }), group)).rejects.toMatchObject({
      code: 'GROUP_NOT_FOUND',
    })
    expect(await testDatabase.database('season_groups').where({ group_id: group.groupId })).toEqual([])
  })

  test('loses a weekend that left its list, and nothing else', async () => {
    const { first, second, scenario, group, ann } = await setUp()
    await first.round.tip(ann, first.cars[0]!, group)
    await scenario.change(group, { weekends: [{ weekendId: first.round.weekendId, selectedRaceIds: [] }] })
    expect(await leaderboardOf(group, second.round)).toBeUndefined()
    await first.round.result(first.race, first.cars)
    expect((await rowsOf(group, first.round))[0]).toEqual(['ann', 50])
  })

  test('is never held for a move in a weekend that it has no scope in', async () => {
    const { second, group, ann } = await setUp()
    const hold = (weekendId: number) =>
      holdGroup(testDatabase)({ params: group, request: { moveId: crypto.randomUUID(), weekendId } })
    expect(await hold((await createRound(20)).round.weekendId)).toEqual({ outcome: 'unknown' })
    await second.round.tip(ann, second.cars[0]!, group)
    expect(await hold(second.round.weekendId)).toEqual({ outcome: 'started' })
  })
})

describe('a group becomes a season group', () => {
  test('with the members who were published in its weekend', async () => {
    const [first, second] = [await createRound(1), await createRound(8)]
    const group = await first.round.group()
    const ann = await first.round.fan('ann')
    await first.round.join(group, ann)
    await first.round.tip(ann, first.cars[0]!, group)
    const weekends = [first, second].map(({ round }) => ({ weekendId: round.weekendId, selectedRaceIds: [] }))
    await first.round.change(group, { allSeason: true, seasonId: 1, weekends })
    expect(await rowsOf(group, second.round)).toEqual([['ann', 0]])
    await first.round.result(first.race, first.cars)
    expect(await rowsOf(group, first.round)).toEqual([['ann', 50]])
    const bob = await first.round.fan('bob')
    await first.round.join(group, bob)
    expect(await rowsOf(group, second.round)).toEqual([
      ['ann', 0],
      ['bob', 0],
    ])
  })

  test('and, without its season, one of its current weekend, whose earlier weekends stay readable', async () => {
    const { first, second, scenario, group, ann, bob } = await setUp()
    await first.round.tip(ann, first.cars[0]!, group)
    await first.round.result(first.race, first.cars)
    await first.round.weekend({ status: 'completed' })
    const weekends = [first, second].map(({ round }) => ({ weekendId: round.weekendId, selectedRaceIds: [] }))
    await scenario.change(group, {
      ...{ allSeason: false, seasonId: null, weekendId: second.round.weekendId, weekends },
    })
    const cat = await scenario.fan('cat')
    await scenario.join(group, cat)
    expect(await rowsOf(group, second.round)).toEqual(['ann', 'bob', 'cat'].map((name) => [name, 0]))
    expect((await rowsOf(group, first.round)).map(([name]) => name)).toEqual(['ann', 'bob'])
    await second.round.weekend({ status: 'completed' })
    await scenario.leave(group, ann)
    expect((await rowsOf(group, second.round)).map(([name]) => name)).toEqual(['bob', 'cat'])
    expect(await rowsOf(group, first.round)).toEqual([
      ['ann', 50],
      ['bob', 0],
    ])
    const reader = aFan({ userId: bob })
    expect(await raceProgress(testDatabase)(reader, { ...group, weekendId: first.round.weekendId })).toHaveLength(1)
  })
})

describe('reads of a season group', () => {
  test('are of the weekend that is asked for, or of the current one', async () => {
    const { first, second, scenario, group, ann } = await setUp()
    const reader = aFan({ userId: ann })
    const raceIds = async (weekendId?: number) =>
      (await raceProgress(testDatabase)(reader, { ...group, weekendId })).map(({ raceId }) => raceId)
    await first.round.tip(ann, first.cars[0]!, group)
    await first.round.result(first.race, first.cars)
    expect(await raceIds()).toEqual([first.race])
    expect(await raceIds(second.round.weekendId)).toEqual([second.race])
    await scenario.change(group, { weekendId: second.round.weekendId })
    expect(await raceIds()).toEqual([second.race])
    const of = { ...group, weekendId: first.round.weekendId }
    expect(await categoryStandings(testDatabase)(reader, of)).toMatchObject([
      { top: [{ userId: ann, points: 50 }, { points: 0 }] },
    ])
    const picks = readPicks(testDatabase)
    expect(await picks.ofGroup(reader, of)).toMatchObject([{ open: false, tips: 1, yours: first.cars[0] }])
    expect(await picks.ofGroup(reader, group)).toMatchObject([{ open: true }])
  })

  test('are 404 for a weekend without a scope, and for who is no member', async () => {
    const { scenario, group, ann } = await setUp()
    const third = await createRound(15)
    const stranger = await scenario.fan('stranger')
    const reads = (userId: string, weekendId?: number) => [
      raceProgress(testDatabase)(aFan({ userId }), { ...group, weekendId }),
      categoryStandings(testDatabase)(aFan({ userId }), { ...group, weekendId }),
      readPicks(testDatabase).ofGroup(aFan({ userId }), { ...group, weekendId }),
    ]
    for (const read of reads(ann, third.round.weekendId))
      await expect(read).rejects.toMatchObject({ kind: 'not-found', code: 'WEEKEND_NOT_FOUND' })
    for (const read of reads(stranger)) await expect(read).rejects.toMatchObject({ code: 'GROUP_NOT_FOUND' })
  })

  test('list the group in every weekend in which it has a scope', async () => {
    const { first, second, group, ann } = await setUp()
    const third = await createRound(15)
    const groupsIn = async (weekendId: number) =>
      (await groupStandings(testDatabase)({ userId: ann }, weekendId)).map(({ groupId }) => groupId)
    for (const { round } of [first, second]) expect(await groupsIn(round.weekendId)).toEqual([group.groupId])
    expect(await groupsIn(third.round.weekendId)).toEqual([])
    for (const { round, cars } of [first, second]) {
      await round.tip(ann, cars[0]!, group)
      const { tips } = await tipReadModel(testDatabase.database).ofWeekend(ann, round.weekendId)
      expect(tips).toMatchObject([{ groupId: group.groupId, carId: cars[0] }])
    }
  })
})

describe('a season group whose only weekend is deleted', () => {
  test('keeps its members, has nothing to read, and goes on with the next round', async () => {
    const first = await createRound(1)
    const group = await first.round.seasonGroup([first.round.weekendId])
    const ann = await first.round.fan('ann')
    await first.round.join(group, ann)
    await first.round.weekend({ deleted: true })
    const reader = aFan({ userId: ann })
    expect(await raceProgress(testDatabase)(reader, group)).toEqual([])
    await removeDeletedWeekends(testDatabase.database)
    await first.round.change(group, { weekendId: null, weekends: [] })
    for (const read of [raceProgress(testDatabase), categoryStandings(testDatabase), readPicks(testDatabase).ofGroup])
      expect(await read(reader, group)).toEqual([])
    const bob = await first.round.fan('bob')
    await first.round.join(group, bob)
    const second = await createRound(8)
    const { weekendId } = second.round
    await first.round.change(group, { weekendId, weekends: [{ weekendId, selectedRaceIds: [] }] })
    expect(await rowsOf(group, second.round)).toEqual([
      ['ann', 0],
      ['bob', 0],
    ])
  })

  test('keeps members who were published in that weekend before it became a season group', async () => {
    const [first, second] = [await createRound(1), await createRound(8)]
    const group = await first.round.group()
    const ann = await first.round.fan('ann')
    await first.round.join(group, ann)
    await first.round.change(group, { allSeason: true })
    await first.round.weekend({ deleted: true })
    await removeDeletedWeekends(testDatabase.database)
    const { weekendId } = second.round
    await first.round.change(group, { weekendId, weekends: [{ weekendId, selectedRaceIds: [] }] })
    expect(await rowsOf(group, second.round)).toEqual([['ann', 0]])
  })
})

describe('a member who leaves a season group', () => {
  /** Ann won the completed first round; the second has begun. */
  const setUpLeaver = async () => {
    const context = await setUp()
    const { first, second, group, ann, bob } = context
    const late = await second.round.race({ sessionType: 'race2' })
    for (const { round, race, cars } of [first, second]) {
      await round.tip(ann, cars[0]!, group)
      await round.tip(bob, cars[1]!, group)
      await round.result(race, cars)
    }
    await first.round.weekend({ status: 'completed' })
    return { ...context, late }
  }
  const KEPT = [
    ['ann', 50],
    ['bob', 25],
  ]

  test('stays on the leaderboards of completed weekends and leaves the others, and may read neither', async () => {
    const { first, second, scenario, group, ann, bob } = await setUpLeaver()
    await scenario.leave(group, ann)
    await refresh()
    expect(await rowsOf(group, first.round)).toEqual(KEPT)
    expect(await rowsOf(group, second.round)).toEqual([['bob', 25]])
    const of = { ...group, weekendId: first.round.weekendId }
    expect(await raceProgress(testDatabase)(aFan({ userId: bob }), of)).toMatchObject([
      { participants: 2, tipped: 2, topPerformers: [{ userId: ann, points: 50 }, { userId: bob }] },
    ])
    await expect(raceProgress(testDatabase)(aFan({ userId: ann }), of)).rejects.toMatchObject({
      code: 'GROUP_NOT_FOUND',
    })
    const ledgerOf = ({ round }: typeof first) =>
      readLedger(testDatabase.database, { userId: ann, weekendId: round.weekendId, allGroups: true })
    expect(await ledgerOf(first)).toMatchObject([{ points: 50, inForce: true }])
    expect(await ledgerOf(second)).toMatchObject([{ points: 50, inForce: false }])
  })

  test('keeps the points of a correction, and the row of a renamed or deleted account follows', async () => {
    const { first, scenario, group, ann } = await setUpLeaver()
    await scenario.leave(group, ann)
    await first.round.result(first.race, [first.cars[1]!, first.cars[0]!])
    expect(await rowsOf(group, first.round)).toEqual([
      ['bob', 50],
      ['ann', 25],
    ])
    await testDatabase.database.transaction((sql) => projectUser(sql, aUser({ id: ann, deleted: true })))
    await refresh()
    expect(await rowsOf(group, first.round)).toEqual([
      ['bob', 50],
      [null, 25],
    ])
    expect(
      await testDatabase.database('standings').where({ user_id: ann }).whereNotNull('membership_id'),
    ).toMatchObject([{ sort_name: 'anonymous' }])
  })

  test('comes back as a new member of the weekends that are not completed', async () => {
    const { first, second, scenario, group, ann, late } = await setUpLeaver()
    await scenario.leave(group, ann)
    await scenario.join(group, ann)
    expect(await rowsOf(group, first.round)).toEqual(KEPT)
    expect(await rowsOf(group, second.round)).toEqual([
      ['bob', 25],
      ['ann', 0],
    ])
    await second.round.tip(ann, second.cars[0]!, group)
    await second.round.result(late, second.cars)
    expect(await rowsOf(group, second.round)).toEqual([
      ['ann', 50],
      ['bob', 50],
    ])
    const standings = await groupStandings(testDatabase)({ userId: ann }, first.round.weekendId)
    expect(standings).toMatchObject([{ groupId: group.groupId, position: 1, totalPoints: 50 }])
    await scenario.leave(group, ann)
    expect(await rowsOf(group, first.round)).toEqual(KEPT)
  })

  test('leaves the leaderboard of a weekend that is set back, where who came back is a member again', async () => {
    const { first, scenario, group, ann, bob } = await setUpLeaver()
    await first.round.race({ sessionType: 'race2' })
    await scenario.leave(group, ann)
    await scenario.leave(group, bob)
    await scenario.join(group, bob)
    await first.round.weekend({ status: 'live' })
    await refresh()
    expect(await rowsOf(group, first.round)).toEqual([['bob', 0]])
    await first.round.tip(bob, first.cars[0]!, group)
    await expect(first.round.tip(ann, first.cars[0]!, group)).rejects.toMatchObject({ code: 'NOT_A_MEMBER' })
  })

  test('stays by name where their account is deleted: on completed weekends and those that have begun', async () => {
    const context = await setUpLeaver()
    const { first, second, scenario, group, ann } = context
    const [third, fourth] = [await createRound(15), await createRound(22)]
    await open(context, third.round)
    await scenario.publishMembership(group, ann, { deleted: true, accountDeleted: true })
    expect(await rowsOf(group, first.round)).toEqual(KEPT)
    expect(await rowsOf(group, second.round)).toEqual(KEPT)
    expect(await rowsOf(group, third.round)).toEqual([['bob', 0]])
    await open(context, third.round, fourth.round)
    expect(await rowsOf(group, fourth.round)).toEqual([['bob', 0]])
    await first.round.weekend({ status: 'live' })
    expect(await rowsOf(group, first.round)).toEqual(KEPT)
  })

  test('leaves a weekend that is set back if it started after the deletion of their account', async () => {
    const { first, second, scenario, group, ann } = await setUp()
    await second.round.weekend({ status: 'completed' })
    await scenario.publishMembership(group, ann, { deleted: true, accountDeleted: true })
    expect(await rowsOf(group, second.round)).toHaveLength(2)
    await separatingMoment(testDatabase.database)
    await second.round.result(second.race, second.cars)
    await second.round.weekend({ status: 'live' })
    for (const { round } of [first, second]) expect(await rowsOf(group, round)).toEqual([['bob', 0]])
  })

  test('leaves every leaderboard of a group of one weekend, as before', async () => {
    const first = await createRound(1)
    const group = await first.round.group()
    const ann = await first.round.fan('ann')
    await first.round.join(group, ann)
    await first.round.weekend({ status: 'completed' })
    await first.round.leave(group, ann)
    expect(await rowsOf(group, first.round)).toEqual([])
  })
})

describe('a tip in a season group without a scope in the weekend', () => {
  const RETRY = { kind: 'unavailable', retryAfterSeconds: 2 }

  test('is retried where the round is announced and later, and accepted once the scope is open', async () => {
    const context = await setUp()
    const { first, second, scenario, group, ann } = context
    const [third, stranger] = [await createRound(15), await scenario.fan('stranger')]
    const seasonId = await publishSeason([first.round, second.round, third.round])
    await scenario.change(group, { seasonId })
    await expect(third.round.tip(ann, third.cars[0]!, group)).rejects.toMatchObject(RETRY)
    await expect(third.round.tip(stranger, third.cars[0]!, group)).rejects.toMatchObject({ code: 'NOT_A_MEMBER' })
    await third.round.tip(ann, third.cars[0]!)
    await open(context, third.round)
    await third.round.tip(ann, third.cars[0]!, group)
  })

  test('is retried where the scope opens while the tip is decided', async () => {
    const [first, stranger] = [await createRound(1), 'stranger']
    const seasonId = await publishSeason([first.round])
    const group = await first.round.seasonGroup([], { seasonId })
    const ann = await first.round.fan('ann')
    await first.round.join(group, ann)
    const { weekendId } = first.round
    await first.round.change(group, { weekends: [{ weekendId, selectedRaceIds: [] }] })
    const requests = [ann, stranger].map((userId) => ({ userId, weekendId, ...group, category: 1, carId: 1 }))
    const toOpen = await testDatabase.database.transaction((sql) => findScopesToOpen(sql, weekendId, requests))
    expect(requests.map(toOpen)).toMatchObject([{ isAnnounced: true }, undefined])
    await first.round.tip(ann, first.cars[0]!, group)
  })

  test('is refused where the round is earlier than the group, not announced, or of no season', async () => {
    const [earlier, first, later] = [await createRound(1), await createRound(8), await createRound(15)]
    const seasonId = await publishSeason([earlier.round, first.round, later.round])
    const group = await first.round.seasonGroup([first.round.weekendId], { seasonId })
    const ann = await first.round.fan('ann')
    await first.round.join(group, ann)
    const refused = { code: 'NOT_A_MEMBER' }
    await expect(earlier.round.tip(ann, earlier.cars[0]!, group)).rejects.toMatchObject(refused)
    await expect(later.round.tip(ann, later.cars[0]!, group)).rejects.toMatchObject(RETRY)
    await later.round.weekend({ isActive: false })
    await expect(later.round.tip(ann, later.cars[0]!, group)).rejects.toMatchObject({ code: 'WEEKEND_NOT_ANNOUNCED' })
    const other = await createRound(22)
    await expect(other.round.tip(ann, other.cars[0]!, group)).rejects.toMatchObject(refused)
  })

  test('is retried while the group waits for its next round', async () => {
    const first = await createRound(1)
    const seasonId = await publishSeason([first.round])
    const group = await first.round.seasonGroup([], { seasonId })
    const ann = await first.round.fan('ann')
    await first.round.join(group, ann)
    await expect(first.round.tip(ann, first.cars[0]!, group)).rejects.toMatchObject(RETRY)
    await first.round.weekend({ status: 'completed' })
    await expect(first.round.tip(ann, first.cars[0]!, group)).rejects.toMatchObject({ code: 'NOT_A_MEMBER' })
  })
})

describe('while a new weekend is opened', () => {
  const setUpOpening = async () => {
    const context = await setUp()
    const third = await createRound(15)
    const { groupId } = context.group
    const weekends = [context.first, context.second, third].map(({ round }) => ({
      ...{ weekendId: round.weekendId, selectedRaceIds: [] },
    }))
    const state = aGroup({ id: groupId, weekendId: context.first.round.weekendId, allSeason: true, weekends })
    const joining = (userId: string, overrides = {}) => aMembership({ groupId, weekendId: null, userId, ...overrides })
    return { ...context, third, state, joining }
  }
  type SetUp = Awaited<ReturnType<typeof setUpOpening>>
  const changes: [string, (setUp: SetUp) => ReturnType<SetUp['joining']>, string[]][] = [
    ['who joins', ({ joining }) => joining('late'), ['Anonymous', 'ann', 'bob']],
    ['who leaves', ({ joining, bob }) => joining(bob, { deleted: true }), ['ann']],
    ['who comes back', ({ joining, bob }) => joining(bob), ['ann', 'bob']],
  ]

  test.each(changes)('%s is in the new weekend as if before or after it', async (_words, change, names) => {
    for (const opensFirst of [true, false]) {
      const setUp = await setUpOpening()
      const opening = () => testDatabase.database.transaction((sql) => projectGroup(sql, setUp.state))
      const changing = () => testDatabase.database.transaction((sql) => projectMemberships(sql, [change(setUp)]))
      const first = await testDatabase.database.transaction()
      await (opensFirst ? projectGroup(first, setUp.state) : projectMemberships(first, [change(setUp)]))
      const second = opensFirst ? changing() : opening()
      await waitForLockWaiters()
      await first.commit()
      await second
      for (const { round } of [setUp.first, setUp.second, setUp.third])
        expect((await rowsOf(setUp.group, round)).map(([name]) => name ?? 'Anonymous').toSorted()).toEqual(names)
    }
  })

  test('tips in all of its weekends go on', async () => {
    const { first, second, third, state, group, ann, bob } = await setUpOpening()
    const opening = await testDatabase.database.transaction()
    await projectGroup(opening, state)
    for (const { round, cars } of [first, second]) await round.tip(ann, cars[0]!, group)
    await third.round.tip(bob, third.cars[0]!)
    await opening.commit()
    await third.round.tip(bob, third.cars[0]!, group)
  })

  test('a group costs the same number of statements, whatever the number of its members and weekends', async () => {
    const rounds = [await createRound(1), await createRound(8), await createRound(15), await createRound(22)]
    const [{ round: scenario }] = rounds as [(typeof rounds)[0]]
    const ids = rounds.map(({ round }) => round.weekendId)
    const countStatements = async (members: number, weekends: number): Promise<number> => {
      const group = await scenario.seasonGroup(ids.slice(0, 1))
      for (let each = 0; each < members; each++) await scenario.join(group, `member-${each}`)
      let statements = 0
      const count = () => {
        statements += 1
      }
      testDatabase.database.on('query', count)
      await scenario.change(group, {
        weekends: ids.slice(0, weekends).map((weekendId) => ({ weekendId, selectedRaceIds: [] })),
      })
      testDatabase.database.removeListener('query', count)
      return statements
    }
    expect(await countStatements(20, 4)).toBe(await countStatements(1, 2))
  })
})
