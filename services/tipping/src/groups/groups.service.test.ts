import { randomUUID } from 'node:crypto'
import { applyGroup as applyGroupCall } from '@purple-sector/contracts/tipping/internal'
import type { Transaction } from '@purple-sector/database'
import type { TestDatabase } from '@purple-sector/testing'
import { aGroup, aMembership, aWeekend } from '@purple-sector/testing/builders'
import { lockWaiters } from '@purple-sector/testing/databases/lock-waiters'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTippingDatabase, createTippingScenario, type TippingScenario } from '../../test/tipping-scenario.ts'
import { refreshBoards } from '../board-publishing/refresh-boards.ts'
import { removeDeletedWeekends } from '../deletion/remove-deleted-weekends.ts'
import { removeEndedGroups } from '../deletion/remove-ended-groups.ts'
import { leaderboardReadModel } from '../leaderboards/leaderboard-read-model.ts'
import { closeNow } from '../locks/close-now.ts'
import { projectWeekend } from '../projections/weekend-projection.ts'
import { writeTip } from '../tips/submit-tip.ts'
import { tipReadModel } from '../tips/tip-read-model.ts'
import { applyGroup } from './apply-group.ts'
import { projectGroup } from './group-projection.ts'
import { holdGroup, releaseGroup } from './hold-group.ts'
import { projectMemberships } from './membership-projection.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

type Group = Awaited<ReturnType<TippingScenario['group']>>

const setUpGroup = async (rules: Parameters<TippingScenario['group']>[0] = {}) => {
  const scenario = await createTippingScenario(testDatabase.database)
  const group = await scenario.group(rules)
  const race = await scenario.race()
  const cars = await scenario.cars(3)
  const [ann, bob] = [await scenario.fan('ann'), await scenario.fan('bob')]
  return { scenario, group, race, winner: cars[0]!, cars, ann, bob }
}
const readRows = async (
  group: Parameters<ReturnType<typeof leaderboardReadModel>['page']>[0],
  viewer: string | null = null,
) => {
  const { entries } = await leaderboardReadModel(testDatabase.database).page(group, { limit: 100, offset: 0, viewer })
  return entries.map(({ username, totalPoints }) => [username, totalPoints])
}
const pushStates = (states: Parameters<typeof applyGroupCall.request.parse>[0]) =>
  applyGroup(testDatabase)({ request: applyGroupCall.request.parse(states) })
const hold = async ({ groupId }: Pick<Group, 'groupId'>, { weekendId }: Pick<TippingScenario, 'weekendId'>) => {
  const moveId = randomUUID()
  const { outcome } = await holdGroup(testDatabase)({ params: { groupId }, request: { moveId, weekendId } })
  return { outcome, release: () => releaseGroup(testDatabase)({ params: { groupId }, request: { moveId } }) }
}
const membershipsOf = ({ scopeId }: Group, userId: string) =>
  testDatabase.database('memberships').where({ scope_id: scopeId, user_id: userId }).orderBy('id')
const scopeOf = (groupId: number) =>
  testDatabase.database('scopes').where({ group_id: groupId, deleted: false }).first()
const hasLockWaiters = async (): Promise<boolean> => (await lockWaiters(testDatabase.database)).length > 0
const waitForLockWaiters = () =>
  vi.waitFor(async () => expect(await hasLockWaiters()).toBe(true), { timeout: 30_000, interval: 5 })
/** Lists the tables that still have rows of these scopes, of the group or of its tips. */
const rowsOf = async (groupId: number, scopeIds: number[]) => {
  const tables: string[] = []
  for (const table of [
    'scope_rules',
    'memberships',
    'tips',
    'awards',
    'standings',
    'standing_ranks',
    'scopes_to_refresh',
  ])
    if (await testDatabase.database(table).whereIn('scope_id', scopeIds).first()) tables.push(table)
  if (await testDatabase.database('scopes').where({ group_id: groupId }).first()) tables.push('scopes')
  if (await testDatabase.database('published_memberships').where({ group_id: groupId }).first())
    tables.push('published_memberships')
  const { rows } = await testDatabase.database.raw(
    'select from tip_revisions where not exists (select from tips where id = tip_id)',
  )
  if (rows.length > 0) tables.push('tip_revisions')
  return tables
}

