import { notificationsRead } from '@purple-sector/contracts/engagement/events'
import type { Notification } from '@purple-sector/contracts/engagement/http'
import { userSubject } from '@purple-sector/contracts/event'
import { groupChanged, invitationChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { tipsRemoved } from '@purple-sector/contracts/tipping/events'
import { carChanged, categoryChanged, raceChanged } from '@purple-sector/contracts/weekends/events'
import { markDeleted } from '@purple-sector/messaging'
import { aCategory, aGroup, aMembership, anInvitation, aUser, nextId } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startEngagement, type TestEngagement } from '../../test/create-test-engagement.ts'

let product: TestEngagement
beforeAll(async () => {
  product = await startEngagement()
})
afterAll(() => product?.close())

/** Notifications except achievements, which tips also unlock. */
const notificationsOf = async ({ call }: Person, weekendId: number) => {
  const { body } = await call<Notification[]>('GET', `/api/notifications/${weekendId}`)
  return body.filter(({ type }) => type !== 'achievement').toReversed()
}
const titles = async (person: Person, weekendId: number) =>
  (await notificationsOf(person, weekendId)).map(({ title }) => title)
const createScenario = async () => {
  const weekend = await product.weekend({ timeZone: 'Australia/Sydney' })
  const [ann, bob] = [await product.person({ username: `ann${nextId()}` }), await product.person()]
  const race = await product.race({ weekendId: weekend.id, name: 'Race 1', startTime: '2030-11-28T03:00:00.000Z' })
  const car = await product.car({ weekendId: weekend.id, plate: '88', driver: 'Broc Feeney' })
  return { weekend, ann, bob, race, car, in: { weekendId: weekend.id } }
}
/** Waits until all earlier events of the weekend are handled, by announcing a rename after them. */
const waitUntilIdle = async (weekendId: number) => {
  const driver = `Driver ${nextId()}`
  const car = await product.car({ weekendId, driver })
  await product.waitForRow('cars', { id: car.id, driver })
}

test('notifies fans who tipped a car each time it goes out, and not for a repeated state', async () => {
  const { weekend, ann, bob, car } = await createScenario()
  await product.tip(ann, car)
  const out = { ...car, status: 'crashed' as const }
  const event = await product.publishEvent(carChanged, out)
  await product.bus.publish([event])
  await product.publishEvent(carChanged, out)
  await product.publishEvent(carChanged, out, { republish: 'engagement:1' })
  await product.publishEvent(carChanged, { ...car, status: 'retired' })
  await expect
    .poll(() => notificationsOf(ann, weekend.id))
    .toMatchObject([
      {
        type: 'car-out',
        title: 'Car 88 is out',
        message:
          'You tipped Broc Feeney in Supercars, and car 88 crashed. You can tip another car while a session of the category is still open.',
        link: '/tipping',
      },
    ])
  await product.publishEvent(carChanged, car)
  await product.publishEvent(carChanged, { ...car, withdrawn: true })
  await expect.poll(() => titles(ann, weekend.id)).toEqual(['Car 88 is out', 'Car 88 is out'])
  expect((await notificationsOf(ann, weekend.id)).at(-1)?.message).toContain('car 88 was withdrawn')
  expect(await notificationsOf(bob, weekend.id)).toEqual([])
})

test('does not notify of tips in a group the fan has left', async () => {
  const { weekend, ann, bob, car, in: ofWeekend } = await createScenario()
  const group = await product.group(ann, ofWeekend)
  await product.join(group, bob)
  await product.tip(ann, car, { groupId: group.id })
  await product.tip(bob, car, { groupId: group.id })
  await product.publishEvent(
    membershipChanged,
    aMembership({ groupId: group.id, ...ofWeekend, userId: bob.id, deleted: true }),
  )
  await expect.poll(() => product.database('memberships').where({ user_id: bob.id })).toEqual([])
  await product.publishEvent(carChanged, { ...car, status: 'dnf' })
  await expect.poll(() => notificationsOf(ann, weekend.id)).toMatchObject([{ type: 'car-out', link: '/groups' }])
  expect(await notificationsOf(bob, weekend.id)).toEqual([])
})

