import type { Notification } from '@purple-sector/contracts/engagement/http'
import { groupChanged } from '@purple-sector/contracts/groups/events'
import { membersNudged } from '@purple-sector/contracts/tipping/events'
import { categoryChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { aCategory, aGroup, aWeekend } from '@purple-sector/testing/builders'
import { startPushService } from '@purple-sector/testing/servers/push-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startEngagement, type TestEngagement } from '../../test/create-test-engagement.ts'
import { writeNotificationMail } from '../delivery/notification-mail.ts'

let pushService: Awaited<ReturnType<typeof startPushService>>
let product: TestEngagement
beforeAll(async () => {
  pushService = await startPushService()
  product = await startEngagement({ allowPrivatePush: true })
  await product.publishEvent(categoryChanged, aCategory({ id: 3, shortName: 'Super2' }))
  await product.waitForRow('categories', { id: 3 })
})
afterAll(async () => {
  await product?.close()
  await pushService?.close()
})

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const nudgesTo = async ({ call }: Person, weekendId: number) => {
  const { body } = await call<Notification[]>('GET', `/api/notifications/${weekendId}`)
  return body.filter(({ type }) => type === 'nudge')
}
/** Waits until all earlier events of the weekend are handled, by entering a car after them. */
const waitUntilIdle = (weekendId: number) => product.car({ weekendId })

/** A group of Ann and Bob, and its nudge: Ann has tipped nothing, Bob one of two categories. */
const createScenario = async () => {
  const { id: weekendId } = await product.weekend()
  const [ann, bob] = [await product.person(), await product.person()]
  const group = await product.group(ann, { weekendId, name: 'Pit Wall' })
  await product.join(group, bob)
  const data = {
    ...{ groupId: group.id, group: group.name, weekendId, weekend: 'Bathurst 1000', timeZone: 'Australia/Sydney' },
    categories: [
      { categoryId: 1, category: 'Supercars', deadline: '2030-10-13T01:13:00.000Z' },
      { categoryId: 3, category: 'Super2', deadline: null },
    ],
    members: [
      { userId: ann.id, categoryIds: [1, 3] },
      { userId: bob.id, categoryIds: [3] },
    ],
  }
  return { weekendId, ann, bob, group, data }
}

test('notifies each member of the categories that they have not tipped, once for each group and weekend', async () => {
  const { weekendId, ann, bob, group, data } = await createScenario()
  const event = await product.publishEvent(membersNudged, data)
  await product.bus.publish([event])
  await product.publishEvent(membersNudged, { ...data, members: [{ userId: bob.id, categoryIds: [1, 3] }] })
  await waitUntilIdle(weekendId)
  const title = 'Pit Wall is waiting for your tips'
  const link = `/groups?tip=${group.id}&weekend=${weekendId}`
  expect(await nudgesTo(ann, weekendId)).toMatchObject([
    {
      ...{ title, link, isRead: false },
      message:
        'You haven’t tipped Supercars or Super2 at Bathurst 1000 yet. The first closes Sun 13 Oct, 12:13 pm AEDT.',
    },
  ])
  expect(await nudgesTo(bob, weekendId)).toMatchObject([
    { title, link, message: 'You haven’t tipped Super2 at Bathurst 1000 yet.' },
  ])
})

test('notifies of no nudge that is republished or old, or of a group or weekend that was deleted meanwhile', async () => {
  const { weekendId, ann, group, data } = await createScenario()
  await product.publishEvent(membersNudged, data, { republish: 'engagement:1' })
  await product.publishEvent(membersNudged, data, { time: '2020-01-01T00:00:00.000Z' })
  await product.publishEvent(groupChanged, aGroup({ ...group, deleted: true }))
  await product.waitForRow('deleted_subjects', { subject: `group/${group.id}` })
  await product.publishEvent(membersNudged, data)
  await waitUntilIdle(weekendId)
  expect(await nudgesTo(ann, weekendId)).toEqual([])

  const { weekendId: other, ann: cleo, data: late } = await createScenario()
  await product.publishEvent(weekendChanged, aWeekend({ id: other, deleted: true }))
  await product.waitForRow('deleted_subjects', { subject: `weekend/${other}` })
  await product.publishEvent(membersNudged, late)
  await waitUntilIdle(weekendId)
  expect(await product.database('notifications').where({ user_id: cleo.id, type: 'nudge' })).toEqual([])
})

test('delivers a nudge until each category that it names is tipped in the group or closed', async () => {
  const { weekendId, ann, group, data } = await createScenario()
  const { endpoint, ...phone } = pushService.browser()
  await ann.call('POST', '/api/notifications/push-subscriptions', { endpoint, ...phone })
  const [supercars, super2] = [
    await product.car({ weekendId, categoryId: 1 }),
    await product.car({ weekendId, categoryId: 3 }),
  ]
  await product.publishEvent(membersNudged, {
    ...data,
    categories: data.categories.map((category) => ({ ...category, deadline: inHours(5) })),
  })
  const nudge = () => product.database('notifications').where({ user_id: ann.id, type: 'nudge' }).select('id')
  const pending = () => product.database('deliveries').whereIn('notification_id', nudge())
  await expect.poll(pending, { timeout: 30_000 }).toHaveLength(1)
  await pending().update({ due_at: inHours(1) })
  await product.database('users').where({ id: ann.id }).update({ verified_email: 'ann@fans.test' })
  await product.database('notification_preferences').insert({ user_id: ann.id, push_off: [], mail_on: ['nudge'] })
  const [{ id }] = (await nudge()) as [{ id: number }]
  const write = () =>
    writeNotificationMail(product.database, { publicUrl: 'https://tips.test', linkSecret: 'secret' })(
      'notification',
      String(id),
    )
  await product.tip(ann, supercars, { groupId: group.id })
  // A tip of the open competition is none of the group.
  await product.tip(ann, super2)
  expect(await write()).toMatchObject({
    subject: 'Pit Wall is waiting for your tips',
    text: expect.stringContaining('emails about nudges from your groups'),
  })
  const reminders = () => product.database('sent_reminders').where({ notification_id: id, category_id: 3 })
  await reminders().update({ deadline: inHours(-1) })
  expect(await write()).toBeUndefined()
  await reminders().update({ deadline: null })
  expect(await write()).toBeDefined()
  await product.tip(ann, super2, { groupId: group.id })
  expect(await write()).toBeUndefined()
  await pending().update({ due_at: product.database.raw('now()') })
  await expect.poll(pending, { timeout: 30_000 }).toEqual([])
  expect(pushService.taken(endpoint).filter(({ payload }) => payload.type === 'nudge')).toEqual([])
})

test('pushes a nudge, unless the fan has switched that off', async () => {
  const { ann, bob, data } = await createScenario()
  const phones = [ann, bob].map((fan) => ({ fan, ...pushService.browser() }))
  for (const { fan, ...phone } of phones) await fan.call('POST', '/api/notifications/push-subscriptions', phone)
  await product.database('notification_preferences').insert({ user_id: bob.id, push_off: ['nudge'], mail_on: [] })
  await product.publishEvent(membersNudged, data)
  await expect
    .poll(() => product.database('deliveries').where({ user_id: ann.id }), { timeout: 30_000 })
    .toHaveLength(1)
  expect(await product.database('deliveries').where({ user_id: bob.id })).toEqual([])
  await product
    .database('deliveries')
    .where({ user_id: ann.id })
    .update({ due_at: product.database.raw('now()') })
  await expect
    .poll(() => pushService.taken(phones[0]!.endpoint).map(({ payload }) => payload.type), { timeout: 30_000 })
    .toEqual(['nudge'])
})
