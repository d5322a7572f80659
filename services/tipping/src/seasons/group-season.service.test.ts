import type { SeasonEntry } from '@purple-sector/contracts/tipping/seasons'
import type { TestDatabase } from '@purple-sector/testing'
import { aFan, aUser } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSeasonScenario } from '../../test/season-scenario.ts'
import { createTippingDatabase } from '../../test/tipping-scenario.ts'
import { seasonChances } from '../chances/season-chances.ts'
import { projectUser } from '../projections/user-projection.ts'
import { readGroupSeasonLeaderboard } from '../season-leaderboards/read-season-leaderboard.ts'
import { seasonLeaderboardReadModel } from '../season-leaderboards/season-leaderboard-read-model.ts'
import { findOwnGroupSeason } from './group-season-sql.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

type SeasonRules = {
  countBest: number | null
  missedWeekend: 'zero' | 'lowest' | 'average'
  lateJoiners: 'none' | 'missed'
}
const RULES: SeasonRules = { countBest: null, missedWeekend: 'zero', lateJoiners: 'none' }

/** A season group with ann and bob, from the round `from` on. Rounds pay 50, 25 and 15 points. */
const setUp = async ({
  rules = {},
  rounds: count = 3,
  from = 0,
}: {
  rules?: Partial<SeasonRules>
  rounds?: number
  from?: number
} = {}) => {
  const season = await createSeasonScenario(testDatabase.database, count)
  const { seasonId } = season
  const rounds = season.rounds.slice(from)
  const [{ scenario }] = rounds as [(typeof rounds)[0]]
  const group = await scenario.seasonGroup(
    rounds.map(({ weekendId }) => weekendId),
    { seasonId, seasonRules: { ...RULES, ...rules } },
  )
  const [ann, bob] = [await season.fan('ann'), await season.fan('bob')]
  for (const fan of [ann, bob]) await scenario.join(group, fan)
  const competition = { seasonId, groupId: group.groupId }
  const read = async (viewer: string | null = null, seesHidden = false): Promise<SeasonEntry[]> => {
    await season.settle()
    const page = { limit: 100, offset: 0, viewer, seesHidden }
    return (await seasonLeaderboardReadModel(testDatabase.database).page(competition, page)).entries
  }
  const entryOf = async (userId: string) => (await read()).find((entry) => entry.userId === userId)
  const pointsOf = async () => (await read()).map(({ userId, totalPoints }) => [userId, totalPoints])
  const roundsOf = async (userId: string) =>
    (await entryOf(userId))?.rounds.map(({ state, seasonPoints }) => [state, seasonPoints])
  /** Members tip the car that finishes on their place of a round; the round is scored and completed. */
  const play = async (round: number, places: Record<string, number>) => {
    for (const [userId, place] of Object.entries(places)) await season.rounds[round]!.tip(userId, place, group)
    await season.rounds[round]!.result()
    await season.rounds[round]!.complete()
  }
  return { ...season, readOpen: season.read, scenario, group, ann, bob, read, entryOf, pointsOf, roundsOf, play }
}