test('notifies once of a session that moves several times within a minute, with its final time', async () => {
  const { weekend, ann, bob, race, car } = await createScenario()
  await product.tip(ann, car)
  await product.publishEvent(raceChanged, { ...race, startTime: '2030-11-28T03:05:00.000Z' })
  await expect
    .poll(async () => (await notificationsOf(ann, weekend.id)).map(({ message }) => message))
    .toEqual(['Supercars Race 1 now starts Thu 28 Nov, 2:05 pm AEDT.'])
  const [first] = (await notificationsOf(ann, weekend.id)) as [Notification]
  expect(first).toMatchObject({ type: 'session', title: 'Supercars Race 1 has moved', link: '/tipping' })
  await ann.call('POST', `/api/notifications/${first.id}/read`)
  await product.publishEvent(raceChanged, { ...race, startTime: '2030-11-28T03:30:00.000Z' })
  await expect
    .poll(() => notificationsOf(ann, weekend.id))
    .toMatchObject([{ id: first.id, isRead: false, message: 'Supercars Race 1 now starts Thu 28 Nov, 2:30 pm AEDT.' }])
  await product.publishEvent(raceChanged, { ...race, startTime: '2030-11-29T03:30:00.000Z', reopened: 1 })
  await expect
    .poll(() => titles(ann, weekend.id))
    .toEqual(['Supercars Race 1 has moved', 'Supercars Race 1 is open again'])
  expect(await notificationsOf(bob, weekend.id)).toEqual([])
})

test('notifies again of a session that moves after a minute', async () => {
  const { weekend, ann, race, car } = await createScenario()
  await product.tip(ann, car)
  await product.publishEvent(raceChanged, { ...race, startTime: '2030-11-28T03:05:00.000Z' })
  await expect.poll(() => titles(ann, weekend.id)).toHaveLength(1)
  await product
    .database('session_changes')
    .where({ race_id: race.id })
    .update({ at: new Date(Date.now() - 61_000) })
  await product.publishEvent(raceChanged, { ...race, startTime: '2030-11-28T04:05:00.000Z' })
  await expect.poll(() => titles(ann, weekend.id)).toHaveLength(2)
})

test('notifies fans of tips deleted with the last session of a category', async () => {
  const { weekend, ann, bob } = await createScenario()
  const removal = { weekendId: weekend.id, categoryId: 1, category: 'Supercars', userIds: [ann.id] }
  const event = await product.publishEvent(tipsRemoved, removal)
  await product.bus.publish([event])
  await expect
    .poll(() => notificationsOf(ann, weekend.id))
    .toMatchObject([
      {
        type: 'tips-removed',
        title: 'Your Supercars tips are gone',
        message: `${weekend.name} no longer has any Supercars sessions, so your tips for them were deleted.`,
      },
    ])
  expect(await notificationsOf(bob, weekend.id)).toEqual([])
})

test('notifies the invitee once of an invitation, and the inviter of the reply', async () => {
  const { weekend, ann, bob, in: ofWeekend } = await createScenario()
  const group = await product.group(ann, { ...ofWeekend, name: 'Pit Wall' })
  const byEmail = anInvitation({
    ...{ groupId: group.id, ...ofWeekend, groupName: 'Pit Wall', inviterId: ann.id },
    inviteeId: null as string | null,
  })
  await product.publishEvent(invitationChanged, byEmail)
  const invitation = { ...byEmail, inviteeId: bob.id }
  await product.publishEvent(invitationChanged, invitation)
  await product.publishEvent(invitationChanged, { ...invitation, groupName: 'Pit Wall Two' })
  const name = ann.caller.username
  await expect
    .poll(() => notificationsOf(bob, weekend.id))
    .toMatchObject([
      {
        type: 'invitation',
        title: `${name} invites you to Pit Wall`,
        message: `${name} wants you to tip ${weekend.name} in the group Pit Wall.`,
        link: '/groups?tab=invitations',
      },
    ])
  const accepted = await product.publishEvent(invitationChanged, { ...invitation, status: 'accepted' })
  await product.bus.publish([accepted])
  await product.publishEvent(invitationChanged, { ...invitation, status: 'accepted' })
  await expect
    .poll(() => notificationsOf(ann, weekend.id))
    .toMatchObject([
      { type: 'invitation-answer', message: `${bob.caller.username} accepted your invitation to Pit Wall.` },
    ])
  expect(await notificationsOf(bob, weekend.id)).toHaveLength(1)
})

