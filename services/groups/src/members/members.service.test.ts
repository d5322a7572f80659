import { membershipChanged } from '@purple-sector/contracts/groups/events'
import { MAX_MEMBERS, type Member } from '@purple-sector/contracts/groups/http'
import { applyGroup } from '@purple-sector/contracts/tipping/internal'
import { unavailable } from '@purple-sector/service-kit/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGroupsTest, type GroupsTest, type Person } from '../../test/create-test-groups.ts'

let service: GroupsTest
beforeAll(async () => {
  service = await createGroupsTest()
})
afterAll(() => service?.close())

const groupOfTwo = async () => {
  const [ada, bob] = [
    await service.person({}, { verifiedEmail: 'ada@pits.test' }),
    await service.person({}, { verifiedEmail: 'bob@pits.test' }),
  ]
  const group = await service.group(ada)
  await service.join(bob, group)
  return { ada, bob, group, path: `/api/groups/${group.id}` }
}
const counts = async (who: Person, path: string) => {
  const { body } = await who.call<{ memberCount: number; pendingCount: number }>('GET', path)
  return [body.memberCount, body.pendingCount]
}

describe('the members of a group', () => {
  test('are listed with the admin first, and their addresses for the admin only', async () => {
    const { ada, bob, path } = await groupOfTwo()
    const seen = (await ada.call<Member[]>('GET', `${path}/members`)).body
    expect(seen.map(({ userId, role, email, approvalStatus }) => [userId, role, email, approvalStatus])).toEqual([
      [ada.id, 'admin', 'ada@pits.test', 'approved'],
      [bob.id, 'member', 'bob@pits.test', 'pending'],
    ])
    const listed = (await bob.call<Member[]>('GET', `${path}/members`)).body
    expect(listed).toEqual(seen.map((member) => ({ ...member, email: null })))
  })

  test('are approved by the admin, once', async () => {
    const { ada, bob, group, path } = await groupOfTwo()
    const first = await ada.call<Member>('POST', `${path}/approve/${bob.id}`)
    expect(first).toMatchObject({ status: 200, body: { userId: bob.id, approvalStatus: 'approved' } })
    expect(await ada.call('POST', `${path}/approve/${bob.id}`)).toMatchObject({ status: 200, body: first.body })
    expect(await counts(ada, path)).toEqual([2, 0])
    const published = await service.probe.next(membershipChanged, (m) => m.userId === bob.id && m.approvedAt !== null)
    expect(published.data.approvedAt).toBe(first.body.approvedAt)
    const pushed = service.pushedToTipping().filter(({ memberships }) => memberships[0]?.data.groupId === group.id)
    expect(pushed.map(({ memberships }) => memberships[0]?.sequence)).toEqual([1, 1, 2])
  })

  test('are removed by a rejection, and then need a new invitation', async () => {
    const { ada, bob, group, path } = await groupOfTwo()
    expect((await ada.call('POST', `${path}/reject/${bob.id}`)).status).toBe(204)
    expect(await counts(ada, path)).toEqual([1, 0])
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

  test('leave, and come back as new members', async () => {
    const { ada, bob, group, path } = await groupOfTwo()
    await ada.call('POST', `${path}/approve/${bob.id}`)
    expect((await bob.call('POST', `${path}/leave`)).status).toBe(204)
    expect(await counts(ada, path)).toEqual([1, 0])
    expect(await bob.call('POST', `${path}/leave`)).toMatchObject({ status: 404 })
    expect(await service.join(bob, group)).toMatchObject({ status: 200, body: { approvalStatus: 'pending' } })
    expect(await counts(ada, path)).toEqual([2, 1])
    expect(await service.join(bob, group)).toMatchObject({ status: 409, body: { code: 'ALREADY_MEMBER' } })
  })

  test('include the creator, who cannot leave', async () => {
    const { ada, path } = await groupOfTwo()
    expect(await ada.call('POST', `${path}/leave`)).toMatchObject({
      status: 409,
      body: { code: 'CREATOR_CANNOT_LEAVE' },
    })
    expect(await ada.call('POST', `${path}/reject/${ada.id}`)).toMatchObject({
      status: 409,
      body: { code: 'CREATOR_CANNOT_BE_REJECTED' },
    })
  })

  test('are at most five thousand, with any number of concurrent joins', async () => {
    const ada = await service.person()
    const group = await service.group(ada)
    const room = 5
    await service.database.raw(
      `insert into members (group_id, user_id, role, approval_status, joined_at)
       select ?, 'fan-' || nth, 'member', 'pending', now() from generate_series(1, ?::integer) nth`,
      [group.id, MAX_MEMBERS - 1 - room],
    )
    await service
      .database('groups')
      .where({ id: group.id })
      .update({ member_count: MAX_MEMBERS - room })
    const crowd = await Promise.all(Array.from({ length: 2 * room }, () => service.person()))
    const replies = await Promise.all(crowd.map((who) => service.join(who, group)))
    const full = replies.filter(({ status }) => status === 409)
    expect(full).toHaveLength(room)
    for (const { body } of full) expect(body).toMatchObject({ code: 'GROUP_FULL' })
    expect((await service.database('members').where({ group_id: group.id })).length).toBe(MAX_MEMBERS)
  })

  test('end as rejected or as members after a concurrent rejection and join, with correct counts', async () => {
    const { ada, bob, group, path } = await groupOfTwo()
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
    expect(await counts(ada, path)).toEqual([rows.length, pending.length])
  })
})

test('are pushed to tipping after the commit and before the reply', async () => {
  const [ada, bob] = [await service.person(), await service.person()]
  const group = await service.group(ada)
  let committed = 0
  service.calls.whenAsked(applyGroup, async () => {
    committed = (await service.database('members').where({ group_id: group.id, user_id: bob.id })).length
    return { kind: 'reply', reply: {} }
  })
  await service.join(bob, group)
  expect(committed).toBe(1)
})

test('leave, are rejected and lose their group only after tipping has applied it, else with 503', async () => {
  const [ada, bob, cid] = [await service.person(), await service.person(), await service.person()]
  const group = await service.group(ada)
  await service.join(bob, group)
  await service.join(cid, group)
  const path = `/api/groups/${group.id}`
  const membershipEnds = [
    { person: bob, method: 'POST', url: `${path}/leave` },
    { person: ada, method: 'POST', url: `${path}/reject/${cid.id}` },
    { person: ada, method: 'DELETE', url: path },
  ] as const
  service.calls.whenAsked(applyGroup, () => {
    throw unavailable('tipping is being replaced')
  })
  for (const { person, method, url } of membershipEnds) {
    // Repeatedly: while tipping accepts the tips of the membership, 404 is no answer either.
    for (const _ of [1, 2]) {
      const { status, headers } = await person.call(method, url)
      expect([url, status, headers['retry-after']]).toEqual([url, 503, '1'])
    }
  }
  // The events end what could not be pushed to tipping.
  await service.probe.next(membershipChanged, ({ userId, deleted }) => userId === bob.id && deleted)
  const applied: string[] = []
  service.calls.whenAsked(applyGroup, ({ request }) => {
    const { group, memberships } = applyGroup.request.parse(request)
    const ended = memberships.map(({ data }) => `${data.userId} ${data.deleted}`)
    applied.push(...(group ? [`group ${group.data.deleted}`] : ended))
    return { kind: 'reply', reply: {} }
  })
  expect((await bob.call('POST', `${path}/leave`)).status).toBe(404)
  expect(applied).toEqual([`${bob.id} true`, 'group true'])
  expect((await ada.call('POST', `${path}/reject/${cid.id}`)).status).toBe(404)
  expect(applied).toEqual([`${bob.id} true`, 'group true', `${cid.id} true`])
  expect(await service.database('pending_membership_ends')).toEqual([])
})

test('join also while tipping does not answer', async () => {
  const [ada, bob] = [await service.person(), await service.person()]
  const group = await service.group(ada)
  service.calls.whenAsked(applyGroup, () => {
    throw new Error('tipping is away')
  })
  expect(await service.join(bob, group)).toMatchObject({ status: 200 })
  await service.probe.next(membershipChanged, ({ userId }) => userId === bob.id)
  service.calls.whenAsked(applyGroup, () => ({ kind: 'reply', reply: {} }))
})
