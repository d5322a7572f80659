import { messageDeleted, messageSent } from '@purple-sector/contracts/chat/events'
import { groupChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { tipSubmitted } from '@purple-sector/contracts/tipping/events'
import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import { aMembership, aUser, aWeekend, nextId } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startEngagement, type TestEngagement } from '../../test/create-test-engagement.ts'
import { awardPoints, awardPointsOf } from './award-points-sql.ts'

let product: TestEngagement
beforeAll(async () => {
  product = await startEngagement()
})
afterAll(() => product?.close())

const totalsOf = async ({ id }: Pick<Person, 'id'>, weekendId: number) =>
  product.database('activity_totals').where({ user_id: id, weekend_id: weekendId }).first('points', 'activities')
/** Activities of the user without achievements. */
const earnedBy = async ({ id }: Pick<Person, 'id'>, weekendId: number) => {
  const ownActivities = product
    .database('activities')
    .where({ user_id: id, weekend_id: weekendId })
    .whereNot('kind', 'achievement')
  const all: { points: number }[] = await ownActivities.select('points')
  return { points: all.reduce((sum, { points }) => sum + points, 0), activities: all.length }
}
const expectEarned = (person: Person, weekendId: number, points: number, activities: number) =>
  expect.poll(() => earnedBy(person, weekendId), { timeout: 30_000 }).toEqual({ points, activities })
const award = (...activities: Parameters<typeof awardPoints>[1]) =>
  product.database.transaction((sql) => awardPoints(sql, activities))
const vote = ({ id: userId }: Pick<Person, 'id'>, weekendId: number) =>
  ({ userId, weekendId, kind: 'vote', cause: `vote/${weekendId}`, points: 3 }) as const
const message = ({ id: userId }: Person, room: { weekendId: number | null; groupId: number | null }, at: string) => ({
  ...{ id: nextId(), userId, userName: 'x', message: 'Go!', createdAt: at, sentAs: null, messageCount: 1, ...room },
  user: {
    ...{ username: null, firstName: null, lastName: null, trackStatus: null, chatStatus: null, avatarConfig: null },
  },
})

const writeInGroup = async (person: Person, groupId: number): Promise<number> => {
  const sent = message(person, { weekendId: null, groupId }, new Date().toISOString())
  await product.publishEvent(messageSent, sent)
  await product.waitForRow('messages', { id: sent.id })
  return sent.id
}

