import { groupChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import type { Member } from '@purple-sector/contracts/groups/http'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import { aUser } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGroupsTest, type GroupsTest, type Person } from '../../test/create-test-groups.ts'

let service: GroupsTest
beforeAll(async () => {
  service = await createGroupsTest()
})
afterAll(() => service?.close())

const countRows = async (groupId: number) => {
  const counts = await Promise.all(
    ['members', 'rejections'].map(async (table) => (await service.database(table).where({ group_id: groupId })).length),
  )
  return counts.reduce((sum, count) => sum + count, (await service.database('groups').where({ id: groupId })).length)
}
/** Waits until an event has been handled: for events that change no row. */
const waitUntilHandled = ({ id: event_id }: { id: string }) =>
  expect.poll(() => service.database('inbox').where({ event_id })).toHaveLength(1)
const approve = (admin: Person, groupId: number, person: Person) =>
  admin.call<Member>('POST', `/api/groups/${groupId}/approve/${person.id}`)
const deleteAccount = ({ id }: Person) => service.publishEvent(userChanged, aUser({ id, deleted: true }))

describe('a deleted group', () => {
  test('is deleted with all its rows, and its deletion is published', async () => {
    const [ada, bob, eve] = [await service.createPerson(), await service.createPerson(), await service.createPerson()]
    const group = await service.createGroup(ada)
    await service.join(bob, group)
    await service.join(eve, group)
    await ada.call('POST', `/api/groups/${group.id}/reject/${eve.id}`)
    expect((await ada.call('DELETE', `/api/groups/${group.id}`)).status).toBe(204)
    expect(await countRows(group.id)).toBe(0)
    expect((await bob.call('GET', '/api/groups')).body).toEqual([])
    expect(service.pushedToTipping().at(-1)).toMatchObject({ group: { data: { id: group.id, deleted: true } } })
    await service.probe.next(groupChanged, ({ id, deleted }) => id === group.id && deleted)
    expect(await service.join(bob, group)).toMatchObject({ status: 404, body: { code: 'INVITE_NOT_FOUND' } })
    expect(await ada.call('DELETE', `/api/groups/${group.id}`)).toMatchObject({ status: 404 })
  })

  test('has no members left after concurrent joins', async () => {
    const ada = await service.createPerson()
    const group = await service.createGroup(ada)
    const joiners = await Promise.all(Array.from({ length: 8 }, () => service.createPerson()))
    const [deletion, ...joins] = await Promise.all([
      ada.call('DELETE', `/api/groups/${group.id}`),
      ...joiners.map((person) => service.join(person, group)),
    ])
    expect(deletion.status).toBe(204)
    expect(joins.filter(({ status }) => status !== 200 && status !== 404)).toEqual([])
    expect(await countRows(group.id)).toBe(0)
  })
})

describe('a deleted weekend', () => {
  test('deletes its groups, and late events restore none of them', async () => {
    const [ada, bob] = [await service.createPerson(), await service.createPerson()]
    const weekend = await service.createWeekend()
    const group = await service.createGroup(ada, { weekendId: weekend.id })
    await service.join(bob, group)
    await service.publishEvent(weekendChanged, { ...weekend, deleted: true })
    await service.probe.next(groupChanged, ({ id, deleted }) => id === group.id && deleted)
    expect(await countRows(group.id)).toBe(0)
    expect((await bob.call('GET', '/api/groups/memberships')).body).toEqual([])
    await waitUntilHandled(await service.publishEvent(weekendChanged, weekend))
    const createReply = await ada.call('POST', '/api/groups', { name: 'Ghosts', weekendId: weekend.id })
    expect(createReply).toMatchObject({ status: 404, body: { code: 'WEEKEND_NOT_FOUND' } })
  })
})

describe('a deleted account', () => {
  test('transfers its groups to the member who was approved first', async () => {
    const [ada, bob, cid, dan] = await Promise.all(Array.from({ length: 4 }, () => service.createPerson()))
    const group = await service.createGroup(ada as Person)
    for (const person of [dan, cid, bob] as Person[]) await service.join(person, group)
    await approve(ada as Person, group.id, bob as Person)
    await approve(ada as Person, group.id, cid as Person)
    await deleteAccount(ada as Person)
    const successor = (bob as Person).id
    const published = await service.probe.next(
      groupChanged,
      ({ id, creatorId }) => id === group.id && creatorId === successor,
    )
    expect(published.data).toMatchObject({ rulesChanged: false, deleted: false })
    await service.probe.next(membershipChanged, (m) => m.userId === successor && m.role === 'admin')
    await service.probe.next(membershipChanged, (m) => m.userId === (ada as Person).id && m.deleted)
    expect((await (bob as Person).call('GET', `/api/groups/${group.id}`)).body).toMatchObject({
      isAdmin: true,
      memberCount: 3,
      pendingCount: 1,
      creatorId: successor,
    })
  })

  test('deletes a group without another approved member', async () => {
    const [ada, bob] = [await service.createPerson(), await service.createPerson()]
    const group = await service.createGroup(ada)
    await service.join(bob, group)
    await deleteAccount(ada)
    await service.probe.next(groupChanged, ({ id, deleted }) => id === group.id && deleted)
    expect(await countRows(group.id)).toBe(0)
  })

  test('loses its memberships and cannot join again', async () => {
    const [ada, bob] = [await service.createPerson(), await service.createPerson()]
    const group = await service.createGroup(ada)
    await service.join(bob, group)
    await deleteAccount(bob)
    await service.probe.next(membershipChanged, (m) => m.userId === bob.id && m.deleted)
    expect((await ada.call('GET', `/api/groups/${group.id}`)).body).toMatchObject({ memberCount: 1, pendingCount: 0 })
    expect(await service.join(bob, group)).toMatchObject({ status: 401 })
    await waitUntilHandled(await service.publishEvent(userChanged, aUser({ id: bob.id })))
    expect(await service.join(bob, group)).toMatchObject({ status: 401 })
  })
})

test('a new name appears in every group', async () => {
  const [ada, bob] = [await service.createPerson({ username: 'ada' }), await service.createPerson()]
  const group = await service.createGroup(ada)
  await service.join(bob, group)
  await service.publishEvent(userChanged, aUser({ id: ada.id, username: 'ada.l' }))
  await expect
    .poll(async () => (await bob.call('GET', `/api/groups/${group.id}`)).body)
    .toMatchObject({ creatorName: 'ada.l' })
  const members = (await bob.call<Member[]>('GET', `/api/groups/${group.id}/members`)).body
  expect(members[0]).toMatchObject({ username: 'ada.l' })
})
