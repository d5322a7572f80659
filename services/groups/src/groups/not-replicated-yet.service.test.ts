import type { Group } from '@purple-sector/contracts/groups/http'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { categoryChanged, raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { aCategory, aRace, aUser, aWeekend } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGroupsTest, type GroupsTest } from '../../test/create-test-groups.ts'

let service: GroupsTest
beforeAll(async () => {
  service = await createGroupsTest()
  await service.category()
})
afterAll(() => service?.close())

describe('states whose events are not replicated yet', () => {
  test('may be named by a new group: a weekend, its races, a category', async () => {
    const ada = await service.person()
    const weekend = aWeekend()
    const race = aRace({ weekendId: weekend.id })
    const points = { first: 30, second: 20, third: 10 }
    const founded = ada.call<Group>('POST', '/api/groups', {
      name: 'Early',
      weekendId: weekend.id,
      selectedRaceIds: [race.id],
      customPointSystem: { 'Trophy Trucks': points },
    })
    await service.announce(weekendChanged, weekend)
    await service.announce(raceChanged, race)
    await service.announce(categoryChanged, aCategory({ id: 2, name: 'Trophy Trucks' }))
    expect(await founded).toMatchObject({
      status: 201,
      body: { selectedRaceIds: [race.id], customPointSystem: { 'Trophy Trucks': points } },
    })
  })

  test('may be the target of a move', async () => {
    const ada = await service.person()
    const group = await service.group(ada)
    const weekend = aWeekend()
    const moved = ada.call<Group>('PATCH', `/api/groups/${group.id}`, { weekendId: weekend.id })
    await service.announce(weekendChanged, weekend)
    expect(await moved).toMatchObject({ status: 200, body: { weekendId: weekend.id } })
  })

  test('may be invited users', async () => {
    const ada = await service.person()
    const group = await service.group(ada)
    const bob = aUser({})
    const invited = ada.call('POST', `/api/groups/${group.id}/invite-user`, { userId: bob.id })
    await service.announce(userChanged, bob)
    expect(await invited).toMatchObject({ status: 201 })
  })

  test('are rejected where they do not arrive', async () => {
    const ada = await service.person()
    const { status, body } = await ada.call<{ code: string }>('POST', '/api/groups', {
      name: 'Nowhere',
      weekendId: 2_000_000_001,
    })
    expect([status, body.code]).toEqual([404, 'WEEKEND_NOT_FOUND'])
  })
})
