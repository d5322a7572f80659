import { exportOf } from '@purple-sector/contracts/every-service'
import { membershipChanged } from '@purple-sector/contracts/groups/events'
import { type Group, MAX_MEMBERS, type Member, type OwnMembership } from '@purple-sector/contracts/groups/http'
import { applyGroup } from '@purple-sector/contracts/tipping/internal'
import { unavailable } from '@purple-sector/service-kit/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGroupsTest, type GroupsTest, type Person } from '../../test/create-test-groups.ts'

let service: GroupsTest
beforeAll(async () => {
  service = await createGroupsTest()
})
afterAll(() => service?.close())

const createGroupOfTwo = async () => {
  const [ada, bob] = [
    await service.createPerson({}, { verifiedEmail: 'ada@pits.test' }),
    await service.createPerson({}, { verifiedEmail: 'bob@pits.test' }),
  ]
  const group = await service.createGroup(ada)
  await service.join(bob, group)
  return { ada, bob, group, path: `/api/groups/${group.id}` }
}
const fetchCounts = async (person: Person, path: string) => {
  const { body } = await person.call<{ memberCount: number; pendingCount: number }>('GET', path)
  return [body.memberCount, body.pendingCount]
}

describe('the members of a group', () => {
  test('are listed with the admin first, and their addresses for the admin only', async () => {
    const { ada, bob, path } = await createGroupOfTwo()
    const adminView = (await ada.call<Member[]>('GET', `${path}/members`)).body
    expect(adminView.map(({ userId, role, email, approvalStatus }) => [userId, role, email, approvalStatus])).toEqual([
      [ada.id, 'admin', 'ada@pits.test', 'approved'],
      [bob.id, 'member', 'bob@pits.test', 'pending'],
    ])
    const memberView = (await bob.call<Member[]>('GET', `${path}/members`)).body
    expect(memberView).toEqual(adminView.map((member) => ({ ...member, email: null })))
  })

  test('are approved by the admin, once', async () => {
    const { ada, bob, group, path } = await createGroupOfTwo()
    const first = await ada.call<Member>('POST', `${path}/approve/${bob.id}`)
    expect(first).toMatchObject({ status: 200, body: { userId: bob.id, approvalStatus: 'approved' } })
    expect(await ada.call('POST', `${path}/approve/${bob.id}`)).toMatchObject({ status: 200, body: first.body })
    expect(await fetchCounts(ada, path)).toEqual([2, 0])
    const published = await service.probe.next(membershipChanged, (m) => m.userId === bob.id && m.approvedAt !== null)
    expect(published.data.approvedAt).toBe(first.body.approvedAt)
    const pushed = service.pushedToTipping().filter(({ memberships }) => memberships[0]?.data.groupId === group.id)
    expect(pushed.map(({ memberships }) => memberships[0]?.sequence)).toEqual([1, 1, 2])
  })

  test('are removed by a rejection, and then need a new invitation', async () => {
    const { ada, bob, group, path } = await createGroupOfTwo()
    expect((await ada.call('POST', `${path}/reject/${bob.id}`)).status).toBe(204)
    expect(await fetchCounts(ada, path)).toEqual([1, 0])
    expect(await bob.call('GET', path)).toMatchObject({ status: 404 })
    expect(service.pushedToTipping().at(-1)).toMatchObject({
      memberships: [{ data: { userId: bob.id, deleted: true, rejected: true } }],
    })
    expect(await service.join(bob, group)).toMatchObject({ status: 403, body: { code: 'INVITE_ONLY' } })
    expect(await ada.call('POST', `${path}/reject/${bob.id}`)).toMatchObject({
      status: 404,
      body: { code: 'MEMBER_NOT_FOUND' },
    })
    expect(await ada.call('POST', `${path}/approve/${bob.id}`)).toMatchObject({ body: { code: 'MEMBER_NOT_FOUND' } })
  })

  test('can leave, and then join again as new members', async () => {
    const { ada, bob, group, path } = await createGroupOfTwo()
    await ada.call('POST', `${path}/approve/${bob.id}`)
    expect((await bob.call('POST', `${path}/leave`)).status).toBe(204)
    expect(await fetchCounts(ada, path)).toEqual([1, 0])
    expect(await bob.call('POST', `${path}/leave`)).toMatchObject({ status: 404 })
    expect(await service.join(bob, group)).toMatchObject({ status: 200, body: { approvalStatus: 'pending' } })
    expect(await fetchCounts(ada, path)).toEqual([2, 1])
    expect(await service.join(bob, group)).toMatchObject({ status: 409, body: { code: 'ALREADY_MEMBER' } })
  })

  test('include the creator, who cannot leave', async () => {
    const { ada, path } = await createGroupOfTwo()
    expect(await ada.call('POST', `${path}/leave`)).toMatchObject({
      status: 409,
      body: { code: 'CREATOR_CANNOT_LEAVE' },
    })
    expect(await ada.call('POST', `${path}/reject/${ada.id}`)).toMatchObject({
      status: 409,
      body: { code: 'CREATOR_CANNOT_BE_REJECTED' },
    })
  })

  test('are limited to five thousand, also with concurrent joins', async () => {
    const ada = await service.createPerson()
    const group = await service.createGroup(ada)
    const freePlaces = 5
    await service.database.raw(
      `insert into members (group_id, user_id, role, approval_status, joined_at)
       select ?, 'fan-' || nth, 'member', 'pending', now() from generate_series(1, ?::integer) nth`,
      [group.id, MAX_MEMBERS - 1 - freePlaces],
    )
    await service
      .database('groups')
      .where({ id: group.id })
      .update({ member_count: MAX_MEMBERS - freePlaces })
    const joiners = await Promise.all(Array.from({ length: 2 * freePlaces }, () => service.createPerson()))
    const replies = await Promise.all(joiners.map((person) => service.join(person, group)))
    const full = replies.filter(({ status }) => status === 409)
    expect(full).toHaveLength(freePlaces)
    for (const { body } of full) expect(body).toMatchObject({ code: 'GROUP_FULL' })
    expect((await service.database('members').where({ group_id: group.id })).length).toBe(MAX_MEMBERS)
  })

  test('are counted correctly after concurrent joins, leaves, approvals and rejections', async () => {
    const { ada, bob, group, path } = await createGroupOfTwo()
    await bob.call('POST', `${path}/leave`)
    await Promise.all([
      service.join(bob, group),
      ada.call('POST', `${path}/reject/${bob.id}`),
      ada.call('POST', `${path}/approve/${bob.id}`),
      bob.call('POST', `${path}/leave`),
      service.join(bob, group),
    ])
    const rows = await service.database('members').where({ group_id: group.id })
    const pending = rows.filter(({ approval_status }) => approval_status === 'pending')
    expect(await fetchCounts(ada, path)).toEqual([rows.length, pending.length])
  })
})