describe('the season leaderboard of a group', () => {
  test('adds up its weekends; every present member has a row', async () => {
    const { ann, bob, scenario, group, play, pointsOf, roundsOf, entryOf } = await setUp()
    const idle = await scenario.fan('idle')
    await scenario.join(group, idle)
    await play(0, { [ann]: 1, [bob]: 2 })
    await play(1, { [bob]: 1 })
    expect(await pointsOf()).toEqual([
      [bob, 75],
      [ann, 50],
      [idle, 0],
    ])
    expect(await roundsOf(ann)).toEqual([
      ['counted', 50],
      ['missed', 0],
    ])
    expect(await roundsOf(idle)).toEqual([
      ['pending', null],
      ['pending', null],
    ])
    expect(await entryOf(bob)).toMatchObject({ position: 1, weekendsWon: 1, weekendsPlayed: 2 })
  })

  test('counts by the rules of the group, and again when they change', async () => {
    const { ann, bob, scenario, group, seasonId, play, roundsOf } = await setUp({
      rules: { countBest: 1, missedWeekend: 'average' },
    })
    await play(0, { [ann]: 1, [bob]: 2 })
    await play(1, { [bob]: 1 })
    expect(await roundsOf(ann)).toEqual([
      ['counted', 50],
      ['dropped', 50],
    ])
    expect(await roundsOf(bob)).toEqual([
      ['dropped', 25],
      ['counted', 50],
    ])
    await scenario.change(group, { seasonId, seasonRules: RULES })
    expect(await roundsOf(ann)).toEqual([
      ['counted', 50],
      ['missed', 0],
    ])
  })

  test('has a new version when a member has another picture, and that of another group has none', async () => {
    const { ann, bob, scenario, seasonId, group, play, settle } = await setUp()
    const other = await scenario.seasonGroup([scenario.weekendId], { seasonId, seasonRules: RULES })
    await scenario.join(other, bob)
    await play(0, { [ann]: 1, [bob]: 2 })
    const versionOf = async ({ groupId }: { groupId: number }): Promise<number> =>
      (await testDatabase.database('season_boards').where({ season_id: seasonId, group_id: groupId }).first()).version
    const versions = async () => {
      await settle()
      return [await versionOf(group), await versionOf(other)]
    }
    const [before = 0, ofOther = 0] = await versions()
    const changed = aUser({ id: ann, username: 'ann', avatarConfig: { team: 'Racing' } })
    await testDatabase.database.transaction((sql) => projectUser(sql, changed))
    expect(await versions()).toEqual([before + 1, ofOther])
    expect(await versions()).toEqual([before + 1, ofOther])
  })

  test('begins with the first scope of the group', async () => {
    const { rounds, ann, play, roundsOf } = await setUp({ from: 1 })
    await rounds[0]!.tip(ann, 1)
    await rounds[0]!.result()
    await rounds[0]!.complete()
    await play(1, { [ann]: 1 })
    expect(await roundsOf(ann)).toEqual([['counted', 50]])
  })

  test('has no figures of the open competition, and the open one none of the group', async () => {
    const { rounds, ann, bob, play, pointsOf, readOpen } = await setUp()
    await rounds[0]!.tip(ann, 2)
    await play(0, { [bob]: 1 })
    expect(await pointsOf()).toEqual([
      [bob, 50],
      [ann, 0],
    ])
    expect((await readOpen()).entries).toMatchObject([{ userId: ann, totalPoints: 25 }])
  })

  test('follows a correction of an earlier round', async () => {
    const { rounds, ann, bob, play, pointsOf } = await setUp()
    await play(0, { [ann]: 1, [bob]: 2 })
    await play(1, { [ann]: 3, [bob]: 3 })
    await rounds[0]!.result([2, 1, 3])
    expect(await pointsOf()).toEqual([
      [bob, 65],
      [ann, 40],
    ])
  })

  test('shows a completed round without a result as cancelled', async () => {
    const { rounds, ann, bob, play, roundsOf } = await setUp()
    await rounds[0]!.tip(ann, 1)
    await rounds[0]!.complete()
    await play(1, { [bob]: 1 })
    expect(await roundsOf(bob)).toEqual([
      ['void', null],
      ['counted', 50],
    ])
  })
})

describe('rounds before a member joined', () => {
  const setUpLate = async (rules: Partial<SeasonRules> = {}) => {
    const context = await setUp({ rules })
    await context.play(0, { [context.ann]: 1, [context.bob]: 2 })
    const late = await context.scenario.fan('late')
    await context.scenario.join(context.group, late)
    return { ...context, late }
  }

  test('bring nothing, and are neither dropped nor missed', async () => {
    const { late, play, roundsOf } = await setUpLate({ countBest: 1, missedWeekend: 'lowest' })
    await play(1, { [late]: 1 })
    expect(await roundsOf(late)).toEqual([
      ['before', null],
      ['counted', 50],
    ])
  })

  test('are missed weekends where the group says so', async () => {
    const { late, play, roundsOf } = await setUpLate({ missedWeekend: 'lowest', lateJoiners: 'missed' })
    await play(1, { [late]: 1 })
    expect(await roundsOf(late)).toEqual([
      ['missed', 25],
      ['counted', 50],
    ])
  })

  test('are those whose last counting race had locked: one that was half run is an ordinary one', async () => {
    const { rounds, ann, scenario, group, play, roundsOf } = await setUp()
    const second = await rounds[0]!.scenario.race({ sessionType: 'race2' })
    await rounds[0]!.tip(ann, 1, group)
    await rounds[0]!.result()
    const [half, late] = [await scenario.fan('half'), await scenario.fan('late')]
    await scenario.join(group, half)
    await rounds[0]!.scenario.close(second)
    await scenario.join(group, late)
    await rounds[0]!.complete()
    await play(1, { [half]: 1, [late]: 1 })
    expect(await roundsOf(half)).toEqual([
      ['missed', 0],
      ['counted', 50],
    ])
    expect((await roundsOf(late))?.[0]).toEqual(['before', null])
  })

  test('do not depend on the approval', async () => {
    const { scenario, group, play, roundsOf } = await setUp()
    const pending = await scenario.fan('pending')
    await scenario.join(group, pending, false)
    await play(0, { [pending]: 1 })
    await scenario.approve(group, pending)
    await play(1, {})
    expect(await roundsOf(pending)).toEqual([
      ['counted', 50],
      ['missed', 0],
    ])
  })
})

