import { groupChanged } from '@purple-sector/contracts/groups/events'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { tipSubmitted } from '@purple-sector/contracts/tipping/events'
import { aUser, nextId } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startEngagement, type TestEngagement } from '../../test/create-test-engagement.ts'

let product: TestEngagement
beforeAll(async () => {
  product = await startEngagement()
})
afterAll(() => product?.close())

const withLongTimeout = { timeout: 30_000 }
const causesOf = ({ id }: Person) =>
  product.database('activities').where({ user_id: id }).orderBy('cause').pluck('cause')
const notificationCausesOf = ({ id }: Person) =>
  product
    .database('notifications')
    .where({ user_id: id })
    .whereNot('type', 'achievement')
    .orderBy('cause')
    .pluck('cause')

/** Creates a group of two: bob has tipped in it; ann has tipped only the open competition and gets a reminder. */
const createScenario = async () => {
  const weekend = await product.weekend()
  const ofWeekend = { weekendId: weekend.id }
  const [ann, bob] = [await product.person(), await product.person()]
  const tippedCar = await product.car(ofWeekend)
  const group = await product.group(ann, { ...ofWeekend, name: 'Pit Wall' })
  await product.join(group, bob)
  await product.tip(bob, tippedCar, { groupId: group.id })
  await product.tip(bob, tippedCar)
  const deadline = new Date(Date.now() + 3_600_000).toISOString()
  const race = await product.race({ ...ofWeekend, categoryId: tippedCar.categoryId, deadline })
  await product.tip(ann, tippedCar)
  await product
    .database('reminders')
    .insert({ race_id: race.id, weekend_id: weekend.id, lead_minutes: 120, deadline, due_at: new Date() })
  return { weekend, group, ann, bob, tippedCar }
}

test('deletes notifications and activities of a deleted group, and awards nothing for a late tip', async () => {
  const { weekend, group, ann, bob, tippedCar } = await createScenario()
  const reminder = `deadline/${weekend.id}/${tippedCar.categoryId}/120`
  await expect.poll(() => notificationCausesOf(ann), withLongTimeout).toEqual([reminder])
  const tip = (groupId: number | 'open') => `tip/${weekend.id}/${tippedCar.categoryId}/${groupId}`
  await expect
    .poll(() => causesOf(bob), withLongTimeout)
    .toEqual(expect.arrayContaining([`group/${group.id}`, tip(group.id)]))

  await product.publishEvent(groupChanged, { ...group, deleted: true })
  await expect.poll(() => notificationCausesOf(ann), withLongTimeout).toEqual([])
  const isNoAchievement = (cause: string) => !cause.startsWith('achievement/')
  await expect.poll(async () => (await causesOf(bob)).filter(isNoAchievement), withLongTimeout).toEqual([tip('open')])
  const pointsNotInTotal = async () => {
    const rows: { points: number }[] = await product.database('activities').where({ user_id: bob.id })
    const [total] = await product.database('activity_totals').where({ user_id: bob.id })
    return total?.points - rows.reduce((sum, row) => sum + row.points, 0)
  }
  // An achievement may be granted between the two.
  await expect.poll(pointsNotInTotal, withLongTimeout).toBe(0)

  const submittedAt = new Date().toISOString()
  const { id: carId, weekendId, categoryId, category } = tippedCar
  const lateTip = {
    tipId: nextId(),
    userId: bob.id,
    weekendId,
    categoryId,
    category,
    carId,
    isNew: true,
    isAutomatic: false,
    isCopy: false,
    submittedAt,
  }
  await product.publishEvent(tipSubmitted, { ...lateTip, groupId: group.id })
  await product.tip(bob, tippedCar)
  expect((await causesOf(bob)).filter(isNoAchievement)).toEqual([tip('open')])
})

test('removes rows written by transactions in flight when the account was deleted', async () => {
  const { database, publishEvent, person, weekend } = product
  const [round, ann] = [await weekend(), await person()]
  await publishEvent(userChanged, aUser({ id: ann.id, deleted: true }))
  const firstPassDone = () =>
    database('pending_removals').where({ type: 'user', id: ann.id }).whereNotNull('second_pass_at')
  await expect.poll(firstPassDone, withLongTimeout).toHaveLength(1)

  const keys = { user_id: ann.id, weekend_id: round.id }
  const at = new Date()
  const lateRows = {
    standings: { ...keys, version: 1, total: 5, firsts: 0, seconds: 0, thirds: 0 },
    fan_weekends: keys,
    achievement_grants: { user_id: ann.id, achievement: 'first-tip', granted_at: at },
    activity_totals: { ...keys, points: 5, activities: 1, last_at: at, sort_name: 'ann' },
  }
  for (const [rows, row] of Object.entries(lateRows)) await database(rows).insert(row)
  await database('engagement_ranks').insert({ weekend_id: round.id, points: 5, fans: 1 })
  await firstPassDone().update({ second_pass_at: at })
  for (const rows of Object.keys(lateRows))
    await expect.poll(() => database(rows).where({ user_id: ann.id }), withLongTimeout).toEqual([])
  await expect.poll(() => database('engagement_ranks').where({ weekend_id: round.id }), withLongTimeout).toEqual([])
  await expect.poll(() => database('pending_removals').where({ id: ann.id }), withLongTimeout).toEqual([])
})
