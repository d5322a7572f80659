import { membershipChanged } from '@purple-sector/contracts/groups/events'
import type { Group } from '@purple-sector/contracts/groups/http'
import { nextTraceparent } from '@purple-sector/telemetry/trace'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGroupsTest, type GroupsTest, type Person } from '../../test/create-test-groups.ts'
import { type JoinRequest, joinInBatch } from './join-in-batch.ts'

let service: GroupsTest
let ada: Person
beforeAll(async () => {
  service = await createGroupsTest()
  ada = await service.createPerson()
})
afterAll(() => service?.close())

const createPeople = (count: number) => Promise.all(Array.from({ length: count }, () => service.createPerson()))
const joinRequest = ({ caller }: Person, { inviteCode }: Pick<Group, 'inviteCode'>): JoinRequest => ({
  caller,
  inviteCode,
  traceparent: nextTraceparent(),
})
const handleBatch = (...requests: JoinRequest[]) => service.database.transaction((sql) => joinInBatch(sql, requests))
const fetchCounts = async ({ id }: Group) => {
  const { body } = await ada.call<Group>('GET', `/api/groups/${id}`)
  return [body.memberCount, body.pendingCount]
}

test('users join several groups in one batch, each published in the trace of their own request', async () => {
  const [pitWall, grandstand] = [
    await service.createGroup(ada),
    await service.createGroup(ada, { weekendId: (await service.createWeekend()).id, autoApproveInvites: true }),
  ]
  const [ann, bob, cem] = (await createPeople(3)) as [Person, Person, Person]
  const requests = [joinRequest(ann, pitWall), joinRequest(bob, grandstand), joinRequest(cem, pitWall)]
  const { reply, published } = await handleBatch(...requests)
  expect(reply).toMatchObject([
    { reply: { group: { id: pitWall.id, memberCount: 3, isAdmin: false }, approvalStatus: 'pending' } },
    { reply: { group: { id: grandstand.id, memberCount: 2 }, approvalStatus: 'approved' } },
    { reply: { group: { id: pitWall.id, memberCount: 3 }, approvalStatus: 'pending' } },
  ])
  expect([await fetchCounts(pitWall), await fetchCounts(grandstand)]).toEqual([
    [3, 2],
    [2, 0],
  ])
  expect(published?.memberships).toMatchObject([ann, bob, cem].map(({ id }) => ({ sequence: 1, data: { userId: id } })))
  for (const { caller, traceparent } of requests) {
    const published = await service.probe.next(membershipChanged, ({ userId }) => userId === caller.userId)
    expect(published.traceparent).toBe(traceparent)
  }
})

test('a rejection concerns one request of a batch, and one user gets the last free place', async () => {
  const privateGroup = await service.createGroup(ada, {
    weekendId: (await service.createWeekend()).id,
    isPrivate: true,
  })
  const publicGroup = await service.createGroup(ada)
  await service.database('groups').where({ id: publicGroup.id }).update({ member_count: 4_999 })
  const [ann, bob, cem] = (await createPeople(3)) as [Person, Person, Person]
  const { reply } = await handleBatch(
    joinRequest(ann, privateGroup),
    joinRequest(bob, publicGroup),
    joinRequest(cem, publicGroup),
    joinRequest(ada, publicGroup),
  )
  expect(reply).toMatchObject([
    { rejection: { code: 'INVITE_ONLY' } },
    { reply: { group: { memberCount: 5_000 } } },
    { rejection: { code: 'GROUP_FULL' } },
    { rejection: { code: 'ALREADY_MEMBER' } },
  ])
})

test('a batch does not wait for requests with an invitation or a locked group, and does not handle them', async () => {
  const [lockedGroup, unlockedGroup] = [await service.createGroup(ada), await service.createGroup(ada)]
  const [ann, bob, cem] = (await createPeople(3)) as [Person, Person, Person]
  const inviteReply = await ada.call('POST', `/api/groups/${unlockedGroup.id}/invite-user`, { userId: cem.id })
  expect(inviteReply.status).toBe(201)
  await service.database.transaction(async (sql) => {
    await sql('groups').where({ id: lockedGroup.id }).forUpdate()
    const { reply } = await handleBatch(
      joinRequest(ann, lockedGroup),
      joinRequest(bob, unlockedGroup),
      joinRequest(cem, unlockedGroup),
    )
    expect(reply).toMatchObject(['handle-one', { reply: { group: { id: unlockedGroup.id } } }, 'handle-one'])
  })
  expect((await service.join(cem, unlockedGroup)).status).toBe(200)
  expect(await service.database('invitations').where({ invitee_id: cem.id })).toMatchObject([{ status: 'accepted' }])
})

test('concurrent joins of several groups add each user once, also with invalid links', async () => {
  const groups = [await service.createGroup(ada), await service.createGroup(ada), await service.createGroup(ada)]
  const joiners = await createPeople(30)
  const invalidJoin = service.join(joiners[0] as Person, { inviteCode: 'nowhere-0000000000000000' })
  const replies = await Promise.all(
    joiners.flatMap((person, nth) => [0, 1].map(() => service.join(person, groups[nth % 3]!))),
  )
  expect((await invalidJoin).status).toBe(404)
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(30)
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(30)
  for (const group of groups) expect(await fetchCounts(group)).toEqual([11, 10])
  const pushed = service.pushedToTipping().flatMap(({ memberships }) => memberships.map(({ data }) => data.userId))
  for (const { id } of joiners) expect(pushed.filter((userId) => userId === id)).toHaveLength(1)
})
