import type { CallReply } from '@purple-sector/contracts/call'
import { groupChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import type { Group } from '@purple-sector/contracts/groups/http'
import { holdGroup, releaseGroup } from '@purple-sector/contracts/tipping/internal'
import { categoryChanged } from '@purple-sector/contracts/weekends/events'
import { unavailable } from '@purple-sector/service-kit/errors'
import { aCategory } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGroupsTest, type GroupsTest } from '../../test/create-test-groups.ts'

let service: GroupsTest
beforeAll(async () => {
  service = await createGroupsTest()
  await service.createCategory()
  await service.createCategory({ id: 2 })
})
afterAll(() => service?.close())

const points = { first: 25, second: 18, third: 15 }

describe('a group admin', () => {
  test('changes the sent fields, and the event says whether the rules changed', async () => {
    const ada = await service.createPerson()
    const group = await service.createGroup(ada)
    const renamed = await ada.call<Group>('PATCH', `/api/groups/${group.id}`, { name: 'Pit Lane', isPrivate: true })
    expect(renamed).toMatchObject({ status: 200, body: { ...group, name: 'Pit Lane', isPrivate: true } })
    expect(service.pushedToTipping().at(-1)).toMatchObject({ group: { sequence: 2, data: { rulesChanged: false } } })
    await ada.call('PATCH', `/api/groups/${group.id}`, { lockTipsAfterFirstEvent: true })
    expect(service.pushedToTipping().at(-1)).toMatchObject({ group: { sequence: 3, data: { rulesChanged: true } } })
    const published = await service.probe.next(groupChanged, ({ id, rulesChanged }) => id === group.id && rulesChanged)
    expect(published.data).toMatchObject({ name: 'Pit Lane', lockTipsAfterFirstEvent: true })
  })

  test('changes nothing and publishes nothing by sending the present values', async () => {
    const ada = await service.createPerson()
    const group = await service.createGroup(ada)
    const before = service.pushedToTipping().length
    expect((await ada.call('PATCH', `/api/groups/${group.id}`, { name: group.name })).body).toEqual(group)
    expect(service.pushedToTipping()).toHaveLength(before)
  })

  test('reads points by the present name of their category', async () => {
    const ada = await service.createPerson()
    const { id: weekendId } = await service.createWeekend()
    const group = await service.createGroup(ada, { weekendId, customPointSystem: { ttso: points } })
    expect(group.customPointSystem).toEqual({ 'Boost Mobile TTSO': points })
    await service.publishEvent(categoryChanged, aCategory({ id: 2, name: 'Trophy Trucks' }))
    await expect
      .poll(async () => (await ada.call<Group>('GET', `/api/groups/${group.id}`)).body.customPointSystem)
      .toEqual({ 'Trophy Trucks': points })
    await service.publishEvent(categoryChanged, aCategory({ id: 2 }))
  })

  test('gets a field error for invalid values', async () => {
    const ada = await service.createPerson()
    const [weekend, otherWeekend] = [await service.createWeekend(), await service.createWeekend()]
    const race = await service.createRace({ weekendId: otherWeekend.id })
    const createGroup = (overrides: object) =>
      ada.call('POST', '/api/groups', { name: 'Pit Wall', weekendId: weekend.id, ...overrides })
    expect(await createGroup({ name: '  ' })).toMatchObject({
      status: 400,
      body: { message: 'Group name is required' },
    })
    expect(await createGroup({ name: 'x'.repeat(51) })).toMatchObject({
      body: { message: 'Group name must be under 50 characters' },
    })
    expect(await createGroup({ description: 'x'.repeat(201) })).toMatchObject({
      body: { message: 'Description must be under 200 characters' },
    })
    expect(await createGroup({ weekendId: 0 })).toMatchObject({ body: { message: 'Please select a race weekend' } })
    expect(await createGroup({ weekendId: 2_000_000_000 })).toMatchObject({
      status: 404,
      body: { code: 'WEEKEND_NOT_FOUND' },
    })
    expect(await createGroup({ selectedRaceIds: [race.id] })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'selectedRaceIds.0' }] },
    })
    expect(await createGroup({ customPointSystem: { Superkars: points } })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('Nearest: Repco Supercars Championship') },
    })
    expect(await createGroup({ customPointSystem: { 1: { ...points, first: 301 } } })).toMatchObject({ status: 400 })
  })

  test('can create at most fifty groups', async () => {
    const ada = await service.createPerson()
    const { id: weekendId } = await service.createWeekend()
    const replies = await Promise.all(
      Array.from({ length: 60 }, () =>
        ada.call<{ code: string }>('POST', '/api/groups', { name: 'One more', weekendId }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(50).fill(201), ...Array(10).fill(409)])
    for (const { body } of replies.filter(({ status }) => status === 409)) expect(body.code).toBe('TOO_MANY_GROUPS')
    expect((await ada.call('GET', '/api/groups')).body).toHaveLength(50)
  })

  test('creates one group by a repeated request', async () => {
    const ada = await service.createPerson()
    const { id: weekendId } = await service.createWeekend()
    const send = () => ada.call('POST', '/api/groups', { name: 'Once', weekendId }, { 'idempotency-key': 'founding' })
    const replies = await Promise.all([send(), send(), send()])
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect((await ada.call('GET', '/api/groups')).body).toHaveLength(1)
    const other = { name: 'Twice', weekendId }
    expect(await ada.call('POST', '/api/groups', other, { 'idempotency-key': 'founding' })).toMatchObject({
      status: 409,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    })
  })
})