test('isolates right-to-left names in texts', async () => {
  const { weekend, ann, bob, in: ofWeekend } = await createScenario()
  const group = await product.group(ann, { ...ofWeekend, name: 'فريق 12' })
  const ofGroup = { groupId: group.id, ...ofWeekend, groupName: 'فريق 12' }
  await product.publishEvent(invitationChanged, anInvitation({ ...ofGroup, inviterId: ann.id, inviteeId: bob.id }))
  await expect
    .poll(() => titles(bob, weekend.id))
    .toEqual([`${ann.caller.username} invites you to \u2068فريق 12\u2069`])
})

test('deletes notifications that name a deleted account', async () => {
  const { weekend, ann, bob, in: ofWeekend } = await createScenario()
  const group = await product.group(ann, { ...ofWeekend, name: 'Pit Wall' })
  const invited = anInvitation({ groupId: group.id, ...ofWeekend, inviterId: ann.id, inviteeId: bob.id })
  await product.publishEvent(invitationChanged, { ...invited, status: 'accepted' })
  await expect.poll(() => notificationsOf(ann, weekend.id)).toHaveLength(1)
  await product.publishEvent(userChanged, aUser({ id: bob.id, deleted: true }))
  await expect.poll(() => notificationsOf(ann, weekend.id)).toEqual([])
  await expect
    .poll(() => product.probe.seen(notificationsRead).map(({ data }) => data))
    .toContainEqual({ userId: ann.id, weekendId: null, count: null })
})

test('never shows the name of an account deleted while the notification is created', async () => {
  const { weekend, ann, bob, in: ofWeekend } = await createScenario()
  const group = await product.group(ann, { ...ofWeekend, name: 'Pit Wall' })
  const invited = anInvitation({ groupId: group.id, ...ofWeekend, inviterId: ann.id, inviteeId: bob.id })
  const waitingLocks = `select 1 from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and locktype = 'advisory' and not granted`
  await product.database.transaction(async (sql) => {
    await markDeleted(sql, userSubject(ann.id))
    await product.publishEvent(invitationChanged, invited)
    await expect.poll(async () => (await product.database.raw(waitingLocks)).rows, { timeout: 30_000 }).not.toEqual([])
    await sql('users').where({ id: ann.id }).delete()
  })
  await expect
    .poll(() => titles(bob, weekend.id), { timeout: 30_000 })
    .toEqual([`Anonymous invites you to ${invited.groupName}`])
})

test('notifies a member of approval and rejection, not of leaving', async () => {
  const { weekend, ann, bob, in: ofWeekend } = await createScenario()
  const cat = await product.person()
  const group = await product.group(ann, { ...ofWeekend, name: 'Pit Wall' })
  const membership = (userId: string) =>
    aMembership({ groupId: group.id, ...ofWeekend, userId, approvalStatus: 'pending' })
  for (const { id } of [bob, cat]) {
    await product.publishEvent(membershipChanged, membership(id))
    await product.waitForRow('memberships', { group_id: group.id, user_id: id })
  }
  await product.publishEvent(membershipChanged, { ...membership(bob.id), approvalStatus: 'approved' })
  await product.publishEvent(membershipChanged, { ...membership(bob.id), approvalStatus: 'approved' })
  await product.publishEvent(membershipChanged, { ...membership(cat.id), deleted: true, rejected: true })
  await expect.poll(() => titles(bob, weekend.id)).toEqual(['You’re in: Pit Wall approved you'])
  await expect.poll(() => titles(cat, weekend.id)).toEqual(['You’re no longer in Pit Wall'])
  await product.publishEvent(membershipChanged, { ...membership(bob.id), deleted: true })
  await expect.poll(() => product.database('memberships').where({ user_id: bob.id })).toEqual([])
  expect(await titles(bob, weekend.id)).toHaveLength(1)
  await product.publishEvent(membershipChanged, { ...membership(bob.id), approvalStatus: 'approved' })
  await product.waitForRow('memberships', { group_id: group.id, user_id: bob.id, is_approved: true })
  await product.publishEvent(membershipChanged, { ...membership(bob.id), deleted: true, rejected: true })
  await expect
    .poll(() => titles(bob, weekend.id))
    .toEqual(['You’re in: Pit Wall approved you', 'You’re no longer in Pit Wall'])
})

