import { groupChanged } from '@purple-sector/contracts/groups/events'
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
  for (const id of [1, 2]) await service.createCategory({ id })
  ada = await service.createPerson()
})
afterAll(() => service?.close())

const patch = (group: Pick<Group, 'id'>, body: object) => ada.call<Group>('PATCH', `/api/groups/${group.id}`, body)
const weekendsOf = ({ weekends }: Group) => weekends.map(({ weekendId }) => weekendId)
const selectionIn = (group: Group, weekendId: number) =>
  group.weekends.find((weekend) => weekend.weekendId === weekendId)?.selectedRaceIds
const DAY = 24
const dayIn = (days: number) => hoursFromNow(days * DAY).slice(0, 10)

describe('a round', () => {
  test('opens when it is announced, and keeps its leaderboard when it is no longer', async () => {
    const { idOf, change } = await createTestSeason(service)
    const group = await service.createGroup(ada, { weekendId: idOf(1), allSeason: true })
    await change(2, { isActive: true })
    const opened = await waitForGroup(ada, group, { weekends: [{ weekendId: idOf(1) }, { weekendId: idOf(2) }] })
    // Opening it does not make it current.
    expect(opened.weekendId).toBe(idOf(1))
    const published = await service.probe.next(groupChanged, (g) => g.id === group.id && g.weekends.length === 2)
    expect(published.data).toMatchObject({ weekendId: idOf(1), rulesChanged: false })
    await change(2, { isActive: false })
    await change(3, { isActive: true })
    await waitForGroup(ada, group, { weekends: [1, 2, 3].map((round) => ({ weekendId: idOf(round) })) })
  })

  test('opens when it is put into the season, and stays open when it is taken out', async () => {
    const { season, idOf, change } = await createTestSeason(service, [
      {},
      { isActive: true, seasonId: null, round: null },
    ])
    const group = await service.createGroup(ada, { weekendId: idOf(1), allSeason: true })
    expect(weekendsOf(group)).toEqual([idOf(1)])
    await change(2, { seasonId: season.id, round: 2 })
    await waitForGroup(ada, group, { weekends: [{ weekendId: idOf(1) }, { weekendId: idOf(2) }] })
    await change(1, { seasonId: null, round: null })
    await change(2, { seasonId: null, round: null, name: 'Out' })
    const other = await createTestSeason(service, [{}])
    await service.createGroup(ada, { weekendId: other.idOf(1), allSeason: true })
    expect(weekendsOf(await readGroup(ada, group))).toEqual([idOf(1), idOf(2)])
    expect((await ada.call('GET', `/api/groups/${group.id}/races?weekendId=${idOf(2)}`)).status).toBe(200)
  })

  test('opens for groups founded while it is announced', async () => {
    const { idOf, change } = await createTestSeason(service)
    const founder = await service.createPerson()
    const found = () => service.createGroup(founder, { weekendId: idOf(1), allSeason: true })
    const [groups] = await Promise.all([Promise.all(Array.from({ length: 8 }, found)), change(2, { isActive: true })])
    for (const group of groups)
      await waitForGroup(founder, group, { weekends: [{ weekendId: idOf(1) }, { weekendId: idOf(2) }] })
  })

  test('opens while fans join and leave', async () => {
    const { idOf, change } = await createTestSeason(service)
    const group = await service.createGroup(ada, { weekendId: idOf(1), allSeason: true })
    const people = await Promise.all(Array.from({ length: 6 }, () => service.createPerson()))
    const join = async (person: Person) => {
      expect((await service.join(person, group)).status).toBe(200)
      if (people.indexOf(person) % 2 === 0)
        expect((await person.call('POST', `/api/groups/${group.id}/leave`)).status).toBe(204)
    }
    await Promise.all([...people.map(join), change(2, { isActive: true })])
    const opened = await waitForGroup(ada, group, { weekends: [{ weekendId: idOf(1) }, { weekendId: idOf(2) }] })
    expect(opened.memberCount).toBe(4)
    const { body: members } = await ada.call<{ userId: string }[]>('GET', `/api/groups/${group.id}/members`)
    expect(members).toHaveLength(4)
  })
})

describe('the current weekend', () => {
  test('is the live one; else the announced one that starts next; else the one that ended last', async () => {
    const { idOf, change } = await createTestSeason(service, [{}, { isActive: true }, { isActive: true }])
    const group = await service.createGroup(ada, { weekendId: idOf(1), allSeason: true })
    const currentIs = (round: number) => waitForGroup(ada, group, { weekendId: idOf(round) })
    expect(group.weekendId).toBe(idOf(1))
    await change(1, { status: 'completed' })
    await currentIs(2)
    const moved = await service.probe.next(groupChanged, (g) => g.id === group.id && g.weekendId === idOf(2))
    expect(moved.data.selectedRaceIds).toEqual([])
    await change(2, { isActive: false })
    await currentIs(3)
    await change(1, { status: 'live' })
    await currentIs(1)
    await change(1, { status: 'completed' })
    await change(3, { status: 'completed' })
    await currentIs(3)
    expect(weekendsOf(await readGroup(ada, group))).toEqual([idOf(1), idOf(2), idOf(3)])
  })

  test('is the one opened last if none is live, announced or completed', async () => {
    const { idOf, change } = await createTestSeason(service, [{ isActive: false }, { isActive: true }])
    const group = await service.createGroup(ada, { weekendId: idOf(1), allSeason: true })
    expect(group.weekendId).toBe(idOf(2))
    await change(2, { isActive: false, name: 'Postponed' })
    await change(1, { name: 'Unannounced' })
    await waitForGroup(ada, group, { weekendId: idOf(2) })
  })

  test('changes when the one before is over by the calendar of its track', async () => {
    const { idOf } = await createTestSeason(service, [{ endDate: dayIn(1) }, { isActive: true }])
    const group = await service.createGroup(ada, { weekendId: idOf(1), allSeason: true })
    expect(group.weekendId).toBe(idOf(1))
    // The day passes without any event.
    await service.database.raw(
      `update weekends set end_date = end_date - 3, followed_at = clock_timestamp() - interval '3 days' where id = ?`,
      [idOf(1)],
    )
    const other = await createTestSeason(service, [{}])
    await service.createGroup(ada, { weekendId: other.idOf(1) })
    await waitForGroup(ada, group, { weekendId: idOf(2) })
  })
})

