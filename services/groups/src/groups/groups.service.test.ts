import { groupChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import { countGroups, findMemberships, listMemberships } from '@purple-sector/contracts/groups/internal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGroupsTest, type GroupsTest } from '../../test/create-test-groups.ts'

let service: GroupsTest
beforeAll(async () => {
  service = await createGroupsTest()
})
afterAll(() => service?.close())

describe('creating a group', () => {
  test('makes its creator the approved admin, who can read it with its invite code', async () => {
    const ada = await service.createPerson({ username: 'ada' })
    const { id: weekendId } = await service.createWeekend()
    const { status, body } = await ada.call('POST', '/api/groups', { name: '  Pit Wall ', weekendId })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'Pit Wall',
      description: '',
      weekendId,
      selectedRaceIds: [],
      isPrivate: false,
      customPointSystem: {},
      creatorId: ada.id,
      creatorName: 'ada',
      memberCount: 1,
      pendingCount: 0,
      isAdmin: true,
      approvalStatus: 'approved',
      inviteCode: expect.stringMatching(/^[\w-]{16}$/),
    })
    expect((await ada.call('GET', '/api/groups')).body).toEqual([body])
    expect((await ada.call('GET', `/api/groups/user/${weekendId}`)).body).toEqual([body])
  })

  test('publishes the group with the membership, and pushes both to tipping before the reply', async () => {
    const ada = await service.createPerson()
    const group = await service.createGroup(ada)
    expect(service.pushedToTipping().at(-1)).toMatchObject({
      group: { sequence: 1, data: { id: group.id, rulesChanged: false, deleted: false } },
      memberships: [{ sequence: 1, data: { groupId: group.id, userId: ada.id, role: 'admin' } }],
    })
    await service.probe.next(groupChanged, ({ id }) => id === group.id)
    const membership = await service.probe.next(membershipChanged, ({ groupId }) => groupId === group.id)
    expect(membership.data).toMatchObject({ userId: ada.id, approvalStatus: 'approved', deleted: false })
  })

  test('stores the description as lines of plain text, without hidden and bidirectional characters', async () => {
    const ada = await service.createPerson()
    const { id, weekendId } = await service.createGroup(ada, {
      description: 'One\r\ntwo\u0007 \u202ethree\u2066 \u0085👩🏽‍🚀\n',
    })
    const fetchDescription = async () =>
      (await ada.call<{ description: string }>('GET', `/api/groups/${id}`)).body.description
    expect(await fetchDescription()).toBe('One\ntwo three 👩🏽‍🚀')
    await ada.call('PATCH', `/api/groups/${id}`, { description: ' \u202e\u0007 ' })
    expect(await fetchDescription()).toBe('')
    const empty = { name: 'Empty', weekendId, description: `${'x'.repeat(200)}\u2028` }
    expect(await ada.call('POST', '/api/groups', empty)).toMatchObject({ status: 201 })
  })

  test('uses the names of the sign-in for a creator who is not replicated yet', async () => {
    const { id: weekendId } = await service.createWeekend()
    const { body } = await service.fan('POST', '/api/groups', { name: 'Newcomers', weekendId })
    expect(body).toMatchObject({ creatorName: expect.stringMatching(/^fan\d+$/) })
  })
})

describe('a starting gateway', () => {
  test('reads every present membership', async () => {
    const ada = await service.createPerson()
    const group = await service.createGroup(ada)
    const outcome = await service.request(listMemberships, {})
    expect(outcome).toMatchObject({ kind: 'reply', reply: { next: null } })
    const memberships = outcome.kind === 'reply' ? outcome.reply.memberships : []
    expect(memberships).toContainEqual({
      groupId: group.id,
      weekendId: group.weekendId,
      allSeason: false,
      userId: ada.id,
      sequence: 1,
    })
  })

  test('reads which of the requested memberships are present', async () => {
    const [ada, bea] = [await service.createPerson(), await service.createPerson()]
    const group = await service.createGroup(ada)
    const wanted = [ada, bea].map(({ id: userId }) => ({ groupId: group.id, userId }))
    // The key of another request in the same call.
    wanted.push({ groupId: 2_147_483_648, userId: bea.id })
    expect(await service.request(findMemberships, { request: { wanted } })).toEqual({
      kind: 'reply',
      reply: {
        memberships: [{ groupId: group.id, weekendId: group.weekendId, allSeason: false, userId: ada.id, sequence: 1 }],
      },
    })
  })
})

test('countGroups returns the number of groups of a weekend', async () => {
  const ada = await service.createPerson()
  const { id: weekendId } = await service.createWeekend()
  for (let nth = 0; nth < 2; nth++) await service.createGroup(ada, { weekendId })
  expect(await service.request(countGroups, { params: { id: weekendId } })).toEqual({
    kind: 'reply',
    reply: { count: 2 },
  })
})

test('rejects a user who changes groups too often, and no other user', async () => {
  const [ada, ben] = [await service.createPerson(), await service.createPerson()]
  const [groupOfAda, groupOfBen] = [await service.createGroup(ada), await service.createGroup(ben)]
  const rename = (nth: number) => ada.call('PATCH', `/api/groups/${groupOfAda.id}`, { name: `Name ${nth}` })
  const statuses: number[] = []
  for (let nth = 0; nth < 120; nth++) statuses.push((await rename(nth)).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(119)
  expect(await rename(120)).toMatchObject({ status: 429, body: { message: expect.stringContaining('too often') } })
  expect(await ben.call('PATCH', `/api/groups/${groupOfBen.id}`, { name: 'Calm' })).toMatchObject({ status: 200 })
})