describe('a membership state', () => {
  test('is idempotent, and an older approval state changes nothing', async () => {
    const { scenario, group, ann } = await setUpGroup()
    await scenario.join(group, ann)
    const before = await membershipsOf(group, ann)
    await scenario.publishMembership(group, ann)
    expect(await membershipsOf(group, ann)).toEqual(before)
  })

  test('with another joining time ends the previous membership and does not restore its tips', async () => {
    const { scenario, group, race, winner, ann } = await setUpGroup()
    await scenario.join(group, ann)
    await scenario.tip(ann, winner, group)
    await scenario.rejoin(group, ann)
    const [before, now] = await membershipsOf(group, ann)
    expect(before.left_at).not.toBeNull()
    expect(now).toMatchObject({ left_at: null })
    expect((await tipReadModel(testDatabase.database).ofWeekend(ann, scenario.weekendId)).tips).toEqual([])
    await scenario.result(race, [winner])
    expect(await readRows(group)).toEqual([['ann', 0]])
  })

  test('lets a user who joined again tip, and only that tip counts', async () => {
    const { scenario, group, race, winner, cars, ann } = await setUpGroup()
    await scenario.join(group, ann)
    await scenario.tip(ann, cars[1]!, group)
    await scenario.rejoin(group, ann)
    await scenario.tip(ann, winner, group)
    expect((await tipReadModel(testDatabase.database).ofWeekend(ann, scenario.weekendId)).tips).toMatchObject([
      { carId: winner },
    ])
    await scenario.result(race, [winner, cars[1]!])
    expect(await readRows(group)).toEqual([['ann', 50]])
  })

  test('may arrive before its group: the user is a member once the group is known', async () => {
    const scenario = await createTippingScenario(testDatabase.database)
    const ann = await scenario.fan('ann')
    const group = aGroup({ weekendId: scenario.weekendId })
    await scenario.publishMembership({ groupId: group.id }, ann)
    expect(await scopeOf(group.id)).toBeUndefined()
    await testDatabase.database.transaction((sql) => projectGroup(sql, group))
    const scope = await scopeOf(group.id)
    expect(await readRows({ groupId: group.id, scopeId: scope.id })).toEqual([['ann', 0]])
  })

  test('of a former member takes them off the board and rejects their tips', async () => {
    const { scenario, group, winner, ann, bob } = await setUpGroup()
    await scenario.join(group, ann)
    await scenario.join(group, bob)
    await scenario.tip(ann, winner, group)
    await scenario.leave(group, ann)
    await expect(scenario.tip(ann, winner, group)).rejects.toMatchObject({ code: 'NOT_A_MEMBER' })
    expect(await readRows(group)).toEqual([['bob', 0]])
  })
})

