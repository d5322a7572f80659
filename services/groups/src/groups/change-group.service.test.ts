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
  await service.category()
  await service.category({ id: 2 })
})
afterAll(() => service?.close())

const points = { first: 25, second: 18, third: 15 }

describe('a group admin', () => {
  test('changes the sent fields, and the event says whether the rules changed', async () => {
    const ada = await service.person()
    const group = await service.group(ada)
    const named = await ada.call<Group>('PATCH', `/api/groups/${group.id}`, { name: 'Pit Lane', isPrivate: true })
    expect(named).toMatchObject({ status: 200, body: { ...group, name: 'Pit Lane', isPrivate: true } })
    expect(service.pushedToTipping().at(-1)).toMatchObject({ group: { sequence: 2, data: { rulesChanged: false } } })
    await ada.call('PATCH', `/api/groups/${group.id}`, { lockTipsAfterFirstEvent: true })
    expect(service.pushedToTipping().at(-1)).toMatchObject({ group: { sequence: 3, data: { rulesChanged: true } } })
    const published = await service.probe.next(groupChanged, ({ id, rulesChanged }) => id === group.id && rulesChanged)
    expect(published.data).toMatchObject({ name: 'Pit Lane', lockTipsAfterFirstEvent: true })
  })

  test('changes nothing and publishes nothing by sending the present values', async () => {
    const ada = await service.person()
    const group = await service.group(ada)
    const before = service.pushedToTipping().length
    expect((await ada.call('PATCH', `/api/groups/${group.id}`, { name: group.name })).body).toEqual(group)
    expect(service.pushedToTipping()).toHaveLength(before)
  })

  test('reads points by the present name of their category', async () => {
    const ada = await service.person()
    const { id: weekendId } = await service.weekend()
    const group = await service.group(ada, { weekendId, customPointSystem: { ttso: points } })
    expect(group.customPointSystem).toEqual({ 'Boost Mobile TTSO': points })
    await service.announce(categoryChanged, aCategory({ id: 2, name: 'Trophy Trucks' }))
    await expect
      .poll(async () => (await ada.call<Group>('GET', `/api/groups/${group.id}`)).body.customPointSystem)
      .toEqual({ 'Trophy Trucks': points })
    await service.announce(categoryChanged, aCategory({ id: 2 }))
  })

  test('gets a field error for values that a group cannot have', async () => {
    const ada = await service.person()
    const [here, elsewhere] = [await service.weekend(), await service.weekend()]
    const race = await service.race({ weekendId: elsewhere.id })
    const create = (over: object) => ada.call('POST', '/api/groups', { name: 'Pit Wall', weekendId: here.id, ...over })
    expect(await create({ name: '  ' })).toMatchObject({ status: 400, body: { message: 'Group name is required' } })
    expect(await create({ name: 'x'.repeat(51) })).toMatchObject({
      body: { message: 'Group name must be under 50 characters' },
    })
    expect(await create({ description: 'x'.repeat(201) })).toMatchObject({
      body: { message: 'Description must be under 200 characters' },
    })
    expect(await create({ weekendId: 0 })).toMatchObject({ body: { message: 'Please select a race weekend' } })
    expect(await create({ weekendId: 2_000_000_000 })).toMatchObject({
      status: 404,
      body: { code: 'WEEKEND_NOT_FOUND' },
    })
    expect(await create({ selectedRaceIds: [race.id] })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'selectedRaceIds.0' }] },
    })
    expect(await create({ customPointSystem: { Superkars: points } })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('Nearest: Repco Supercars Championship') },
    })
    expect(await create({ customPointSystem: { 1: { ...points, first: 301 } } })).toMatchObject({ status: 400 })
  })

  test('can create fifty groups, not one more', async () => {
    const ada = await service.person()
    const { id: weekendId } = await service.weekend()
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
    const ada = await service.person()
    const { id: weekendId } = await service.weekend()
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
  test('can read the group as a member, and change nothing', async () => {
    const [ada, bob] = [await service.person(), await service.person()]
    const group = await service.group(ada)
    await service.join(bob, group)
    const path = `/api/groups/${group.id}`
    expect(await bob.call('GET', path)).toMatchObject({ status: 200, body: { isAdmin: false, pendingCount: null } })
    const refused = { status: 403, body: { code: 'NOT_GROUP_ADMIN' } }
    expect(await bob.call('PATCH', path, { name: 'Mine' })).toMatchObject(refused)
    expect(await bob.call('DELETE', path)).toMatchObject(refused)
    expect(await bob.call('POST', `${path}/approve/${bob.id}`)).toMatchObject(refused)
    expect(await bob.call('POST', `${path}/reject/${ada.id}`)).toMatchObject(refused)
  })
  test('gets 404 as a stranger', async () => {
    const [ada, eve] = [await service.person(), await service.person()]
    const group = await service.group(ada)
    const path = `/api/groups/${group.id}`
    const answers = [
      await eve.call('GET', path),
      await eve.call('PATCH', path, { name: 'Mine' }),
      await eve.call('DELETE', path),
      await eve.call('POST', `${path}/leave`),
      await eve.call('GET', `${path}/members`),
      await eve.call('GET', `${path}/races`),
      await eve.call('POST', `${path}/approve/${ada.id}`),
      await eve.call('POST', `${path}/reject/${ada.id}`),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { code: 'GROUP_NOT_FOUND' } })
  })
})