describe('the selection of a new round', () => {
  test('is all where the last one was, else the sessions of the same category and type, also later ones', async () => {
    const { idOf, change } = await createTestSeason(service)
    const race = await service.createRace({ weekendId: idOf(1), sessionType: 'race1' })
    await service.createRace({ weekendId: idOf(1), sessionType: 'race2' })
    const all = await service.createGroup(ada, { weekendId: idOf(1), allSeason: true })
    const some = await service.createGroup(ada, { weekendId: idOf(1), allSeason: true, selectedRaceIds: [race.id] })
    const early = await service.createRace({ weekendId: idOf(2), sessionType: 'race1' })
    await service.createRace({ weekendId: idOf(2), sessionType: 'race2' })
    await service.createRace({ weekendId: idOf(2), sessionType: 'race1', category: 'Boost Mobile TTSO' })
    await change(2, { isActive: true })
    const opened = await waitForGroup(ada, some, { weekends: [{ weekendId: idOf(1) }, { weekendId: idOf(2) }] })
    expect(selectionIn(opened, idOf(2))).toEqual([early.id])
    expect(selectionIn(await waitForGroup(ada, all, { weekends: [{}, { weekendId: idOf(2) }] }), idOf(2))).toEqual([])

    const late = await service.createRace({ weekendId: idOf(2), sessionType: 'race1' })
    await waitForGroup(ada, some, { weekends: [{}, { selectedRaceIds: [early.id, late.id] }] })
    const published = await service.probe.next(
      groupChanged,
      (g) => g.id === some.id && g.weekends[1]?.selectedRaceIds.length === 2,
    )
    expect(published.data.weekends[0]?.selectedRaceIds).toEqual([race.id])
    // A deleted session stays, as in every selection.
    await service.publishEvent(raceChanged, { ...early, deleted: true })
    await service.publishEvent(raceChanged, { ...late, sessionType: 'race3' })
    await waitForGroup(ada, some, { weekends: [{}, { selectedRaceIds: [early.id] }] })
  })

  test('is none, not all, as long as there is no such session', async () => {
    const { idOf, change } = await createTestSeason(service)
    const race = await service.createRace({ weekendId: idOf(1), sessionType: 'race1' })
    const group = await service.createGroup(ada, { weekendId: idOf(1), allSeason: true, selectedRaceIds: [race.id] })
    await service.createRace({ weekendId: idOf(2), sessionType: 'qualifying' })
    await change(2, { isActive: true })
    await waitForGroup(ada, group, { weekends: [{}, { weekendId: idOf(2) }] })
    const countingIn = (round: number) => ada.call('GET', `/api/groups/${group.id}/races?weekendId=${idOf(round)}`)
    expect((await countingIn(2)).body).toEqual([])
    const later = await service.createRace({ weekendId: idOf(2), sessionType: 'race1' })
    await expect.poll(async () => (await countingIn(2)).body).toMatchObject([{ id: later.id }])
  })

  test('follows the admin’s last one, who selects in the weekend that the request names', async () => {
    const { idOf, change } = await createTestSeason(service, [{}, { isActive: true }, {}])
    const first = await service.createRace({ weekendId: idOf(1), sessionType: 'race1' })
    const second = await service.createRace({ weekendId: idOf(2), sessionType: 'race2' })
    await service.createRace({ weekendId: idOf(2), sessionType: 'race1' })
    const third = await service.createRace({ weekendId: idOf(3), sessionType: 'race2' })
    const group = await service.createGroup(ada, { weekendId: idOf(1), allSeason: true, selectedRaceIds: [first.id] })
    const inSecond = { weekendId: idOf(2), selectedRaceIds: [second.id] }
    expect(await patch(group, inSecond)).toMatchObject({
      status: 200,
      body: { weekendId: idOf(1), selectedRaceIds: [first.id], weekends: [{ selectedRaceIds: [first.id] }, inSecond] },
    })
    await service.createRace({ weekendId: idOf(2), sessionType: 'race1' })
    await change(3, { isActive: true })
    const opened = await waitForGroup(ada, group, { weekends: [{}, {}, { weekendId: idOf(3) }] })
    expect(selectionIn(opened, idOf(3))).toEqual([third.id])
    expect(selectionIn(opened, idOf(2))).toEqual([second.id])
    expect(await patch(group, { selectedRaceIds: [] })).toMatchObject({ body: { selectedRaceIds: [] } })
  })

  test('cannot be made in a weekend without a leaderboard, and a season group is never moved', async () => {
    const { idOf } = await createTestSeason(service, [{}, { isActive: true }, {}])
    const group = await service.createGroup(ada, { weekendId: idOf(1), allSeason: true })
    const issues = [{ path: 'weekendId' }]
    expect(await patch(group, { weekendId: idOf(3) })).toMatchObject({ status: 400, body: { issues } })
    expect(await patch(group, { weekendId: idOf(2) })).toMatchObject({ status: 200, body: { weekendId: idOf(1) } })
    const race = await service.createRace({ weekendId: idOf(2) })
    expect(await patch(group, { selectedRaceIds: [race.id] })).toMatchObject({ status: 400 })
  })
})