describe('a member’s own settings', () => {
  const use = (person: Person, path: string, usesOpenTips: unknown = true) =>
    person.call<Member>('PATCH', `${path}/members/me`, { usesOpenTips })

  test('are changed by the member, pending or not, and read by no other member', async () => {
    const { ada, bob, group, path } = await createGroupOfTwo()
    const { status, body } = await use(bob, path)
    expect([status, body]).toMatchObject([
      200,
      { userId: bob.id, approvalStatus: 'pending', email: null, usesOpenTips: true },
    ])
    expect(await use(ada, path)).toMatchObject({ status: 200, body: { email: 'ada@pits.test', usesOpenTips: true } })
    const settingsFor = async (person: Person) =>
      (await person.call<Member[]>('GET', `${path}/members`)).body.map(({ userId, usesOpenTips }) => [
        userId,
        usesOpenTips,
      ])
    expect(await settingsFor(bob)).toEqual([
      [ada.id, false],
      [bob.id, true],
    ])
    expect(await settingsFor(ada)).toEqual([
      [ada.id, true],
      [bob.id, false],
    ])
    expect((await ada.call('POST', `${path}/approve/${bob.id}`)).body).toMatchObject({ usesOpenTips: false })
    expect((await bob.call<Group>('GET', path)).body.usesOpenTips).toBe(true)
    expect((await bob.call<OwnMembership[]>('GET', '/api/groups/memberships')).body).toEqual([
      { groupId: group.id, approvalStatus: 'approved', usesOpenTips: true },
    ])
  })

  test('are pushed to tipping and published, once for a value', async () => {
    const { bob, group, path } = await createGroupOfTwo()
    const pushed = () =>
      service
        .pushedToTipping()
        .flatMap(({ memberships }) => memberships.map(({ data }) => data))
        .filter(({ groupId, userId }) => groupId === group.id && userId === bob.id)
    await use(bob, path)
    await use(bob, path)
    expect(pushed().map(({ usesOpenTips }) => usesOpenTips)).toEqual([false, true])
    const published = await service.probe.next(membershipChanged, (m) => m.userId === bob.id && m.usesOpenTips)
    expect(published.data).toEqual(pushed().at(-1))
    await use(bob, path, false)
    expect(pushed().at(-1)).toMatchObject({ usesOpenTips: false, deleted: false })
  })

  test('are over with the membership', async () => {
    const { bob, group, path } = await createGroupOfTwo()
    await use(bob, path)
    await bob.call('POST', `${path}/leave`)
    await service.join(bob, group)
    expect((await bob.call<Group>('GET', path)).body.usesOpenTips).toBe(false)
  })

  test('are in the member’s export', async () => {
    const { ada, bob, path } = await createGroupOfTwo()
    await use(bob, path)
    for (const [{ id: userId }, usesOpenTips] of [[ada, false] as const, [bob, true] as const])
      expect(await service.request(exportOf('groups'), { params: { userId } })).toMatchObject({
        reply: { memberships: [{ usesOpenTips }] },
      })
  })

  test('stay with an approval', async () => {
    const { ada, bob, path } = await createGroupOfTwo()
    await use(bob, path)
    await ada.call('POST', `${path}/approve/${bob.id}`)
    const approved = await service.probe.next(membershipChanged, (m) => m.userId === bob.id && m.approvedAt !== null)
    expect(approved.data.usesOpenTips).toBe(true)
    expect((await bob.call<Group>('GET', path)).body.usesOpenTips).toBe(true)
  })

  test('cannot be changed in a group that the caller is not in, nor to something else', async () => {
    const { bob, path } = await createGroupOfTwo()
    const stranger = await service.createPerson()
    expect(await use(stranger, path)).toMatchObject({ status: 404, body: { code: 'GROUP_NOT_FOUND' } })
    expect(await use(bob, '/api/groups/2000000')).toMatchObject({ status: 404, body: { code: 'GROUP_NOT_FOUND' } })
    expect(await use(bob, path, 'yes')).toMatchObject({ status: 400 })
    expect(await bob.call('PATCH', `${path}/members/me`, {})).toMatchObject({ status: 400 })
  })

  test('are accepted while tipping does not reply, and follow by their event', async () => {
    const { bob, path } = await createGroupOfTwo()
    service.calls.stubCall(applyGroup, () => {
      throw unavailable('tipping is being replaced')
    })
    expect(await use(bob, path)).toMatchObject({ status: 200, body: { usesOpenTips: true } })
    await service.probe.next(membershipChanged, (m) => m.userId === bob.id && m.usesOpenTips)
    service.calls.stubCall(applyGroup, () => ({ kind: 'reply', reply: {} }))
  })
})

