import { messageSent } from '@purple-sector/contracts/chat/events'
import { notificationsMade } from '@purple-sector/contracts/engagement/events'
import type { Achievement, Achievements } from '@purple-sector/contracts/engagement/http'
import { groupChanged } from '@purple-sector/contracts/groups/events'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { tipSubmitted } from '@purple-sector/contracts/tipping/events'
import type { Transaction } from '@purple-sector/database'
import { aGroup, aUser, hoursFromNow, nextId } from '@purple-sector/testing/builders'
import { lockWaiters } from '@purple-sector/testing/databases/lock-waiters'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, startEngagement, type TestEngagement } from '../../test/create-test-engagement.ts'
import { awardPoints } from '../points/award-points-sql.ts'
import { RESULT_SOURCE } from './counter-sql.ts'
import { grantReached } from './grant-achievements-sql.ts'
import { updateAchievements } from './update-achievements-sql.ts'

let product: TestEngagement
beforeAll(async () => {
  product = await startEngagement()
})
afterAll(() => product?.close())

const SUPER2 = 'Dunlop Super2 Series'

const readAchievementsOf = async ({ call }: Person) => (await call<Achievements>('GET', '/api/achievements')).body
const unlocked = async (fan: Person) => (await readAchievementsOf(fan)).unlocked.map(({ id }) => id)
/** Waits until the user has exactly these achievements. */
const expectUnlocked = (fan: Person, ids: string[]) =>
  expect.poll(() => unlocked(fan), { timeout: 30_000 }).toEqual(ids)
const progressOf = async (fan: Person, id: string) => {
  const entry = (await readAchievementsOf(fan)).progress.find(({ achievement }) => achievement.id === id)
  return [entry?.progress, entry?.maxProgress]
}
/** Waits until a transaction waits for a lock. */
const waitForLockWaiter = () => expect.poll(() => lockWaiters(product.database), { timeout: 30_000 }).not.toEqual([])
const notificationsOf = ({ id }: Person) =>
  product.probe
    .seen(notificationsMade)
    .flatMap(({ data }) => data.notifications)
    .filter(({ userId, type }) => userId === id && type === 'achievement')

test('lists all achievements without progress for a new fan', async () => {
  const ann = await product.person()
  const { progress, unlocked } = await readAchievementsOf(ann)
  expect(unlocked).toEqual([])
  expect(progress.length).toBeGreaterThanOrEqual(20)
  expect(progress.every(({ isCompleted, progress }) => !isCompleted && progress === 0)).toBe(true)
  expect((await product.visitor('GET', '/api/achievements')).status).toBe(401)
})

test('grants an achievement once when it is reached, with notification and points', async () => {
  const { weekend, race, car, person, tip, database } = product
  const round = await weekend()
  await race({ weekendId: round.id })
  const enteredCar = await car({ weekendId: round.id })
  const ann = await person()
  await tip(ann, enteredCar)
  await expectUnlocked(ann, ['first-tip', 'full-grid'])
  await expect
    .poll(() =>
      notificationsOf(ann).map(({ title, message, link, weekendId }) => ({ title, message, link, weekendId })),
    )
    .toEqual([
      {
        title: 'New Achievement Unlocked!',
        message: 'First Tip: Submit a tip in any category. +10 points',
        link: '/analytics',
        weekendId: round.id,
      },
      expect.objectContaining({ message: 'Full Grid: Tip every category of a weekend. +20 points' }),
    ])
  const activities = () => database('activities').where({ user_id: ann.id, kind: 'achievement' }).orderBy('cause')
  expect(await activities()).toMatchObject([
    { cause: 'achievement/first-tip', points: 10, weekend_id: round.id },
    { cause: 'achievement/full-grid', points: 20, weekend_id: round.id },
  ])

  expect((await ann.call('POST', '/api/achievements/check', { weekendId: round.id })).body).toEqual({
    newAchievements: [],
  })
  expect((await ann.call('POST', '/api/achievements/check')).body).toEqual({ newAchievements: [] })
  expect((await ann.call('POST', '/api/achievements/check', { weekendId: 987_654 })).status).toBe(404)
  expect(await activities()).toHaveLength(2)
})