describe('moving a group to another weekend', () => {
  test('takes the group and its members along while the group has no tips', async () => {
    const [ada, bob] = [await service.person(), await service.person()]
    const [here, there] = [await service.weekend(), await service.weekend()]
    const race = await service.race({ weekendId: here.id })
    const group = await service.group(ada, { weekendId: here.id, selectedRaceIds: [race.id] })
    await service.join(bob, group)
    const moved = await ada.call('PATCH', `/api/groups/${group.id}`, { weekendId: there.id })
    expect(moved).toMatchObject({ status: 200, body: { weekendId: there.id, selectedRaceIds: [], memberCount: 2 } })
    const pushed = service.pushedToTipping().at(-1)
    expect(pushed).toMatchObject({ group: { data: { weekendId: there.id, rulesChanged: true } } })
    expect(pushed?.memberships.map(({ data }) => [data.userId, data.weekendId])).toEqual([
      [ada.id, there.id],
      [bob.id, there.id],
    ])
    await service.probe.next(membershipChanged, (m) => m.userId === bob.id && m.weekendId === there.id)
  })

  test('is rejected for an unknown weekend, with or without tips', async () => {
    const ada = await service.person()
    const group = await service.group(ada)
    service.tippingCounts(group.id, 1)
    expect(await ada.call('PATCH', `/api/groups/${group.id}`, { weekendId: 2_000_000 })).toMatchObject({
      status: 404,
      body: { code: 'WEEKEND_NOT_FOUND' },
    })
  })

  test('is rejected once the group has a tip, and while tipping is unavailable', async () => {
    const ada = await service.person()
    const { id: weekendId } = await service.weekend()
    const group = await service.group(ada)
    service.tippingCounts(group.id, 1)
    expect(await ada.call('PATCH', `/api/groups/${group.id}`, { weekendId })).toMatchObject({
      status: 409,
      body: { code: 'GROUP_STARTED' },
    })
    service.calls.whenAsked(holdGroup, () => {
      throw unavailable('tipping is away')
    })
    expect(await ada.call('PATCH', `/api/groups/${group.id}`, { weekendId })).toMatchObject({ status: 503 })
    // The form sends all its fields: the present weekend is no move.
    expect(await ada.call('PATCH', `/api/groups/${group.id}`, { weekendId: group.weekendId })).toMatchObject({
      status: 200,
    })
  })

  const mockTippingOutcome = (outcome: CallReply<typeof holdGroup>['outcome']) =>
    service.calls.whenAsked(holdGroup, () => ({ kind: 'reply', reply: { outcome } }))
  const publishedMoves = <Call extends typeof holdGroup | typeof releaseGroup>(call: Call, { id }: Pick<Group, 'id'>) =>
    service.calls
      .askedOf(call)
      .filter(({ params }) => Number(params.groupId) === id)
      .map(({ request }) => call.request.parse(request).moveId)

  test('happens while tipping holds the group, and releases the hold when it is rejected', async () => {
    const ada = await service.person()
    const { id: weekendId } = await service.weekend()
    const group = await service.group(ada)
    const path = `/api/groups/${group.id}`
    mockTippingOutcome('held')
    expect(await ada.call('PATCH', path, { weekendId, selectedRaceIds: [2_000_000] })).toMatchObject({ status: 400 })
    expect(publishedMoves(holdGroup, group)).toHaveLength(1)
    expect(publishedMoves(releaseGroup, group)).toEqual(publishedMoves(holdGroup, group))
    mockTippingOutcome('unknown')
    expect(await ada.call('PATCH', path, { weekendId })).toMatchObject({ status: 503 })
    mockTippingOutcome('held')
    expect(await ada.call('PATCH', path, { weekendId })).toMatchObject({ status: 200 })
    expect(publishedMoves(releaseGroup, group)).toHaveLength(1)
  })

  test('happens once for two concurrent requests, and the other one releases its hold', async () => {
    const ada = await service.person()
    const [one, two] = [await service.weekend(), await service.weekend()]
    const group = await service.group(ada)
    const pendingCalls: (() => void)[] = []
    service.calls.whenAsked(holdGroup, async () => {
      await new Promise<void>((resolve) => {
        pendingCalls.push(resolve)
        if (pendingCalls.length === 2) for (const each of pendingCalls) each()
      })
      return { kind: 'reply', reply: { outcome: 'held' as const } }
    })
    const moves = await Promise.all(
      [one, two].map(({ id: weekendId }) => ada.call<Group>('PATCH', `/api/groups/${group.id}`, { weekendId })),
    )
    expect(moves.map(({ status }) => status).toSorted()).toEqual([200, 503])
    const [refused] = publishedMoves(releaseGroup, group)
    expect(publishedMoves(releaseGroup, group)).toHaveLength(1)
    expect(publishedMoves(holdGroup, group)).toContain(refused)
  })
})
