import { membershipChanged } from '@purple-sector/contracts/groups/events'
import type { Group } from '@purple-sector/contracts/groups/http'
import { nextTraceparent } from '@purple-sector/messaging/trace'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGroupsTest, type GroupsTest, type Person } from '../../test/create-test-groups.ts'
import { type Joining, joinTogether } from './join-together.ts'

let service: GroupsTest
let ada: Person
beforeAll(async () => {
  service = await createGroupsTest()
  ada = await service.person()
})
afterAll(() => service?.close())

const people = (count: number) => Promise.all(Array.from({ length: count }, () => service.person()))
const joining = ({ caller }: Person, { inviteCode }: Pick<Group, 'inviteCode'>): Joining => ({
  caller,
  inviteCode,
  traceparent: nextTraceparent(),
})
const handleBatch = (...joinings: Joining[]) => service.database.transaction((sql) => joinTogether(sql, joinings))
const counts = async ({ id }: Group) => {
  const { body } = await ada.call<Group>('GET', `/api/groups/${id}`)
  return [body.memberCount, body.pendingCount]
}

test('users join several groups in one batch, each published in the trace of their own request', async () => {
  const [pitWall, grandstand] = [
    await service.group(ada),
    await service.group(ada, { weekendId: (await service.weekend()).id, autoApproveInvites: true }),
  ]
  const [ann, bob, cem] = (await people(3)) as [Person, Person, Person]
  const joinings = [joining(ann, pitWall), joining(bob, grandstand), joining(cem, pitWall)]
  const { reply, published } = await handleBatch(...joinings)
  expect(reply).toMatchObject([
    { reply: { group: { id: pitWall.id, memberCount: 3, isAdmin: false }, approvalStatus: 'pending' } },
    { reply: { group: { id: grandstand.id, memberCount: 2 }, approvalStatus: 'approved' } },
    { reply: { group: { id: pitWall.id, memberCount: 3 }, approvalStatus: 'pending' } },
  ])
  expect([await counts(pitWall), await counts(grandstand)]).toEqual([
    [3, 2],
    [2, 0],
  ])
  expect(published?.memberships).toMatchObject([ann, bob, cem].map(({ id }) => ({ sequence: 1, data: { userId: id } })))
  for (const { caller, traceparent } of joinings) {
    const published = await service.probe.next(membershipChanged, ({ userId }) => userId === caller.userId)
    expect(published.traceparent).toBe(traceparent)
  }
})

test('a rejection concerns one request of a batch, and the last place goes to one user', async () => {
  const closed = await service.group(ada, { weekendId: (await service.weekend()).id, isPrivate: true })
  const open = await service.group(ada)
  await service.database('groups').where({ id: open.id }).update({ member_count: 4_999 })
  const [ann, bob, cem] = (await people(3)) as [Person, Person, Person]
  const { reply } = await handleBatch(joining(ann, closed), joining(bob, open), joining(cem, open), joining(ada, open))
  expect(reply).toMatchObject([
    { refusal: { code: 'INVITE_ONLY' } },
    { reply: { group: { memberCount: 5_000 } } },
    { refusal: { code: 'GROUP_FULL' } },
    { refusal: { code: 'ALREADY_MEMBER' } },
  ])
})

test('users with an invitation or a locked group are left out of a batch, without waiting', async () => {
  const [lockedGroup, free] = [await service.group(ada), await service.group(ada)]
  const [ann, bob, cem] = (await people(3)) as [Person, Person, Person]
  const invited = await ada.call('POST', `/api/groups/${free.id}/invite-user`, { userId: cem.id })
  expect(invited.status).toBe(201)
  await service.database.transaction(async (sql) => {
    await sql('groups').where({ id: lockedGroup.id }).forUpdate()
    const { reply } = await handleBatch(joining(ann, lockedGroup), joining(bob, free), joining(cem, free))
    expect(reply).toMatchObject(['handle-one', { reply: { group: { id: free.id } } }, 'handle-one'])
  })
  expect((await service.join(cem, free)).status).toBe(200)
  expect(await service.database('invitations').where({ invitee_id: cem.id })).toMatchObject([{ status: 'accepted' }])
})

test('concurrent joins of several groups add each user once, also with invalid links', async () => {
  const groups = [await service.group(ada), await service.group(ada), await service.group(ada)]
  const crowd = await people(30)
  const lost = service.join(crowd[0] as Person, { inviteCode: 'nowhere-0000000000000000' })
  const replies = await Promise.all(crowd.flatMap((who, nth) => [0, 1].map(() => service.join(who, groups[nth % 3]!))))
  expect((await lost).status).toBe(404)
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(30)
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(30)
  for (const group of groups) expect(await counts(group)).toEqual([11, 10])
  const pushed = service.pushedToTipping().flatMap(({ memberships }) => memberships.map(({ data }) => data.userId))
  for (const { id } of crowd) expect(pushed.filter((userId) => userId === id)).toHaveLength(1)
})