test('check grants achievements of rules newer than the activity', async () => {
  const { weekend, race, car, person, tip, database } = product
  const round = await weekend()
  await race({ weekendId: round.id })
  const ann = await person()
  await tip(ann, await car({ weekendId: round.id }))
  await expectUnlocked(ann, ['first-tip', 'full-grid'])
  await database('achievement_grants').where({ user_id: ann.id, achievement: 'full-grid' }).delete()
  const check = () =>
    ann.call<{ newAchievements: Achievement[] }>('POST', '/api/achievements/check', { weekendId: round.id })
  const grantedCheck = await check()
  expect(grantedCheck.body.newAchievements.map(({ id }) => id)).toEqual(['full-grid'])
  const [grant] = await database('achievement_grants').where({ user_id: ann.id, achievement: 'full-grid' })
  expect(grantedCheck.headers['last-changed']).toBe(grant.granted_at.toISOString())
  const repeatedCheck = await check()
  expect(repeatedCheck.body.newAchievements).toEqual([])
  expect(repeatedCheck.headers['last-changed']).toBeUndefined()
})

test('redelivered and republished tips are not counted twice', async () => {
  const { weekend, race, car, person, publishEvent, database, waitForRow } = product
  const round = await weekend()
  const early = await race({ weekendId: round.id, deadline: hoursFromNow(48) })
  await race({ weekendId: round.id, category: SUPER2 })
  const enteredCar = await car({ weekendId: round.id })
  const ann = await person()
  const state = {
    tipId: nextId(),
    userId: ann.id,
    weekendId: round.id,
    categoryId: enteredCar.categoryId,
    category: enteredCar.category,
    groupId: null,
    carId: enteredCar.id,
    isNew: true,
    isAutomatic: false,
    isCopy: false,
    submittedAt: hoursFromNow(0),
  }
  await publishEvent(tipSubmitted, state)
  await expectUnlocked(ann, ['first-tip', 'early-bird'])
  const counters = () => database('achievement_counters').where({ user_id: ann.id })
  const before = await counters()
  expect(before).toMatchObject([{ tips: 1, early_tips: 1, late_tips: 0, weekends: 1, full_grids: 0 }])
  // The race has moved: by the new deadline the tip would count as late.
  await race({ ...early, deadline: hoursFromNow(0.1) })
  await publishEvent(tipSubmitted, { ...state, isNew: false }, { republish: 'engagement:again' })
  await publishEvent(tipSubmitted, { ...state, isNew: false })
  const last = await person()
  await publishEvent(tipSubmitted, { ...state, tipId: nextId(), userId: last.id })
  await waitForRow('tip_timings', { user_id: last.id })
  expect(await counters()).toEqual(before)
  expect(await unlocked(ann)).toEqual(['first-tip', 'early-bird'])
})

test('counts a tip as late in the last ten minutes and as early a day before the first deadline', async () => {
  const { weekend, race, car, person, tip } = product
  const round = await weekend()
  await race({ weekendId: round.id, deadline: hoursFromNow(0.1) })
  await race({ weekendId: round.id, category: SUPER2, deadline: hoursFromNow(25) })
  await race({ weekendId: round.id, category: SUPER2, sessionType: 'practice', deadline: hoursFromNow(0.1) })
  const [near, far] = [await car({ weekendId: round.id }), await car({ weekendId: round.id, category: SUPER2 })]
  const [ann, bob] = [await person(), await person()]
  await tip(ann, near)
  await tip(bob, far)
  await expectUnlocked(ann, ['first-tip', 'late-braker'])
  await expectUnlocked(bob, ['first-tip', 'early-bird'])
})

