import type { Group } from '@purple-sector/contracts/groups/http'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { categoryChanged, raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { aCategory, aRace, aUser, aWeekend } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGroupsTest, type GroupsTest } from '../../test/create-test-groups.ts'

let service: GroupsTest
beforeAll(async () => {
  service = await createGroupsTest()
  await service.createCategory()
})
afterAll(() => service?.close())

describe('states whose events are not replicated yet', () => {
  test('are accepted in a new group: a weekend, its races, a category', async () => {
    const ada = await service.createPerson()
    const weekend = aWeekend()
    const race = aRace({ weekendId: weekend.id })
    const points = { first: 30, second: 20, third: 10 }
    const createReply = ada.call<Group>('POST', '/api/groups', {
      name: 'Early',
      weekendId: weekend.id,
      selectedRaceIds: [race.id],
      customPointSystem: { 'Trophy Trucks': points },
    })
    await service.publishEvent(weekendChanged, weekend)
    await service.publishEvent(raceChanged, race)
    await service.publishEvent(categoryChanged, aCategory({ id: 2, name: 'Trophy Trucks' }))
    expect(await createReply).toMatchObject({
      status: 201,
      body: { selectedRaceIds: [race.id], customPointSystem: { 'Trophy Trucks': points } },
    })
  })

  test('are accepted as the target weekend of a move', async () => {
    const ada = await service.createPerson()
    const group = await service.createGroup(ada)
    const weekend = aWeekend()
    const moveReply = ada.call<Group>('PATCH', `/api/groups/${group.id}`, { weekendId: weekend.id })
    await service.publishEvent(weekendChanged, weekend)
    expect(await moveReply).toMatchObject({ status: 200, body: { weekendId: weekend.id } })
  })

  test('are accepted as invited users', async () => {
    const ada = await service.createPerson()
    const group = await service.createGroup(ada)
    const bob = aUser({})
    const inviteReply = ada.call('POST', `/api/groups/${group.id}/invite-user`, { userId: bob.id })
    await service.publishEvent(userChanged, bob)
    expect(await inviteReply).toMatchObject({ status: 201 })
  })

  test('are rejected with 404 if they do not arrive', async () => {
    const ada = await service.createPerson()
    const { status, body } = await ada.call<{ code: string }>('POST', '/api/groups', {
      name: 'Nowhere',
      weekendId: 2_000_000_001,
    })
    expect([status, body.code]).toEqual([404, 'WEEKEND_NOT_FOUND'])
  })
})
