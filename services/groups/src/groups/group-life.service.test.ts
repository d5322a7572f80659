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

const rowsOf = async (groupId: number) => {
  const counts = await Promise.all(
    ['members', 'rejections'].map(async (table) => (await service.database(table).where({ group_id: groupId })).length),
  )
  return counts.reduce((sum, count) => sum + count, (await service.database('groups').where({ id: groupId })).length)
}
/** Waits until an event that changes nothing was handled. */
const handled = ({ id: event_id }: { id: string }) =>
  expect.poll(() => service.database('inbox').where({ event_id })).toHaveLength(1)
const approve = (admin: Person, groupId: number, who: Person) =>
  admin.call<Member>('POST', `/api/groups/${groupId}/approve/${who.id}`)
const deleteAccount = ({ id }: Person) => service.announce(userChanged, aUser({ id, deleted: true }))

describe('a deleted group', () => {
  test('is gone with all its rows, and an event says so', async () => {
    const [ada, bob, eve] = [await service.person(), await service.person(), await service.person()]
    const group = await service.group(ada)
    await service.join(bob, group)
    await service.join(eve, group)
    await ada.call('POST', `/api/groups/${group.id}/reject/${eve.id}`)
    expect((await ada.call('DELETE', `/api/groups/${group.id}`)).status).toBe(204)
    expect(await rowsOf(group.id)).toBe(0)
    expect((await bob.call('GET', '/api/groups')).body).toEqual([])
    expect(service.pushedToTipping().at(-1)).toMatchObject({ group: { data: { id: group.id, deleted: true } } })
    await service.probe.next(groupChanged, ({ id, deleted }) => id === group.id && deleted)
    expect(await service.join(bob, group)).toMatchObject({ status: 404, body: { code: 'INVITE_NOT_FOUND' } })
    expect(await ada.call('DELETE', `/api/groups/${group.id}`)).toMatchObject({ status: 404 })
  })

  test('takes members along who join concurrently', async () => {
    const ada = await service.person()
    const group = await service.group(ada)
    const crowd = await Promise.all(Array.from({ length: 8 }, () => service.person()))
    const [deleted, ...joins] = await Promise.all([
      ada.call('DELETE', `/api/groups/${group.id}`),
      ...crowd.map((who) => service.join(who, group)),
    ])
    expect(deleted.status).toBe(204)
    expect(joins.filter(({ status }) => status !== 200 && status !== 404)).toEqual([])
    expect(await rowsOf(group.id)).toBe(0)
  })
})

describe('a deleted weekend', () => {
  test('takes its groups along at once, and none comes back', async () => {
    const [ada, bob] = [await service.person(), await service.person()]
    const weekend = await service.weekend()
    const group = await service.group(ada, { weekendId: weekend.id })
    await service.join(bob, group)
    await service.announce(weekendChanged, { ...weekend, deleted: true })
    await service.probe.next(groupChanged, ({ id, deleted }) => id === group.id && deleted)
    expect(await rowsOf(group.id)).toBe(0)
    expect((await bob.call('GET', '/api/groups/memberships')).body).toEqual([])
    await handled(await service.announce(weekendChanged, weekend))
    const again = await ada.call('POST', '/api/groups', { name: 'Ghosts', weekendId: weekend.id })
    expect(again).toMatchObject({ status: 404, body: { code: 'WEEKEND_NOT_FOUND' } })
  })
})

describe('a deleted account', () => {
  test('leaves its groups to the member who was approved first', async () => {
    const [ada, bob, cid, dan] = await Promise.all(Array.from({ length: 4 }, () => service.person()))
    const group = await service.group(ada as Person)
    for (const who of [dan, cid, bob] as Person[]) await service.join(who, group)
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

  test('takes a group along that has no other approved member', async () => {
    const [ada, bob] = [await service.person(), await service.person()]
    const group = await service.group(ada)
    await service.join(bob, group)
    await deleteAccount(ada)
    await service.probe.next(groupChanged, ({ id, deleted }) => id === group.id && deleted)
    expect(await rowsOf(group.id)).toBe(0)
  })

  test('is no member any more, and cannot become one again', async () => {
    const [ada, bob] = [await service.person(), await service.person()]
    const group = await service.group(ada)
    await service.join(bob, group)
    await deleteAccount(bob)
    await service.probe.next(membershipChanged, (m) => m.userId === bob.id && m.deleted)
    expect((await ada.call('GET', `/api/groups/${group.id}`)).body).toMatchObject({ memberCount: 1, pendingCount: 0 })
    expect(await service.join(bob, group)).toMatchObject({ status: 401 })
    await handled(await service.announce(userChanged, aUser({ id: bob.id })))
    expect(await service.join(bob, group)).toMatchObject({ status: 401 })
  })
})

test('a new name appears in every group', async () => {
  const [ada, bob] = [await service.person({ username: 'ada' }), await service.person()]
  const group = await service.group(ada)
  await service.join(bob, group)
  await service.announce(userChanged, aUser({ id: ada.id, username: 'ada.l' }))
  await expect
    .poll(async () => (await bob.call('GET', `/api/groups/${group.id}`)).body)
    .toMatchObject({ creatorName: 'ada.l' })
  const members = (await bob.call<Member[]>('GET', `/api/groups/${group.id}/members`)).body
  expect(members[0]).toMatchObject({ username: 'ada.l' })
})