test('counts a full grid with a tip in every counting category', async () => {
  const { weekend, race, car, person, tip } = product
  const counting = nextId()
  const round = await weekend({ productRaceIds: [counting, counting + 1_000_000] })
  await race({ id: counting, weekendId: round.id })
  await race({ id: counting + 1_000_000, weekendId: round.id, category: SUPER2 })
  await race({ weekendId: round.id, category: 'Porsche Carrera Cup Australia' })
  const [first, second] = [await car({ weekendId: round.id }), await car({ weekendId: round.id, category: SUPER2 })]
  const ann = await person()
  await tip(ann, first)
  await expectUnlocked(ann, ['first-tip'])
  await tip(ann, second)
  await expectUnlocked(ann, ['first-tip', 'full-grid'])
})

test('counting an activity does not deadlock with grants of a result', async () => {
  const { person, weekend, database } = product
  const [ann, round] = [await person(), await weekend()]
  await database('achievement_counters').insert({ user_id: ann.id, winners: 1 })
  const fans = { select: 'select :userId::text as user_id', bindings: { userId: ann.id } }
  const vote = { userId: ann.id, weekendId: round.id, kind: 'vote', cause: `vote/${round.id}`, points: 3 } as const
  const granting = await database.transaction(async (sql) => {
    await awardPoints(sql, [vote])
    const grantOfResult = database.transaction((other) => grantReached(other, fans, round.id, RESULT_SOURCE.counters))
    await waitForLockWaiter()
    await updateAchievements(sql, ann.id, round.id)
    return { grantOfResult }
  })
  expect(await granting.grantOfResult).toEqual(['winner-picked'])
  expect(await unlocked(ann)).toEqual(['first-vote', 'winner-picked'])
})

test('counts concurrent activities of a fan on two weekends', async () => {
  const { person, weekend, database } = product
  const [ann, one, other] = [await person(), await weekend(), await weekend()]
  const voteOn = async (weekendId: number, sql: Transaction) => {
    await awardPoints(sql, [{ userId: ann.id, weekendId, kind: 'vote', cause: `vote/${weekendId}`, points: 3 }])
    await updateAchievements(sql, ann.id, weekendId)
  }
  const second = await database.transaction(async (sql) => {
    await voteOn(one.id, sql)
    const waiting = database.transaction((another) => voteOn(other.id, another))
    await waitForLockWaiter()
    return { waiting }
  })
  await second.waiting
  expect(await database('achievement_counters').where({ user_id: ann.id }).first('votes')).toEqual({ votes: 2 })
})

test('counting an activity does not deadlock with counting a founded group', async () => {
  const { person, weekend, database } = product
  const [ann, round] = [await person(), await weekend()]
  const vote = { userId: ann.id, weekendId: round.id, kind: 'vote', cause: `vote/${round.id}`, points: 3 } as const
  const counting = await database.transaction(async (sql) => {
    await awardPoints(sql, [vote])
    // Inserted as the projection does; the count of its event comes next.
    const founded = { id: nextId(), weekend_id: round.id, name: 'Pit Wall', creator_id: ann.id }
    await database('groups').insert(founded)
    const countOfGroup = database.transaction((other) => updateAchievements(other, ann.id, round.id))
    await waitForLockWaiter()
    await updateAchievements(sql, ann.id, round.id)
    return { countOfGroup }
  })
  await counting.countOfGroup
  expect(await unlocked(ann)).toEqual(expect.arrayContaining(['first-vote']))
  expect(await database('achievement_counters').where({ user_id: ann.id }).first('votes', 'groups_founded')).toEqual({
    votes: 1,
    groups_founded: 1,
  })
})

