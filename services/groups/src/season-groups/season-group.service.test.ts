import { groupChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import type { Group } from '@purple-sector/contracts/groups/http'
import { raceChanged } from '@purple-sector/contracts/weekends/events'
import { hoursFromNow } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGroupsTest, type GroupsTest, type Person } from '../../test/create-test-groups.ts'
import { createTestSeason, readGroup, waitForGroup } from '../../test/create-test-season.ts'

let service: GroupsTest
let ada: Person
beforeAll(async () => {
  service = await createGroupsTest()
  await service.createCategory()
  ada = await service.createPerson()
})
afterAll(() => service?.close())

const patch = (group: Pick<Group, 'id'>, body: object) => ada.call<Group>('PATCH', `/api/groups/${group.id}`, body)
const allOf = (...weekendIds: number[]) => weekendIds.map((weekendId) => ({ weekendId, selectedRaceIds: [] }))

describe('a new season group', () => {
  test('has the rules of the season, and every announced later round at once', async () => {
    const { season, idOf } = await createTestSeason(service, [{}, {}, { isActive: true }, { isActive: true }], {
      countBest: 3,
      missedWeekend: 'average',
    })
    const group = await service.createGroup(ada, { weekendId: idOf(1), allSeason: true })
    expect(group).toMatchObject({
      allSeason: true,
      seasonId: season.id,
      weekendId: idOf(1),
      countBest: 3,
      missedWeekend: 'average',
      lateJoiners: 'none',
      weekends: allOf(idOf(1), idOf(3), idOf(4)),
    })
    const published = await service.probe.next(groupChanged, ({ id }) => id === group.id)
    expect(published.data).toMatchObject({
      allSeason: true,
      weekendId: idOf(1),
      weekends: allOf(idOf(1), idOf(3), idOf(4)),
      seasonRules: { countBest: 3, missedWeekend: 'average', lateJoiners: 'none' },
    })
    const membership = await service.probe.next(membershipChanged, ({ groupId }) => groupId === group.id)
    expect(membership.data.weekendId).toBeNull()
  })

  test('takes the rules of the request, where null counts all rounds', async () => {
    const { idOf } = await createTestSeason(service, [{}], { countBest: 3 })
    const rules = { countBest: null, missedWeekend: 'lowest', lateJoiners: 'missed' }
    expect(await service.createGroup(ada, { weekendId: idOf(1), allSeason: true, ...rules })).toMatchObject(rules)
  })

  test('is rejected in a weekend of no season, where any other group can be created', async () => {
    const { id: weekendId } = await service.createWeekend()
    const reply = await ada.call('POST', '/api/groups', { name: 'Pit Wall', weekendId, allSeason: true })
    expect(reply).toMatchObject({ status: 409, body: { code: 'NO_SEASON' } })
    const group = await service.createGroup(ada, { weekendId, countBest: 4 })
    const noSeason = { allSeason: false, seasonId: null, countBest: null, missedWeekend: null, lateJoiners: null }
    expect(group).toMatchObject(noSeason)
  })

  test('does not continue with earlier rounds', async () => {
    const { idOf, change } = await createTestSeason(service, [{ isActive: true }, { isActive: true }, {}])
    const group = await service.createGroup(ada, { weekendId: idOf(2), allSeason: true })
    expect(group.weekends).toEqual(allOf(idOf(2)))
    await change(3, { isActive: true })
    await waitForGroup(ada, group, { weekends: allOf(idOf(2), idOf(3)) })
  })
})