describe('engagement points', () => {
  test('awards points once per cause, also concurrently', async () => {
    const round = await product.weekend()
    const [ann, bob] = [await product.person(), await product.person()]
    await Promise.all(Array.from({ length: 5 }, () => award(vote(bob, round.id), vote(ann, round.id))))
    await award(vote(ann, round.id), vote(ann, round.id), { ...vote(ann, round.id), cause: 'share/1', points: 2 })
    expect(await totalsOf(ann, round.id)).toEqual({ points: 5, activities: 2 })
    expect(await totalsOf(bob, round.id)).toEqual({ points: 3, activities: 1 })
  })

  test('awards points to all rows of a query, and stores activities without a weekend', async () => {
    const round = await product.weekend()
    const fans = [await product.person(), await product.person()]
    const select = `select id as user_id, 'achievement/first-tip' as cause, :weekendId::integer as weekend_id,
      'achievement' as kind, 10 as points, now() as at from users where id = any(:ids::text[])`
    const ids = `{${fans.map(({ id }) => id).join(',')}}`
    for (let time = 0; time < 2; time++)
      await product.database.transaction((sql) => awardPointsOf(sql, select, { weekendId: round.id, ids }))
    for (const fan of fans) expect(await totalsOf(fan, round.id)).toEqual({ points: 10, activities: 1 })
    const [ann] = fans
    if (!ann) return
    await award({ ...vote(ann, round.id), weekendId: null, cause: 'achievement/named' })
    expect(await product.database('activities').where({ user_id: ann.id })).toHaveLength(2)
    expect(await totalsOf(ann, round.id)).toEqual({ points: 10, activities: 1 })
  })

  test('awards points for joining and writing in a season group in the weekend that is current then', async () => {
    const [round, next] = [await product.weekend(), await product.weekend()]
    const [ann, founder] = [await product.person(), await product.person()]
    const weekends = [round, next].map(({ id }) => ({ weekendId: id, selectedRaceIds: [] }))
    const season = { weekendId: round.id, allSeason: true, seasonId: 3, weekends }
    const group = await product.group(founder, season)
    await product.join(group, ann)
    await expectEarned(ann, round.id, 5, 1)
    await product.publishEvent(groupChanged, { ...group, weekendId: next.id })
    await product.waitForRow('groups', { id: group.id, weekend_id: next.id })
    await writeInGroup(ann, group.id)
    await expectEarned(ann, next.id, 1, 1)
    // While the group waits for its next round, there is no weekend to count in.
    await product.publishEvent(groupChanged, { ...group, weekendId: null, weekends: [] })
    await product.waitForRow('groups', { id: group.id, weekend_id: null })
    const unseen = await writeInGroup(ann, group.id)
    await product.publishEvent(groupChanged, { ...group, weekendId: next.id })
    await product.waitForRow('groups', { id: group.id, weekend_id: next.id })
    await writeInGroup(ann, group.id)
    await expectEarned(ann, next.id, 2, 2)
    expect(await product.database('activities').where({ cause: `message/${unseen}` })).toEqual([])
    expect(await earnedBy(ann, round.id)).toEqual({ points: 5, activities: 1 })
  })

  test('awards points once for the first tip of a category in a scope and for joining a group', async () => {
    const round = await product.weekend()
    const [ann, founder] = [await product.person(), await product.person()]
    const enteredCar = await product.car({ weekendId: round.id })
    const tipId = await product.tip(ann, enteredCar)
    await product.tip(ann, await product.car({ weekendId: round.id }), { tipId })
    await expectEarned(ann, round.id, 5, 1)

    const group = await product.group(founder, { weekendId: round.id })
    const membership = aMembership({ groupId: group.id, weekendId: round.id, userId: ann.id })
    await product.publishEvent(membershipChanged, membership)
    await expectEarned(ann, round.id, 10, 2)
    await product.publishEvent(membershipChanged, { ...membership, deleted: true })
    await product.publishEvent(membershipChanged, membership)
    await product.tip(ann, enteredCar, { groupId: group.id })
    await expectEarned(ann, round.id, 15, 3)
    const repeatedTip = {
      userId: ann.id,
      weekendId: round.id,
      categoryId: enteredCar.categoryId,
      category: enteredCar.category,
    }
    const submittedAt = new Date().toISOString()
    const nextTip = {
      ...repeatedTip,
      tipId: nextId(),
      groupId: group.id,
      carId: enteredCar.id,
      isNew: true,
      isAutomatic: false,
      isCopy: false,
      submittedAt,
    }
    await product.publishEvent(tipSubmitted, nextTip)
    await product.waitForRow('tips', { id: nextTip.tipId })
    expect(await earnedBy(ann, round.id)).toEqual({ points: 15, activities: 3 })
    expect(await earnedBy(founder, round.id)).toEqual({ points: 0, activities: 0 })
  })

  test('awards no points for an automatic tip until its fan makes it their own', async () => {
    const round = await product.weekend()
    const ann = await product.person()
    const enteredCar = await product.car({ weekendId: round.id })
    const otherCar = await product.car({ weekendId: round.id, categoryId: 3 })
    const tipId = await product.tip(ann, enteredCar, { isAutomatic: true })
    await product.tip(ann, otherCar)
    await expectEarned(ann, round.id, 5, 1)
    expect(await product.database('tip_timings').where({ user_id: ann.id })).toHaveLength(1)
    await product.tip(ann, enteredCar, { tipId })
    await expectEarned(ann, round.id, 10, 2)
    expect(await product.database('tip_timings').where({ user_id: ann.id })).toHaveLength(2)
  })

  test('awards no points for the copy of an open tip until its fan tips in the group, and moves no achievement', async () => {
    const round = await product.weekend()
    const [ann, founder] = [await product.person(), await product.person()]
    const enteredCar = await product.car({ weekendId: round.id })
    const otherCar = await product.car({ weekendId: round.id })
    const group = await product.group(founder, { weekendId: round.id })
    await product.tip(ann, enteredCar)
    const tipId = await product.tip(ann, enteredCar, { groupId: group.id, isCopy: true })
    await product.tip(ann, otherCar, { groupId: group.id, tipId, isCopy: true })
    await expectEarned(ann, round.id, 5, 1)
    expect(await product.database('tip_timings').where({ user_id: ann.id })).toMatchObject([{ group_id: null }])
    const counters = product.database('achievement_counters').where({ user_id: ann.id })
    expect(await counters.clone()).toMatchObject([{ tips: 1, weekends: 1 }])
    await product.tip(ann, otherCar, { groupId: group.id, tipId })
    await expectEarned(ann, round.id, 10, 2)
    await expect.poll(() => counters.clone()).toMatchObject([{ tips: 2, weekends: 1 }])
  })

  test('awards points for twenty messages a day in the weekend’s time zone, over its room and its groups', async () => {
    const round = await product.weekend({ timeZone: 'Australia/Sydney' })
    const ann = await product.person()
    const group = await product.group(ann, { weekendId: round.id })
    const rooms = [
      { weekendId: round.id, groupId: null },
      { weekendId: null, groupId: group.id },
    ]
    for (let number = 0; number < 11; number++)
      for (const room of rooms) await product.publishEvent(messageSent, message(ann, room, '2026-11-21T12:59:00.000Z'))
    await expectEarned(ann, round.id, 20, 22)
    // A minute later it is the next day in the zone.
    for (const room of rooms) await product.publishEvent(messageSent, message(ann, room, '2026-11-21T13:00:00.000Z'))
    await expectEarned(ann, round.id, 22, 24)
  })

  test('awards the same points for messages in a batch and one by one', async () => {
    const round = await product.weekend()
    const [ann, bob] = [await product.person(), await product.person()]
    const group = await product.group(ann, { weekendId: round.id })
    const [weekendRoom, groupRoom] = [
      { weekendId: round.id, groupId: null },
      { weekendId: null, groupId: group.id },
    ]
    const sentMessages = Array.from({ length: 25 }, (_, number) => [
      message(ann, weekendRoom, '2026-11-20T12:00:00.000Z'),
      ...(number < 3 ? [message(bob, weekendRoom, '2026-11-20T12:00:00.000Z')] : []),
      message(ann, groupRoom, `2026-11-2${number % 2}T12:00:00.000Z`),
    ]).flat()
    const id = sentMessages[0]?.id ?? 0
    await product.publishEvent(messageDeleted, { id, ...weekendRoom, messageCount: 0 })
    await product.waitForRow('deleted_subjects', { subject: `message/${id}` })
    await Promise.all(sentMessages.map((sentMessage) => product.publishEvent(messageSent, sentMessage)))
    // One day has 24 and 13, the other 12.
    await expectEarned(ann, round.id, 32, 49)
    await expectEarned(bob, round.id, 3, 3)
    const countersOfAnn = product.database('achievement_counters').where({ user_id: ann.id })
    await expect.poll(() => countersOfAnn.clone().first('messages'), { timeout: 30_000 }).toEqual({ messages: 49 })
  })

  test('awards points once the weekend of a message is known, and none for a deleted message', async () => {
    const round = aWeekend()
    const ann = await product.person()
    const room = { weekendId: round.id, groupId: null }
    const deletedMessage = message(ann, room, '2026-11-21T12:00:00.000Z')
    await product.publishEvent(messageDeleted, { id: deletedMessage.id, ...room, messageCount: 0 })
    await product.waitForRow('deleted_subjects', { subject: `message/${deletedMessage.id}` })
    await product.publishEvent(messageSent, deletedMessage)
    await product.publishEvent(messageSent, message(ann, room, '2026-11-21T12:01:00.000Z'))
    await product.publishEvent(weekendChanged, round)
    await expectEarned(ann, round.id, 1, 1)
  })

  test('deletes points with the account and the weekend, and does not restore them', async () => {
    const [round, next] = [await product.weekend(), await product.weekend()]
    const [ann, bob] = [await product.person(), await product.person()]
    for (const { id } of [round, next]) await award(vote(ann, id), vote(bob, id))
    await product.publishEvent(userChanged, aUser({ id: ann.id, deleted: true }))
    await expect.poll(() => totalsOf(ann, round.id), { timeout: 30_000 }).toBeUndefined()
    await product.publishEvent(weekendChanged, { ...round, deleted: true })
    for (const rows of ['activities', 'activity_totals', 'engagement_changes', 'engagement_ranks', 'engagement_boards'])
      await expect.poll(() => product.database(rows).where({ weekend_id: round.id }), { timeout: 30_000 }).toEqual([])
    await award(vote(ann, next.id), { ...vote(bob, round.id), cause: 'share/2' })
    expect(await totalsOf(ann, next.id)).toBeUndefined()
    expect(await totalsOf(bob, round.id)).toBeUndefined()
    expect(await totalsOf(bob, next.id)).toEqual({ points: 3, activities: 1 })
  })
})