test('counts the founder of a group again when they found another, not when a group changes', async () => {
  const { weekend, person, publishEvent, database } = product
  const [ann, round] = [await person(), await weekend()]
  const countersOfAnn = () =>
    database('achievement_counters').where({ user_id: ann.id }).first('votes', 'groups_founded')
  const first = aGroup({ creatorId: ann.id, weekendId: round.id })
  await publishEvent(groupChanged, first)
  await expect.poll(countersOfAnn).toEqual({ votes: 0, groups_founded: 1 })
  // A count would set it back.
  await database('achievement_counters').where({ user_id: ann.id }).update({ votes: 7 })
  const renamed = { ...first, name: 'Pit Lane' }
  await publishEvent(groupChanged, renamed)
  await expect.poll(() => database('groups').where({ id: first.id }).first('name')).toEqual({ name: 'Pit Lane' })
  expect(await countersOfAnn()).toEqual({ votes: 7, groups_founded: 1 })
  await publishEvent(groupChanged, aGroup({ creatorId: ann.id, weekendId: round.id }))
  await expect.poll(countersOfAnn).toEqual({ votes: 0, groups_founded: 2 })
  await publishEvent(groupChanged, { ...renamed, deleted: true })
  await expect.poll(countersOfAnn).toEqual({ votes: 0, groups_founded: 1 })
})

test('counts messages, groups and being trackside', async () => {
  const { weekend, person, group, join, publishEvent, database } = product
  const round = await weekend()
  const [ann, bob] = [await person(), await person()]
  const friends = await group(ann, { weekendId: round.id })
  await expectUnlocked(ann, ['team-owner'])
  await join(friends, bob)
  await expectUnlocked(bob, ['team-player'])
  expect(await progressOf(bob, 'pit-crew')).toEqual([1, 5])

  const names = { username: 'bob', firstName: null, lastName: null }
  const sendMessage = (messageCount: number, room: { weekendId: number | null; groupId: number | null }) =>
    publishEvent(messageSent, {
      id: nextId(),
      ...room,
      userId: bob.id,
      userName: 'bob',
      message: 'Hello',
      createdAt: new Date().toISOString(),
      user: { ...names, trackStatus: null, chatStatus: null, avatarConfig: null },
      sentAs: null,
      messageCount,
    })
  await sendMessage(1, { weekendId: null, groupId: friends.id })
  await expectUnlocked(bob, ['radio-check', 'team-player'])
  const grantActivity = database('activities').where({ user_id: bob.id, cause: 'achievement/radio-check' })
  expect(await grantActivity.first('weekend_id')).toEqual({ weekend_id: round.id })
  for (const messageCount of [1, 2]) await sendMessage(messageCount, { weekendId: round.id, groupId: null })
  await expect.poll(() => progressOf(bob, 'loud-hailer'), { timeout: 30_000 }).toEqual([3, 50])

  for (const trackStatus of ['at_track', 'away', 'at_track'] as const)
    await publishEvent(userChanged, aUser({ id: ann.id, trackStatus }))
  await expectUnlocked(ann, ['trackside', 'team-owner'])
})

test('counts votes, reactions and shares once per cause', async () => {
  const { weekend, person, database } = product
  const round = await weekend()
  const ann = await person()
  const recordActivity = (kind: 'vote' | 'reaction' | 'share', cause: string) =>
    database.transaction(async (sql) => {
      await awardPoints(sql, [{ userId: ann.id, weekendId: round.id, kind, cause, points: 1 }])
      await updateAchievements(sql, ann.id, round.id)
    })
  await recordActivity('vote', `vote/${round.id}`)
  await recordActivity('vote', `vote/${round.id}`)
  await recordActivity('reaction', 'reaction/result/1/fire')
  await recordActivity('share', 'share/1')
  expect(await unlocked(ann)).toEqual(['crowd-noise', 'first-vote', 'word-of-mouth'])
  expect(await progressOf(ann, 'pollster')).toEqual([1, 10])
})

test('deletes counters, grants and statistics with the account', async () => {
  const { weekend, race, car, person, tip, publishEvent, database } = product
  const round = await weekend()
  await race({ weekendId: round.id })
  const ann = await person()
  await tip(ann, await car({ weekendId: round.id }))
  await expectUnlocked(ann, ['first-tip', 'full-grid'])
  await publishEvent(userChanged, aUser({ id: ann.id, username: null, deleted: true }))
  for (const rows of ['achievement_counters', 'achievement_grants', 'tip_timings', 'fan_weekends'])
    await vi.waitFor(async () => expect(await database(rows).where({ user_id: ann.id })).toEqual([]), {
      timeout: 30_000,
    })
})