test('notifies members of changed rules, except the admin who changed them', async () => {
  const { weekend, ann, bob, in: ofWeekend } = await createScenario()
  const group = await product.group(ann, { ...ofWeekend, name: 'Pit Wall' })
  await product.join(group, bob)
  const changed = aGroup({ ...group, selectedRaceIds: [1], rulesChanged: true })
  const event = await product.publishEvent(groupChanged, changed)
  await product.bus.publish([event])
  await product.publishEvent(groupChanged, { ...changed, rulesChanged: false }, { republish: 'engagement:1' })
  await expect
    .poll(() => notificationsOf(bob, weekend.id))
    .toMatchObject([{ type: 'group-rules', title: 'The rules of Pit Wall have changed', link: '/groups' }])
  expect(await notificationsOf(ann, weekend.id)).toEqual([])
})

test('does not notify of republished states and of events from before the notifications', async () => {
  const { weekend, ann, bob, race, car, in: ofWeekend } = await createScenario()
  await product.tip(ann, car)
  const pastTime = { time: '2020-01-01T00:00:00.000Z' }
  await product.publishEvent(carChanged, { ...car, status: 'crashed' }, { republish: 'engagement:1' })
  await product.publishEvent(raceChanged, { ...race, startTime: '2030-11-28T03:05:00.000Z' }, pastTime)
  await product.publishEvent(
    invitationChanged,
    anInvitation({ groupId: nextId(), ...ofWeekend, inviteeId: bob.id }),
    pastTime,
  )
  await waitUntilIdle(weekend.id)
  expect(await notificationsOf(ann, weekend.id)).toEqual([])
  expect(await notificationsOf(bob, weekend.id)).toEqual([])
})

test('notifies a fan once a weekend of what was tipped for them, again when a category follows, and not of tips made their own', async () => {
  const { weekend, ann, car } = await createScenario()
  await product.publishEvent(categoryChanged, aCategory({ id: 3, shortName: 'Super2' }))
  await product.waitForRow('categories', { id: 3 })
  const other = await product.car({ weekendId: weekend.id, categoryId: 3, plate: '05', driver: 'Zach Bates' })
  const tipId = await product.tip(ann, car, { isAutomatic: true })
  const message = (cars: string) =>
    `You hadn’t tipped yet, so we used your car from last time: ${cars}. You can still change it until tips close.`
  await expect
    .poll(() => notificationsOf(ann, weekend.id))
    .toMatchObject([
      {
        type: 'auto-tip',
        title: 'We tipped for you',
        message: message('#88 Broc Feeney in Supercars'),
        link: '/my-tips',
      },
    ])
  const [first] = await notificationsOf(ann, weekend.id)
  await ann.call('POST', `/api/notifications/${first?.id}/read`)
  await product.tip(ann, other, { isAutomatic: true })
  await expect
    .poll(() => notificationsOf(ann, weekend.id))
    .toMatchObject([{ isRead: false, message: message('#88 Broc Feeney in Supercars, #05 Zach Bates in Super2') }])
  const group = await product.group(ann, { weekendId: weekend.id })
  const { isRead, message: last } = (await notificationsOf(ann, weekend.id))[0] ?? {}
  await product.tip(ann, other, { groupId: group.id, isAutomatic: true, isCopy: true })
  await waitUntilIdle(weekend.id)
  expect((await notificationsOf(ann, weekend.id))[0]).toMatchObject({ isRead, message: last })
  await product.tip(ann, car, { tipId, isAutomatic: false })
  await waitUntilIdle(weekend.id)
  expect(await notificationsOf(ann, weekend.id)).toHaveLength(1)
})