describe('a user who is not the admin', () => {
  test('can read the group as a member, but not change it', async () => {
    const [ada, bob] = [await service.createPerson(), await service.createPerson()]
    const group = await service.createGroup(ada)
    await service.join(bob, group)
    const path = `/api/groups/${group.id}`
    expect(await bob.call('GET', path)).toMatchObject({ status: 200, body: { isAdmin: false, pendingCount: null } })
    const rejection = { status: 403, body: { code: 'NOT_GROUP_ADMIN' } }
    expect(await bob.call('PATCH', path, { name: 'Mine' })).toMatchObject(rejection)
    expect(await bob.call('DELETE', path)).toMatchObject(rejection)
    expect(await bob.call('POST', `${path}/approve/${bob.id}`)).toMatchObject(rejection)
    expect(await bob.call('POST', `${path}/reject/${ada.id}`)).toMatchObject(rejection)
  })
  test('gets 404 if they are no member', async () => {
    const [ada, eve] = [await service.createPerson(), await service.createPerson()]
    const group = await service.createGroup(ada)
    const path = `/api/groups/${group.id}`
    const replies = [
      await eve.call('GET', path),
      await eve.call('PATCH', path, { name: 'Mine' }),
      await eve.call('DELETE', path),
      await eve.call('POST', `${path}/leave`),
      await eve.call('GET', `${path}/members`),
      await eve.call('GET', `${path}/races`),
      await eve.call('POST', `${path}/approve/${ada.id}`),
      await eve.call('POST', `${path}/reject/${ada.id}`),
    ]
    for (const reply of replies) expect(reply).toMatchObject({ status: 404, body: { code: 'GROUP_NOT_FOUND' } })
  })
})