describe('the switch of a season group', () => {
  test('is switched on later, and publishes the memberships as of no weekend', async () => {
    const { season, idOf } = await createTestSeason(service, [{}, { isActive: true }])
    const bob = await service.createPerson()
    const group = await service.createGroup(ada, { weekendId: idOf(1) })
    await service.join(bob, group)
    const reply = await patch(group, { allSeason: true, countBest: 2 })
    expect(reply).toMatchObject({ status: 200, body: { seasonId: season.id, countBest: 2, weekendId: idOf(1) } })
    expect(reply.body.weekends).toEqual(allOf(idOf(1), idOf(2)))
    const pushed = service.pushedToTipping().at(-1)
    expect(pushed).toMatchObject({ group: { data: { allSeason: true, weekends: allOf(idOf(1), idOf(2)) } } })
    expect(pushed?.memberships.map(({ data }) => [data.userId, data.weekendId])).toEqual([
      [ada.id, null],
      [bob.id, null],
    ])
  })

  test('cannot be switched on in a weekend of no season', async () => {
    const group = await service.createGroup(ada)
    expect(await patch(group, { allSeason: true })).toMatchObject({ status: 409, body: { code: 'NO_SEASON' } })
    expect(await readGroup(ada, group)).toMatchObject({ allSeason: false })
  })

  test('is switched off until a second weekend was opened', async () => {
    const { idOf, change } = await createTestSeason(service)
    const group = await service.createGroup(ada, { weekendId: idOf(1), allSeason: true })
    expect((await patch(group, { allSeason: false })).body).toMatchObject({
      allSeason: false,
      seasonId: null,
      countBest: null,
      weekendId: idOf(1),
      weekends: allOf(idOf(1)),
    })
    expect(service.pushedToTipping().at(-1)?.memberships[0]?.data.weekendId).toBe(idOf(1))
    await patch(group, { allSeason: true })
    await change(2, { isActive: true })
    await waitForGroup(ada, group, { weekends: allOf(idOf(1), idOf(2)) })
    expect(await patch(group, { allSeason: false })).toMatchObject({ status: 409, body: { code: 'GROUP_STARTED' } })
    // The form sends the value in force.
    expect(await patch(group, { allSeason: true, name: 'All season' })).toMatchObject({ status: 200 })
  })

  test('of an existing group is never switched on by a season', async () => {
    const { idOf, change } = await createTestSeason(service)
    const group = await service.createGroup(ada, { weekendId: idOf(1) })
    await change(2, { isActive: true })
    const later = await service.createGroup(ada, { weekendId: idOf(1), allSeason: true })
    await waitForGroup(ada, later, { weekends: allOf(idOf(1), idOf(2)) })
    expect(await readGroup(ada, group)).toMatchObject({ allSeason: false, weekends: allOf(idOf(1)) })
  })
})

describe('the season rules of a group', () => {
  test('are fixed once a race that counts has locked, also if it is left out afterwards', async () => {
    const { idOf } = await createTestSeason(service)
    const race = await service.createRace({ weekendId: idOf(1), deadline: hoursFromNow(1) })
    const other = await service.createRace({ weekendId: idOf(1), deadline: hoursFromNow(2) })
    const group = await service.createGroup(ada, { weekendId: idOf(1), allSeason: true })
    expect((await patch(group, { countBest: 2, lateJoiners: 'missed' })).body).toMatchObject({
      countBest: 2,
      missedWeekend: 'zero',
      lateJoiners: 'missed',
    })
    const deadline = hoursFromNow(-1)
    await service.publishEvent(raceChanged, { ...race, deadline })
    await expect
      .poll(() => service.database('races').where({ id: race.id }).pluck('state'))
      .toMatchObject([{ deadline }])
    expect(await patch(group, { countBest: 3 })).toMatchObject({ status: 409, body: { code: 'GROUP_STARTED' } })
    expect(await patch(group, { countBest: 2, selectedRaceIds: [other.id] })).toMatchObject({ status: 200 })
    expect(await patch(group, { missedWeekend: 'lowest' })).toMatchObject({ status: 409 })
  })

  test('may be sent with the switch, whatever has locked; practice locks nothing', async () => {
    const { idOf } = await createTestSeason(service)
    const ofWeekend = { weekendId: idOf(1), deadline: hoursFromNow(-1) }
    await service.createRace({ ...ofWeekend, sessionType: 'practice' })
    const group = await service.createGroup(ada, { weekendId: idOf(1), allSeason: true })
    expect(await patch(group, { countBest: 2 })).toMatchObject({ status: 200 })
    await service.createRace(ofWeekend)
    const late = await service.createGroup(ada, { weekendId: idOf(1) })
    expect(await patch(late, { allSeason: true, countBest: 5 })).toMatchObject({ status: 200, body: { countBest: 5 } })
    expect(await patch(late, { countBest: 4 })).toMatchObject({ status: 409 })
  })
})

