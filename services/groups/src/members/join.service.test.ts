import { membershipChanged } from '@purple-sector/contracts/groups/events'
import { lockWaiters } from '@purple-sector/testing/databases/lock-waiters'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createGroupsTest, type GroupsTest } from '../../test/create-test-groups.ts'
import { groupRepository } from '../groups/group-repository.ts'

let service: GroupsTest
beforeAll(async () => {
  service = await createGroupsTest()
})
afterAll(() => service?.close())

test('joining by the link of a public group makes any user a pending member', async () => {
  const [ada, bob] = [await service.createPerson(), await service.createPerson()]
  const group = await service.createGroup(ada)
  const { status, body } = await service.join(bob, group)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    approvalStatus: 'pending',
    group: { id: group.id, memberCount: 2, pendingCount: null, isAdmin: false, approvalStatus: 'pending' },
  })
  expect((await ada.call('GET', `/api/groups/${group.id}`)).body).toMatchObject({ memberCount: 2, pendingCount: 1 })
  expect((await bob.call('GET', '/api/groups/memberships')).body).toEqual([
    { groupId: group.id, approvalStatus: 'pending', usesOpenTips: false },
  ])
  expect(service.pushedToTipping().at(-1)).toMatchObject({
    memberships: [{ data: { userId: bob.id, role: 'member' } }],
  })
  const published = await service.probe.next(membershipChanged, ({ userId }) => userId === bob.id)
  expect(published.data).toMatchObject({ groupId: group.id, approvalStatus: 'pending', approvedAt: null })
})

test('joining a group that approves automatically makes an approved member', async () => {
  const [ada, bob] = [await service.createPerson(), await service.createPerson()]
  const group = await service.createGroup(ada, {
    weekendId: (await service.createWeekend()).id,
    autoApproveInvites: true,
  })
  expect((await service.join(bob, group)).body).toMatchObject({ approvalStatus: 'approved' })
})

test('fifty concurrent joins by one user create one membership', async () => {
  const [ada, bob] = [await service.createPerson(), await service.createPerson()]
  const group = await service.createGroup(ada)
  const replies = await Promise.all(Array.from({ length: 50 }, () => service.join(bob, group)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(49).fill(409)])
  expect((await ada.call('GET', `/api/groups/${group.id}`)).body).toMatchObject({ memberCount: 2, pendingCount: 1 })
})

test('a private group rejects users without an invitation', async () => {
  const [ada, bob] = [await service.createPerson(), await service.createPerson()]
  const group = await service.createGroup(ada, { weekendId: (await service.createWeekend()).id, isPrivate: true })
  expect(await service.join(bob, group)).toMatchObject({ status: 403, body: { code: 'INVITE_ONLY' } })
  expect(await bob.call('GET', `/api/groups/${group.id}`)).toMatchObject({ status: 404 })
})

test('a join waits for a concurrent move of the group and then succeeds', async () => {
  const [ada, bob] = [await service.createPerson(), await service.createPerson()]
  const [group, { id: weekendId }] = [await service.createGroup(ada), await service.createWeekend()]
  const move = await service.database.transaction()
  const lockedGroup = await groupRepository(move).selectForUpdate(group.id)
  await groupRepository(move).update({ ...lockedGroup!, weekendId })
  const joinReply = service.join(bob, group)
  await vi.waitFor(async () => expect(await lockWaiters(service.database)).not.toEqual([]), { timeout: 30_000 })
  await move.commit()
  expect(await joinReply).toMatchObject({ status: 200, body: { group: { weekendId } } })
})