test('a new membership is pushed to tipping after the commit and before the reply', async () => {
  const [ada, bob] = [await service.createPerson(), await service.createPerson()]
  const group = await service.createGroup(ada)
  let committed = 0
  service.calls.stubCall(applyGroup, async () => {
    committed = (await service.database('members').where({ group_id: group.id, user_id: bob.id })).length
    return { kind: 'reply', reply: {} }
  })
  await service.join(bob, group)
  expect(committed).toBe(1)
})

test('leaving, rejecting and deleting a group reply with 503 until tipping has applied the end', async () => {
  const [ada, bob, cid] = [await service.createPerson(), await service.createPerson(), await service.createPerson()]
  const group = await service.createGroup(ada)
  await service.join(bob, group)
  await service.join(cid, group)
  const path = `/api/groups/${group.id}`
  const membershipEnds = [
    { person: bob, method: 'POST', url: `${path}/leave` },
    { person: ada, method: 'POST', url: `${path}/reject/${cid.id}` },
    { person: ada, method: 'DELETE', url: path },
  ] as const
  service.calls.stubCall(applyGroup, () => {
    throw unavailable('tipping is being replaced')
  })
  for (const { person, method, url } of membershipEnds) {
    // Repeatedly: while tipping still accepts tips of the membership, a 404 would be wrong too.
    for (const _ of [1, 2]) {
      const { status, headers } = await person.call(method, url)
      expect([url, status, headers['retry-after']]).toEqual([url, 503, '1'])
    }
  }
  // The events end the memberships that could not be pushed to tipping.
  await service.probe.next(membershipChanged, ({ userId, deleted }) => userId === bob.id && deleted)
  const appliedEnds: string[] = []
  service.calls.stubCall(applyGroup, ({ request }) => {
    const { group, memberships } = applyGroup.request.parse(request)
    const membershipEnds = memberships.map(({ data }) => `${data.userId} ${data.deleted}`)
    appliedEnds.push(...(group ? [`group ${group.data.deleted}`] : membershipEnds))
    return { kind: 'reply', reply: {} }
  })
  expect((await bob.call('POST', `${path}/leave`)).status).toBe(404)
  expect(appliedEnds).toEqual([`${bob.id} true`, 'group true'])
  expect((await ada.call('POST', `${path}/reject/${cid.id}`)).status).toBe(404)
  expect(appliedEnds).toEqual([`${bob.id} true`, 'group true', `${cid.id} true`])
  expect(await service.database('pending_membership_ends')).toEqual([])
})

test('a join succeeds while tipping does not reply', async () => {
  const [ada, bob] = [await service.createPerson(), await service.createPerson()]
  const group = await service.createGroup(ada)
  service.calls.stubCall(applyGroup, () => {
    throw new Error('tipping is away')
  })
  expect(await service.join(bob, group)).toMatchObject({ status: 200 })
  await service.probe.next(membershipChanged, ({ userId }) => userId === bob.id)
  service.calls.stubCall(applyGroup, () => ({ kind: 'reply', reply: {} }))
})