describe('a group as its reply has it', () => {
  test('can be sent back, and changes nothing', async () => {
    const { idOf } = await createTestSeason(service)
    const ofOneWeekend = await service.createGroup(ada, { weekendId: idOf(1) })
    expect(ofOneWeekend).toMatchObject({ countBest: null, missedWeekend: null, lateJoiners: null })
    expect(await patch(ofOneWeekend, ofOneWeekend)).toMatchObject({ status: 200, body: ofOneWeekend })
    const ofSeason = await service.createGroup(ada, { weekendId: idOf(1), allSeason: true, countBest: 2 })
    expect(await patch(ofSeason, ofSeason)).toMatchObject({ status: 200, body: ofSeason })
    expect(await patch(ofSeason, { missedWeekend: null, lateJoiners: null, weekendId: null })).toMatchObject({
      status: 200,
      body: ofSeason,
    })
    expect((await patch(ofSeason, { countBest: null })).body).toMatchObject({ countBest: null })
  })

  test('has the rules of the season where only its switch is changed', async () => {
    const { idOf } = await createTestSeason(service, [{}], { countBest: 4, missedWeekend: 'lowest' })
    const group = await service.createGroup(ada, { weekendId: idOf(1) })
    expect(await patch(group, { ...group, allSeason: true })).toMatchObject({
      status: 200,
      body: { countBest: 4, missedWeekend: 'lowest', lateJoiners: 'none' },
    })
    const other = await service.createGroup(ada, { weekendId: idOf(1) })
    expect((await patch(other, { allSeason: true, countBest: null })).body).toMatchObject({ countBest: null })
  })

  test('can be sent back while it waits for the next round', async () => {
    const { idOf, change } = await createTestSeason(service)
    const group = await service.createGroup(ada, { weekendId: idOf(1), allSeason: true })
    await change(1, { deleted: true })
    const waiting = await waitForGroup(ada, group, { weekendId: null })
    expect(await patch(group, { ...waiting, name: 'Box' })).toMatchObject({
      status: 200,
      body: { ...waiting, name: 'Box' },
    })
    expect(await patch(group, { selectedRaceIds: [1] })).toMatchObject({ status: 400 })
  })
})

describe('a season group in lists', () => {
  test('counts in every weekend that it has a leaderboard in, and once among all', async () => {
    const { idOf } = await createTestSeason(service, [{}, { isActive: true }, {}])
    const person = await service.createPerson()
    const group = await service.createGroup(person, { weekendId: idOf(1), allSeason: true })
    const idsIn = async (round: number) => {
      const { body } = await person.call<Group[]>('GET', `/api/groups/user/${idOf(round)}`)
      return body.map(({ id }) => id)
    }
    expect([await idsIn(1), await idsIn(2), await idsIn(3)]).toEqual([[group.id], [group.id], []])
    expect((await person.call('GET', '/api/groups')).body).toMatchObject([{ id: group.id }])
  })

  test('lists the counting races of each weekend', async () => {
    const { idOf } = await createTestSeason(service, [{}, { isActive: true }, {}])
    const [first, second] = [
      await service.createRace({ weekendId: idOf(1) }),
      await service.createRace({ weekendId: idOf(2) }),
    ]
    const group = await service.createGroup(ada, { weekendId: idOf(1), allSeason: true })
    const racesOf = (query = '') => ada.call('GET', `/api/groups/${group.id}/races${query}`)
    expect(await racesOf()).toMatchObject({ status: 200, body: [{ id: first.id }] })
    expect(await racesOf(`?weekendId=${idOf(2)}`)).toMatchObject({ status: 200, body: [{ id: second.id }] })
    expect(await racesOf(`?weekendId=${idOf(3)}`)).toMatchObject({ status: 404, body: { code: 'WEEKEND_NOT_FOUND' } })
  })
})