describe('moving a group to another weekend', () => {
  test('moves the memberships too if the group has no tips', async () => {
    const [ada, bob] = [await service.createPerson(), await service.createPerson()]
    const [weekend, targetWeekend] = [await service.createWeekend(), await service.createWeekend()]
    const race = await service.createRace({ weekendId: weekend.id })
    const group = await service.createGroup(ada, { weekendId: weekend.id, selectedRaceIds: [race.id] })
    await service.join(bob, group)
    const moved = await ada.call('PATCH', `/api/groups/${group.id}`, { weekendId: targetWeekend.id })
    expect(moved).toMatchObject({
      status: 200,
      body: { weekendId: targetWeekend.id, selectedRaceIds: [], memberCount: 2 },
    })
    const pushed = service.pushedToTipping().at(-1)
    expect(pushed).toMatchObject({ group: { data: { weekendId: targetWeekend.id, rulesChanged: true } } })
    expect(pushed?.memberships.map(({ data }) => [data.userId, data.weekendId])).toEqual([
      [ada.id, targetWeekend.id],
      [bob.id, targetWeekend.id],
    ])
    await service.probe.next(membershipChanged, (m) => m.userId === bob.id && m.weekendId === targetWeekend.id)
  })

  test('is rejected for an unknown weekend, with or without tips', async () => {
    const ada = await service.createPerson()
    const group = await service.createGroup(ada)
    service.tippingCounts(group.id, 1)
    expect(await ada.call('PATCH', `/api/groups/${group.id}`, { weekendId: 2_000_000 })).toMatchObject({
      status: 404,
      body: { code: 'WEEKEND_NOT_FOUND' },
    })
  })

  test('is rejected once the group has a tip, and while tipping is unavailable', async () => {
    const ada = await service.createPerson()
    const { id: weekendId } = await service.createWeekend()
    const group = await service.createGroup(ada)
    service.tippingCounts(group.id, 1)
    expect(await ada.call('PATCH', `/api/groups/${group.id}`, { weekendId })).toMatchObject({
      status: 409,
      body: { code: 'GROUP_STARTED' },
    })
    service.calls.stubCall(holdGroup, () => {
      throw unavailable('tipping is away')
    })
    expect(await ada.call('PATCH', `/api/groups/${group.id}`, { weekendId })).toMatchObject({ status: 503 })
    // The form sends all its fields: the present weekend is no move.
    expect(await ada.call('PATCH', `/api/groups/${group.id}`, { weekendId: group.weekendId })).toMatchObject({
      status: 200,
    })
  })

  const mockTippingOutcome = (outcome: CallReply<typeof holdGroup>['outcome']) =>
    service.calls.stubCall(holdGroup, () => ({ kind: 'reply', reply: { outcome } }))
  const moveIdsOf = <Call extends typeof holdGroup | typeof releaseGroup>(call: Call, { id }: Pick<Group, 'id'>) =>
    service.calls
      .inputsOf(call)
      .filter(({ params }) => Number(params.groupId) === id)
      .map(({ request }) => call.request.parse(request).moveId)

  test('runs while tipping holds the group, and releases the hold when it is rejected', async () => {
    const ada = await service.createPerson()
    const { id: weekendId } = await service.createWeekend()
    const group = await service.createGroup(ada)
    const path = `/api/groups/${group.id}`
    mockTippingOutcome('held')
    expect(await ada.call('PATCH', path, { weekendId, selectedRaceIds: [2_000_000] })).toMatchObject({ status: 400 })
    expect(moveIdsOf(holdGroup, group)).toHaveLength(1)
    expect(moveIdsOf(releaseGroup, group)).toEqual(moveIdsOf(holdGroup, group))
    mockTippingOutcome('unknown')
    expect(await ada.call('PATCH', path, { weekendId })).toMatchObject({ status: 503 })
    mockTippingOutcome('held')
    expect(await ada.call('PATCH', path, { weekendId })).toMatchObject({ status: 200 })
    expect(moveIdsOf(releaseGroup, group)).toHaveLength(1)
  })

  test('succeeds for one of two concurrent requests, and the rejected one releases its hold', async () => {
    const ada = await service.createPerson()
    const [firstWeekend, secondWeekend] = [await service.createWeekend(), await service.createWeekend()]
    const group = await service.createGroup(ada)
    const pendingCalls: (() => void)[] = []
    service.calls.stubCall(holdGroup, async () => {
      await new Promise<void>((resolve) => {
        pendingCalls.push(resolve)
        if (pendingCalls.length === 2) for (const each of pendingCalls) each()
      })
      return { kind: 'reply', reply: { outcome: 'held' as const } }
    })
    const moves = await Promise.all(
      [firstWeekend, secondWeekend].map(({ id: weekendId }) =>
        ada.call<Group>('PATCH', `/api/groups/${group.id}`, { weekendId }),
      ),
    )
    expect(moves.map(({ status }) => status).toSorted()).toEqual([200, 503])
    const [rejection] = moveIdsOf(releaseGroup, group)
    expect(moveIdsOf(releaseGroup, group)).toHaveLength(1)
    expect(moveIdsOf(holdGroup, group)).toContain(rejection)
  })
})