describe('the board of a group', () => {
  const refreshAndRead = async (group: Group) => {
    await testDatabase.database('scopes').update({ refreshed_at: '-infinity' })
    await refreshBoards(testDatabase.database)
    const [event] = await testDatabase
      .database('outbox')
      .where({ subject: `board/group/${group.groupId}` })
      .orderBy('sequence', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
    return event?.data as { version: number; total: number; entries: { userId: string; totalPoints: number | null }[] }
  }

  test('has a new version with newcomers, after an approval, and without former members', async () => {
    const { scenario, group, race, winner, ann, bob } = await setUpGroup({ hidePointsUntilApproved: true })
    await scenario.join(group, ann)
    await scenario.join(group, bob, false)
    expect(await refreshAndRead(group)).toMatchObject({ version: 1, total: 2 })
    await scenario.tip(bob, winner, group)
    await scenario.result(race, [winner])
    await scenario.approve(group, bob)
    expect(await refreshAndRead(group)).toMatchObject({
      version: 3,
      entries: [{ userId: bob, totalPoints: 50 }, { userId: ann }],
    })
    await scenario.leave(group, bob)
    expect(await refreshAndRead(group)).toMatchObject({ version: 4, total: 1, entries: [{ userId: ann }] })
    await scenario.rejoin(group, ann)
    expect(await refreshAndRead(group)).toMatchObject({ version: 5, total: 1, entries: [{ userId: ann }] })
    const before = await refreshAndRead(group)
    expect(before).toMatchObject({ version: 5 })
  })

  test('hides points after a change of the rule, and shows them again after the next change', async () => {
    const { scenario, group, race, winner, ann } = await setUpGroup()
    await scenario.join(group, ann, false)
    await scenario.tip(ann, winner, group)
    await scenario.result(race, [winner])
    await scenario.rules(group, { hidePointsUntilApproved: true })
    expect(await refreshAndRead(group)).toMatchObject({ entries: [{ userId: ann, totalPoints: null }] })
    await scenario.rules(group, { hidePointsUntilApproved: false })
    expect(await refreshAndRead(group)).toMatchObject({ entries: [{ userId: ann, totalPoints: 50 }] })
  })

  test('sorts hidden rows by name, because their order would reveal the points', async () => {
    const { scenario, group, race, winner, ann, bob } = await setUpGroup({ hidePointsUntilApproved: true })
    await scenario.join(group, ann, false)
    await scenario.join(group, bob, false)
    await scenario.tip(bob, winner, group)
    await scenario.result(race, [winner])
    expect(await refreshAndRead(group)).toMatchObject({ entries: [{ userId: ann }, { userId: bob }] })
    expect(await readRows(group)).toEqual([
      ['ann', null],
      ['bob', null],
    ])
  })

  test('has no positions from a race that locked before the group was founded, even if that race is withdrawn later', async () => {
    const scenario = await createTippingScenario(testDatabase.database)
    const [early, late] = [await scenario.race({ sessionType: 'qualifying' }), await scenario.race()]
    const cars = await scenario.cars(3)
    const ann = await scenario.fan('ann')
    await scenario.result(early, cars)
    const group = await scenario.group()
    await scenario.join(group, ann)
    await scenario.tip(ann, cars[0]!, group)
    await scenario.result(early, [])
    await scenario.result(early, cars)
    const positions = async () =>
      (await leaderboardReadModel(testDatabase.database).page(group, { limit: 9, offset: 0 })).entries.map(
        ({ position }) => position,
      )
    expect(await positions()).toEqual([null])
    await scenario.result(late, cars)
    expect(await positions()).toEqual([1])
    expect((await tipReadModel(testDatabase.database).ofWeekend(ann, scenario.weekendId)).tips).toMatchObject([
      {
        points: 50,
        sessions: [
          { raceId: early, carId: null, points: 0 },
          { raceId: late, carId: cars[0], points: 50 },
        ],
      },
    ])
  })
})

describe('a group that ends', () => {
  test('rejects reads and tips at once, leaves no rows, and is not restored by a later state', async () => {
    const { scenario, group, race, winner, ann, bob } = await setUpGroup()
    await scenario.join(group, ann)
    await scenario.join(group, bob)
    await scenario.tip(ann, winner, group)
    await scenario.result(race, [winner])
    await scenario.change(group, { deleted: true })
    await expect(scenario.tip(bob, winner, group)).rejects.toMatchObject({ code: 'NOT_A_MEMBER' })
    expect(
      await leaderboardReadModel(testDatabase.database).find({ weekendId: scenario.weekendId, groupId: group.groupId }),
    ).toBeUndefined()
    expect((await tipReadModel(testDatabase.database).ofWeekend(ann, scenario.weekendId)).tips).toEqual([])
    await removeEndedGroups(testDatabase.database)
    expect(await rowsOf(group.groupId, [group.scopeId])).toEqual([])
    await scenario.change(group, { deleted: false })
    await scenario.rejoin(group, ann)
    expect(await rowsOf(group.groupId, [group.scopeId])).toEqual([])
    await scenario.result(race, [])
    expect(await rowsOf(group.groupId, [group.scopeId])).toEqual([])
  })

  test('is removed with its weekend', async () => {
    const { scenario, group, winner, ann } = await setUpGroup()
    await scenario.join(group, ann)
    await scenario.tip(ann, winner, group)
    await testDatabase.database.transaction((sql) =>
      projectWeekend(sql, aWeekend({ id: scenario.weekendId, deleted: true })),
    )
    await removeDeletedWeekends(testDatabase.database)
    await scenario.change(group, { name: 'Late news' })
    await scenario.rejoin(group, ann)
    expect(await rowsOf(group.groupId, [group.scopeId])).toEqual([])
  })
})

describe('a group that moves to another weekend', () => {
  test('arrives with its members, published before or after it, and leaves its former weekend', async () => {
    const { scenario, group, ann, bob } = await setUpGroup()
    const other = await createTippingScenario(testDatabase.database)
    await scenario.join(group, ann)
    await scenario.join(group, bob, false)
    await scenario.publishMembership(group, bob, { weekendId: other.weekendId })
    await scenario.change(group, { weekendId: other.weekendId })
    await scenario.publishMembership(group, ann, { weekendId: other.weekendId })
    expect(
      await leaderboardReadModel(testDatabase.database).find({ weekendId: scenario.weekendId, groupId: group.groupId }),
    ).toBeUndefined()
    const moved = await leaderboardReadModel(testDatabase.database).find({
      weekendId: other.weekendId,
      groupId: group.groupId,
    })
    expect(await readRows(moved!)).toEqual([
      ['ann', 0],
      ['bob', 0],
    ])
    await removeEndedGroups(testDatabase.database)
    for (const table of ['memberships', 'standings', 'scope_rules'])
      expect(await testDatabase.database(table).where({ scope_id: group.scopeId })).toEqual([])
    const [car] = await other.cars(1)
    await other.race()
    await other.tip(bob, car!, group)
    expect(await hold(group, other)).toMatchObject({ outcome: 'started' })
  })

  test('is one group again when it moves back before its rows are removed', async () => {
    const { scenario, group, winner, ann } = await setUpGroup()
    const other = await createTippingScenario(testDatabase.database)
    await scenario.join(group, ann)
    await scenario.change(group, { weekendId: other.weekendId })
    await scenario.change(group, { weekendId: scenario.weekendId })
    await scenario.tip(ann, winner, group)
    await removeEndedGroups(testDatabase.database)
    expect((await tipReadModel(testDatabase.database).ofWeekend(ann, scenario.weekendId)).tips).toHaveLength(1)
  })

  test('has a board whose version continues from the former one', async () => {
    const { scenario, group, ann } = await setUpGroup()
    const other = await createTippingScenario(testDatabase.database)
    await scenario.join(group, ann)
    await testDatabase.database('scopes').where({ id: group.scopeId }).update({ version: 7 })
    await scenario.change(group, { weekendId: other.weekendId })
    expect(await scopeOf(group.groupId)).toMatchObject({ weekend_id: other.weekendId, version: 7 })
  })
})

describe('a group that is held before it moves', () => {
  const MOVING = { kind: 'conflict', code: 'GROUP_MOVING' }

  test('rejects tips until it has arrived, and accepts them in either weekend after moving back', async () => {
    const { scenario, group, winner, ann } = await setUpGroup()
    const other = await createTippingScenario(testDatabase.database)
    const [car] = await other.cars(1)
    await other.race()
    await scenario.join(group, ann)
    expect(await hold(group, scenario)).toMatchObject({ outcome: 'held' })
    await expect(scenario.tip(ann, winner, group)).rejects.toMatchObject(MOVING)
    await scenario.tip(ann, winner)
    const another = await scenario.group()
    await scenario.join(another, ann)
    await scenario.tip(ann, winner, another)
    await scenario.move(group, other.weekendId)
    await expect(scenario.tip(ann, winner, group)).rejects.toMatchObject({ code: 'NOT_A_MEMBER' })
    await scenario.move(group, scenario.weekendId)
    await scenario.tip(ann, winner, group)
    await scenario.move(group, other.weekendId)
    await other.tip(ann, car!, group)
  })

  test('accepts tips again when the move was rejected or abandoned', async () => {
    const { scenario, group, winner, ann } = await setUpGroup()
    await scenario.join(group, ann)
    const [rejectedMove, abandonedMove] = [await hold(group, scenario), await hold(group, scenario)]
    await rejectedMove.release()
    await expect(scenario.tip(ann, winner, group)).rejects.toMatchObject(MOVING)
    expect(abandonedMove).toMatchObject({ outcome: 'held' })
    await testDatabase
      .database('group_move_locks')
      .where({ scope_id: group.scopeId })
      .update({ expires_at: new Date() })
    await scenario.tip(ann, winner, group)
    expect(await hold(group, scenario)).toMatchObject({ outcome: 'started' })
  })

  test('has started if a tip was accepted before the hold', async () => {
    const { scenario, group, winner, ann } = await setUpGroup()
    await scenario.join(group, ann)
    const tipping = await testDatabase.database.transaction()
    const request = { userId: ann, weekendId: scenario.weekendId, category: 1, groupId: group.groupId, carId: winner }
    await writeTip(tipping, request)
    const holding = hold(group, scenario)
    await waitForLockWaiters()
    await tipping.commit()
    expect(await holding).toMatchObject({ outcome: 'started' })
  })

  test('is unknown until its own state has arrived', async () => {
    const { scenario, group } = await setUpGroup()
    expect(await hold({ groupId: 2_000_000 }, scenario)).toMatchObject({ outcome: 'unknown' })
    expect(await hold(group, { weekendId: scenario.weekendId + 1 })).toMatchObject({ outcome: 'unknown' })
  })
})

describe('states that groups pushes', () => {
  test('are applied as by their events: the second of the two changes nothing', async () => {
    const scenario = await createTippingScenario(testDatabase.database)
    const ann = await scenario.fan('ann')
    const group = aGroup({ weekendId: scenario.weekendId })
    const membership = aMembership({ groupId: group.id, weekendId: scenario.weekendId, userId: ann })
    await pushStates({ group: { sequence: 4, data: group }, memberships: [{ sequence: 7, data: membership }] })
    await pushStates({ group: { sequence: 3, data: { ...group, deleted: true } } })
    await pushStates({ memberships: [{ sequence: 6, data: { ...membership, deleted: true } }] })
    const scope = await scopeOf(group.id)
    expect(await readRows({ groupId: group.id, scopeId: scope.id })).toEqual([['ann', 0]])
    expect(await testDatabase.database('scope_rules').where({ scope_id: scope.id })).toHaveLength(1)
  })

  test('may include five thousand members of a group', async () => {
    const scenario = await createTippingScenario(testDatabase.database)
    const group = aGroup({ weekendId: scenario.weekendId })
    const memberships = Array.from({ length: 5000 }, (_, index) => ({
      sequence: 1,
      data: aMembership({ groupId: group.id, weekendId: scenario.weekendId, userId: `member-${index}` }),
    }))
    await pushStates({ group: { sequence: 1, data: group }, memberships })
    const scope = await scopeOf(group.id)
    expect(await testDatabase.database('standings').where({ scope_id: scope.id })).toHaveLength(5000)
  })
})

describe('pushed memberships of several groups', () => {
  test('each apply to their group, whatever happens to the others', async () => {
    const { scenario, group, ann, bob } = await setUpGroup()
    const { weekendId } = scenario
    const [other, ended, unknown] = [await scenario.group(), await scenario.group(), aGroup({ weekendId })]
    await scenario.join(other, ann)
    await scenario.change(ended, { deleted: true })
    const stateOf = ({ groupId }: { groupId: number }, userId: string, overrides: { deleted?: boolean } = {}) => ({
      sequence: 9,
      data: aMembership({ groupId, weekendId, userId, ...overrides }),
    })
    await pushStates({
      memberships: [
        stateOf(group, ann),
        stateOf(other, bob),
        stateOf(other, ann, { deleted: true }),
        stateOf(ended, ann),
        stateOf({ groupId: unknown.id }, bob),
      ],
    })
    expect(await readRows(group)).toEqual([['ann', 0]])
    expect(await readRows(other)).toEqual([['bob', 0]])
    expect(await membershipsOf(other, ann)).toMatchObject([{ left_at: expect.any(Date) }])
    expect(await membershipsOf(ended, ann)).toEqual([])
    await pushStates({ group: { sequence: 1, data: unknown } })
    const scope = await scopeOf(unknown.id)
    expect(await readRows({ groupId: unknown.id, scopeId: scope.id })).toEqual([['bob', 0]])
  })

  test('do not deadlock when two calls have the same groups in different order', async () => {
    const { scenario, group, ann, bob } = await setUpGroup()
    const other = await scenario.group()
    const both = [group, other].flatMap(({ groupId }) =>
      [ann, bob].map((userId) => ({
        sequence: 9,
        data: aMembership({ groupId, weekendId: scenario.weekendId, userId }),
      })),
    )
    await Promise.all(
      Array.from({ length: 10 }, (_, nth) => pushStates({ memberships: nth % 2 ? both : both.toReversed() })),
    )
    for (const each of [group, other])
      expect((await readRows(each)).toSorted()).toEqual([
        ['ann', 0],
        ['bob', 0],
      ])
  })
})

describe('concurrent changes', () => {
  type GroupSetUp = Awaited<ReturnType<typeof setUpGroup>>
  const steps: [
    string,
    (setUp: GroupSetUp) => Promise<void>,
    (sql: Transaction, setUp: GroupSetUp) => Promise<void>,
    string,
  ][] = [
    [
      'a joining',
      async () => {},
      (sql, { scenario: { weekendId }, group: { groupId }, ann: userId }) =>
        projectMemberships(sql, [aMembership({ groupId, weekendId, userId })]),
      `select max(joined_at) as at from memberships where scope_id = ?`,
    ],
    [
      'an approval',
      ({ scenario, group, ann }) =>
        scenario.publishMembership(group, ann, { approvalStatus: 'pending', joinedAt: '2026-11-20T00:00:00.000Z' }),
      (sql, { scenario: { weekendId }, group: { groupId }, ann: userId }) =>
        projectMemberships(sql, [aMembership({ groupId, weekendId, userId, joinedAt: '2026-11-20T00:00:00.000Z' })]),
      `select max(approved_at) as at from memberships where scope_id = ?`,
    ],
    [
      'a rule',
      async () => {},
      (sql, { scenario: { weekendId }, group: { groupId } }) =>
        projectGroup(sql, aGroup({ id: groupId, weekendId, preventPointsUntilApproved: true })),
      `select max(in_force_from) as at from scope_rules where scope_id = ?`,
    ],
  ]
  const momentOf = async (query: string, { group }: GroupSetUp): Promise<Date> =>
    (await testDatabase.database.raw<{ rows: [{ at: Date }] }>(query, [group.scopeId])).rows[0].at
  const lockOf = async ({ race }: GroupSetUp): Promise<Date> =>
    (await testDatabase.database('races').where({ race_id: race }).first('locks_at')).locks_at

  test.each(steps)('%s and the close of a race exclude each other', async (_words, prepare, write, moment) => {
    const first = await setUpGroup()
    await prepare(first)
    const writing = await testDatabase.database.transaction()
    await write(writing, first)
    const closed = testDatabase.database.transaction((sql) => closeNow(sql, first.race, first.scenario.weekendId))
    await waitForLockWaiters()
    await writing.commit()
    await closed
    expect((await momentOf(moment, first)).getTime()).toBeLessThan((await lockOf(first)).getTime())

    const second = await setUpGroup()
    await prepare(second)
    const closing = await testDatabase.database.transaction()
    await closeNow(closing, second.race, second.scenario.weekendId)
    const written = testDatabase.database.transaction((sql) => write(sql, second))
    await waitForLockWaiters()
    await closing.commit()
    await written
    expect((await momentOf(moment, second)).getTime()).toBeGreaterThan((await lockOf(second)).getTime())
  })

  test('a renamed group and the close of a race do not wait for each other', async () => {
    const { scenario, group, race } = await setUpGroup()
    const named = aGroup({ id: group.groupId, weekendId: scenario.weekendId, name: 'Another name' })
    const closing = await testDatabase.database.transaction()
    await closeNow(closing, race, scenario.weekendId)
    await testDatabase.database.transaction((sql) => projectGroup(sql, named))
    expect(await testDatabase.database('scopes').where({ id: group.scopeId }).first('name')).toEqual({
      name: 'Another name',
    })
    await closing.commit()
  })

  test.each(steps)('%s blocks neither tips nor joins', async (_words, prepare, write) => {
    const setUp = await setUpGroup()
    await prepare(setUp)
    const { scenario, group, winner, bob } = setUp
    const writing = await testDatabase.database.transaction()
    await write(writing, setUp)
    await scenario.tip(bob, winner)
    const other = await scenario.group()
    await scenario.join(other, bob)
    await scenario.tip(bob, winner, other)
    await writing.commit()
    await scenario.join(group, bob)
  })

  test('a tip that was accepted before its fan left does not put them back on the board', async () => {
    const { scenario, group, winner, ann } = await setUpGroup()
    await scenario.join(group, ann)
    const tipping = await testDatabase.database.transaction()
    const request = { userId: ann, weekendId: scenario.weekendId, category: 1, groupId: group.groupId, carId: winner }
    await writeTip(tipping, request)
    const leaving = scenario.leave(group, ann)
    await waitForLockWaiters()
    await tipping.commit()
    await leaving
    expect(await readRows(group)).toEqual([])
  })

  test('a tip that was accepted before its group ended is removed with the group', async () => {
    const { scenario, group, winner, ann } = await setUpGroup()
    await scenario.join(group, ann)
    const tipping = await testDatabase.database.transaction()
    const request = { userId: ann, weekendId: scenario.weekendId, category: 1, groupId: group.groupId, carId: winner }
    await writeTip(tipping, request)
    const removed = scenario.change(group, { deleted: true }).then(() => removeEndedGroups(testDatabase.database))
    await waitForLockWaiters()
    await tipping.commit()
    await removed
    expect(await rowsOf(group.groupId, [group.scopeId])).toEqual([])
  })
})
