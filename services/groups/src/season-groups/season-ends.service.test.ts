import { groupChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import type { Group } from '@purple-sector/contracts/groups/http'
import { countGroups, findMemberships } from '@purple-sector/contracts/groups/internal'
import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import { aWeekend } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGroupsTest, type GroupsTest, type Person } from '../../test/create-test-groups.ts'
import { createTestSeason, readGroup, waitForGroup } from '../../test/create-test-season.ts'

let service: GroupsTest
let ada: Person
beforeAll(async () => {
  service = await createGroupsTest()
  ada = await service.createPerson()
})
afterAll(() => service?.close())

const patch = (group: Pick<Group, 'id'>, body: object) => ada.call<Group>('PATCH', `/api/groups/${group.id}`, body)

describe('a deleted weekend', () => {
  test('leaves a season group its other weekends', async () => {
    const { idOf, change } = await createTestSeason(service, [{}, { isActive: true }])
    const group = await service.createGroup(ada, { weekendId: idOf(1), allSeason: true })
    expect(await service.request(countGroups, { params: { id: idOf(2) } })).toMatchObject({ reply: { count: 1 } })
    await change(1, { deleted: true })
    await waitForGroup(ada, group, { weekendId: idOf(2), weekends: [{ weekendId: idOf(2) }] })
    const published = await service.probe.next(groupChanged, (g) => g.id === group.id && g.weekendId === idOf(2))
    expect(published.data).toMatchObject({ deleted: false, weekends: [{ weekendId: idOf(2) }] })
    await expect.poll(() => service.database('group_weekends').where({ weekend_id: idOf(1) })).toEqual([])
  })

  test('lets a season group without another wait for the next round', async () => {
    const { idOf, change } = await createTestSeason(service)
    const bob = await service.createPerson()
    const group = await service.createGroup(ada, { weekendId: idOf(1), allSeason: true, countBest: 3 })
    await change(1, { deleted: true })
    await waitForGroup(ada, group, { weekendId: null, selectedRaceIds: [], weekends: [] })
    await service.probe.next(groupChanged, (g) => g.id === group.id && g.weekendId === null && !g.deleted)
    // It is all there: members join, its preview has its rules and no weekend, its admin cannot select sessions of none.
    expect((await service.join(bob, group)).status).toBe(200)
    const preview = await bob.call('GET', `/api/groups/preview/${group.inviteCode}`)
    expect(preview).toMatchObject({
      status: 200,
      body: { memberCount: 2, weekend: null, allSeason: true, countBest: 3 },
    })
    const wanted = [{ groupId: group.id, userId: bob.id }]
    expect(await service.request(findMemberships, { request: { wanted } })).toMatchObject({
      reply: { memberships: [{ weekendId: null, allSeason: true }] },
    })
    expect(await patch(group, { selectedRaceIds: [1] })).toMatchObject({ status: 400 })
    expect(await ada.call('GET', `/api/groups/${group.id}/races`)).toMatchObject({ status: 200, body: [] })
    await change(2, { isActive: true })
    await waitForGroup(ada, group, { weekendId: idOf(2), weekends: [{ weekendId: idOf(2) }] })
  })

  test('takes a group of one weekend along', async () => {
    const { idOf, change } = await createTestSeason(service)
    const group = await service.createGroup(ada, { weekendId: idOf(1) })
    await change(1, { deleted: true })
    await service.probe.next(groupChanged, ({ id, deleted }) => id === group.id && deleted)
    expect((await ada.call('GET', `/api/groups/${group.id}`)).status).toBe(404)
  })
})

describe('a deleted season', () => {
  test('makes its groups groups of their current weekend, which keep the others', async () => {
    const { idOf, change, endSeason } = await createTestSeason(service, [{}, { isActive: true }, {}])
    const bob = await service.createPerson()
    const group = await service.createGroup(ada, { weekendId: idOf(1), allSeason: true, countBest: 2 })
    await change(1, { status: 'completed' })
    await waitForGroup(ada, group, { weekendId: idOf(2) })
    await endSeason()
    await waitForGroup(ada, group, { allSeason: false, seasonId: null, countBest: null, missedWeekend: null })
    const published = await service.probe.next(groupChanged, (g) => g.id === group.id && !g.allSeason)
    expect(published.data).toMatchObject({ weekendId: idOf(2), weekends: [{ weekendId: idOf(1) }, {}] })
    await service.join(bob, group)
    const membership = await service.probe.next(membershipChanged, ({ userId }) => userId === bob.id)
    expect(membership.data.weekendId).toBe(idOf(2))
    // Earlier weekends stay readable, later ones are not opened, and it stays with its weekend.
    expect((await ada.call('GET', `/api/groups/${group.id}/races?weekendId=${idOf(1)}`)).status).toBe(200)
    await change(3, { isActive: true })
    await change(2, { status: 'completed' })
    const { id: elsewhere } = await service.createWeekend()
    expect(await patch(group, { weekendId: elsewhere })).toMatchObject({ status: 409, body: { code: 'GROUP_STARTED' } })
    expect(await readGroup(ada, group)).toMatchObject({ weekendId: idOf(2), weekends: [{}, {}] })
    // Without its weekend it goes on in the other one.
    await change(2, { deleted: true })
    await waitForGroup(ada, group, { weekendId: idOf(1), weekends: [{ weekendId: idOf(1) }] })
    await service.probe.next(membershipChanged, (m) => m.userId === bob.id && m.weekendId === idOf(1))
  })

  test('lets the admin of a group without a weekend choose one', async () => {
    const { idOf, change, endSeason } = await createTestSeason(service)
    const group = await service.createGroup(ada, { weekendId: idOf(1), allSeason: true, countBest: 3 })
    await change(1, { deleted: true })
    await waitForGroup(ada, group, { weekendId: null })
    await endSeason()
    await waitForGroup(ada, group, { allSeason: false, weekendId: null })
    expect(await patch(group, { allSeason: true })).toMatchObject({ status: 409, body: { code: 'NO_SEASON' } })
    const { id: weekendId } = await service.createWeekend()
    expect(await patch(group, { weekendId })).toMatchObject({ status: 200, body: { weekendId } })
  })

  test('is no season for a group founded at that moment', async () => {
    const { idOf, endSeason } = await createTestSeason(service)
    const found = () => ada.call<Group>('POST', '/api/groups', { name: 'Late', weekendId: idOf(1), allSeason: true })
    const replies = await Promise.all([found(), endSeason(), found(), found()])
    for (const reply of replies) {
      if (!('status' in reply)) continue
      if (reply.status === 201) await waitForGroup(ada, reply.body, { allSeason: false })
      else expect(reply).toMatchObject({ status: 409, body: { code: 'NO_SEASON' } })
    }
  })
})

test('a deleted weekend is not opened by a late event', async () => {
  const { season, idOf } = await createTestSeason(service, [{}])
  const group = await service.createGroup(ada, { weekendId: idOf(1), allSeason: true })
  const gone = aWeekend({ seasonId: season.id, round: 2, startDate: '2099-01-01', endDate: '2099-01-03' })
  await service.publishEvent(weekendChanged, { ...gone, deleted: true })
  await service.publishEvent(weekendChanged, gone)
  const last = await createTestSeason(service, [{}])
  await service.createGroup(ada, { weekendId: last.idOf(1), allSeason: true })
  expect((await readGroup(ada, group)).weekends).toHaveLength(1)
})