describe('a member who leaves', () => {
  test('has no row; who won and the average of their weekend stay', async () => {
    const { ann, bob, scenario, group, play, read, roundsOf, entryOf } = await setUp({
      rules: { missedWeekend: 'average' },
    })
    const cat = await scenario.fan('cat')
    await scenario.join(group, cat)
    await play(0, { [ann]: 1, [bob]: 2 })
    await scenario.leave(group, ann)
    await play(1, { [cat]: 1, [bob]: 2 })
    expect((await read()).map(({ userId }) => userId)).not.toContain(ann)
    expect(await roundsOf(cat)).toEqual([
      ['missed', 37],
      ['counted', 50],
    ])
    expect(await entryOf(bob)).toMatchObject({ weekendsWon: 0, totalPoints: 50 })
  })

  test('and comes back is a new member: all rounds so far are before joining', async () => {
    const { ann, bob, scenario, group, play, roundsOf, entryOf, rounds } = await setUp()
    await play(0, { [ann]: 1, [bob]: 2 })
    await rounds[1]!.tip(ann, 1, group)
    await scenario.leave(group, ann)
    await scenario.join(group, ann)
    expect(await entryOf(ann)).toMatchObject({ totalPoints: 0, weekendsWon: 0, bestWeekend: null })
    await play(1, { [bob]: 2 })
    expect(await roundsOf(ann)).toEqual([
      ['before', null],
      ['pending', null],
    ])
    await play(2, { [ann]: 1 })
    expect(await roundsOf(ann)).toEqual([
      ['before', null],
      ['missed', 0],
      ['counted', 50],
    ])
    expect(await entryOf(bob)).toMatchObject({ weekendsWon: 1 })
  })

  test('by deleting the account stays as Anonymous with the points so far', async () => {
    const { ann, bob, scenario, group, play, read } = await setUp({ rules: { missedWeekend: 'average' } })
    await play(0, { [ann]: 1, [bob]: 2 })
    await scenario.publishMembership(group, ann, { deleted: true, accountDeleted: true })
    await testDatabase.database.transaction((sql) => projectUser(sql, aUser({ id: ann, deleted: true })))
    await play(1, { [bob]: 3 })
    expect(await read()).toMatchObject([
      { userId: ann, username: null, totalPoints: 50, rounds: [{ state: 'counted' }, { state: 'before' }] },
      { userId: bob, totalPoints: 40 },
    ])
  })
})

describe('reads', () => {
  const reply = (userId: string, groupId: number) =>
    readGroupSeasonLeaderboard(testDatabase)(aFan({ userId }), groupId, {
      page: { limit: 100, offset: 0 },
      ifNoneMatch: undefined,
    })

  test('are for members of season groups', async () => {
    const { ann, scenario, group, settle } = await setUp()
    await settle()
    expect(await reply(ann, group.groupId)).toMatchObject({ total: 2, entries: [{ position: null }, {}] })
    const stranger = await scenario.fan('stranger')
    await expect(reply(stranger, group.groupId)).rejects.toMatchObject({ kind: 'not-found', code: 'GROUP_NOT_FOUND' })
    const ofOneWeekend = await scenario.group()
    await scenario.join(ofOneWeekend, ann)
    await expect(reply(ann, ofOneWeekend.groupId)).rejects.toMatchObject({ kind: 'not-found', code: 'NO_SEASON' })
  })

  test('hide the points of pending members from all but themselves and the admin', async () => {
    const { ann, scenario, group, play, read, bob } = await setUp()
    await scenario.change(group, { hidePointsUntilApproved: true })
    const pending = await scenario.fan('pending')
    await scenario.join(group, pending, false)
    await play(0, { [pending]: 1, [ann]: 2, [bob]: 3 })
    const rowOf = (entries: SeasonEntry[]) => entries.find(({ userId }) => userId === pending)
    expect((await read()).at(-1)).toMatchObject({ userId: pending, position: null, totalPoints: null, rounds: [] })
    expect(rowOf(await read(pending))).toMatchObject({ position: null, totalPoints: 50 })
    expect(rowOf(await read('group-admin', true))).toMatchObject({ totalPoints: 50 })
    await scenario.approve(group, pending)
    expect((await read())[0]).toMatchObject({ userId: pending, position: 1, totalPoints: 50 })
  })

  test.for([
    ['lowest', 15, 0],
    ['average', 20, 13],
  ] as const)(
    'do not give a missed round the points of a pending member, by the rule %s',
    async ([missedWeekend, withoutPending, withAll]) => {
      const { ann, bob, seasonId, scenario, group, rounds, play, roundsOf, settle } = await setUp({
        rules: { missedWeekend },
        rounds: 2,
      })
      const idle = await scenario.fan('idle')
      await scenario.join(group, idle)
      await scenario.change(group, { hidePointsUntilApproved: true })
      const pending = await scenario.fan('pending')
      await scenario.join(group, pending, false)
      await play(0, { [pending]: 4, [ann]: 2, [bob]: 3 })
      await rounds[1]!.tip(idle, 1, group)
      expect(await roundsOf(idle)).toEqual([['missed', withoutPending]])
      await settle()
      const competition = { seasonId, groupId: group.groupId }
      const reachable = async () => (await seasonChances(testDatabase).of(competition, [idle])).get(idle)?.maxReachable
      expect(await reachable()).toBe(withoutPending + 50)
      await scenario.approve(group, pending)
      expect(await roundsOf(idle)).toEqual([['missed', withAll]])
      await settle()
      expect(await reachable()).toBe(withAll + 50)
    },
  )

  test('end when the group leaves the season or is deleted', async () => {
    const { ann, scenario, group, settle, rounds } = await setUp()
    await settle()
    const boards = () => testDatabase.database('season_boards').where({ group_id: group.groupId })
    expect(await boards()).toHaveLength(1)
    const weekends = rounds.map(({ weekendId }) => ({ weekendId, selectedRaceIds: [] }))
    await scenario.change(group, { allSeason: false, seasonId: null, seasonRules: null, weekends })
    await settle()
    expect(await boards()).toEqual([])
    await expect(findOwnGroupSeason(testDatabase.database, aFan({ userId: ann }), group.groupId)).rejects.toMatchObject(
      {
        code: 'NO_SEASON',
      },
    )
    const second = await setUp()
    await second.settle()
    await second.scenario.change(second.group, { deleted: true })
    await second.settle()
    expect(await testDatabase.database('season_boards').where({ group_id: second.group.groupId })).toEqual([])
  })
})

test('members with hidden points are no rivals, except for the admin, and read their chances against all others', async () => {
  const { ann, bob, seasonId, scenario, group, play, settle } = await setUp({ rounds: 2 })
  await scenario.join(group, 'group-admin')
  await scenario.change(group, { hidePointsUntilApproved: true })
  const pending = await scenario.fan('pending')
  await scenario.join(group, pending, false)
  await play(0, { [pending]: 1, [ann]: 2, [bob]: 4 })
  await play(1, { [pending]: 1, [ann]: 2, [bob]: 4 })
  await settle()
  const fans = [ann, bob, pending, 'group-admin']
  const found = await seasonChances(testDatabase).of({ seasonId, groupId: group.groupId }, fans)
  expect(fans.map((fan) => found.get(fan))).toMatchObject([
    { maxReachable: 50, canWin: true, clinched: true },
    { maxReachable: 0, canWin: false, clinched: false },
    { maxReachable: 100, canWin: true, clinched: true },
    { maxReachable: 0, canWin: false, clinched: false },
  ])
  await scenario.approve(group, pending)
  await settle()
  const approved = await seasonChances(testDatabase).of({ seasonId, groupId: group.groupId }, [ann])
  expect(approved.get(ann)).toMatchObject({ canWin: false, clinched: false })
})
