import * as calls from '@purple-sector/contracts/tipping/internal'
import type { Chances, OwnSeason } from '@purple-sector/contracts/tipping/seasons'
import { seasonChanged } from '@purple-sector/contracts/weekends/events'
import type { Caller } from '@purple-sector/service-kit'
import { aFan, aGroup, aMembership, aSeason } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTippingTest, type TippingTest } from '../../test/create-test-tipping.ts'

let tipping: TippingTest
beforeAll(async () => {
  tipping = await createTippingTest()
})
afterAll(() => tipping.close())

const LONG_WAIT = { timeout: 30_000 }
type GroupState = Parameters<typeof aGroup>[0]

const applyGroup = async (members: Caller[], state: GroupState, sequence = 1) => {
  const group = aGroup({ creatorId: members[0]?.userId ?? '', ...state })
  const memberships = members.map(({ userId }) => ({
    sequence,
    data: aMembership({ groupId: group.id, weekendId: group.allSeason ? null : group.weekendId, userId }),
  }))
  await tipping.callService(calls.applyGroup, { request: { group: { sequence, data: group }, memberships } })
  return group
}

/** A season of two weekends with an open race each, and a group of it from the second on with two members. */
const setUp = async () => {
  const [ann, bob] = [aFan({ username: 'ann' }), aFan({ username: 'bob' })]
  const [first, second] = [await tipping.setUpWeekend([ann]), await tipping.setUpWeekend([])]
  const [a, b] = [first.weekend.id, second.weekend.id]
  const season = aSeason({ weekendIds: [a, b], jokers: 1 })
  await tipping.publishEvent(seasonChanged, season)
  const group = await applyGroup([ann, bob], {
    ...{ weekendId: b, allSeason: true, seasonId: season.id, weekends: [{ weekendId: b, selectedRaceIds: [] }] },
    seasonRules: { countBest: null, missedWeekend: 'zero', lateJoiners: 'none' },
  })
  const [me, chances] = [`/api/groups/${group.id}/season/me`, `/api/groups/${group.id}/season/chances`]
  return { ann, bob, first, second, a, b, season, group, me, chances }
}

test('members read their own season in a group, and what they can still reach, with the time of the last result', async () => {
  const { ann, bob, second, a, b, season, group, me, chances } = await setUp()
  const tip = { weekendId: b, category: second.race.category, carId: second.carIds[0], groupId: group.id }
  const handedIn = await (await tipping.as(ann))('POST', '/api/tips', { ...tip, tipSource: 'group' })
  expect(handedIn.status).toBe(201)
  await vi.waitFor(
    async () => expect(await tipping.get(ann, me)).toMatchObject({ status: 200, body: { maxReachable: 100 } }),
    LONG_WAIT,
  )
  const before = await tipping.get<OwnSeason>(ann, me)
  expect(before.body).toMatchObject({ seasonId: season.id, position: null, canWin: true, clinched: false })
  expect(before.body.weekends).toMatchObject([
    { weekendId: a, beforeJoining: true, points: null, position: null },
    { weekendId: b, beforeJoining: false, points: null, position: null },
  ])
  expect(before.headers['last-changed']).toBeUndefined()
  expect(await tipping.read<Chances>(bob, chances)).toEqual({
    ...{ maxReachable: 100, canWin: true, clinched: false, podiums: null, sentences: [] },
  })

  await tipping.closeRace(second.race)
  await second.publish(second.carIds, 1)
  await vi.waitFor(
    async () => expect(await tipping.get(ann, me)).toMatchObject({ body: { position: 1, totalPoints: 50 } }),
    LONG_WAIT,
  )
  expect(await tipping.read<OwnSeason>(ann, me)).toMatchObject({
    ...{ maxReachable: 50, canWin: true, clinched: true },
    weekends: [{ counted: false }, { points: 50, seasonPoints: 50, counted: true, position: 1 }],
  })
  expect(await tipping.read<OwnSeason>(bob, me)).toMatchObject({ position: 2, totalPoints: 0, canWin: false })
  const after = await tipping.get<Chances>(bob, chances)
  expect(after.body).toMatchObject({ maxReachable: 0, canWin: false, clinched: false, podiums: null })
  for (const reply of [after, await tipping.get(ann, me)])
    expect(reply.headers['last-changed']).toEqual(expect.any(String))
  const standings = await tipping.callService(calls.findSeasonStandings, {
    request: { scope: { seasonId: season.id, groupId: group.id }, userIds: [ann.userId, bob.userId] },
  })
  expect(standings.standings.toSorted((one, other) => other.totalPoints - one.totalPoints)).toMatchObject([
    { userId: ann.userId, canWin: true, clinched: true },
    { userId: bob.userId, canWin: false, clinched: false },
  ])
})

test('users who are not members, and members of a group of one weekend, read no season', async () => {
  const { ann, a, group } = await setUp()
  const ofOneWeekend = await applyGroup([ann], { weekendId: a })
  for (const reply of ['me', 'chances']) {
    expect(await tipping.get(aFan(), `/api/groups/${group.id}/season/${reply}`)).toMatchObject({
      ...{ status: 404, body: { code: 'GROUP_NOT_FOUND' } },
    })
    expect(await tipping.get(ann, `/api/groups/2000000/season/${reply}`)).toMatchObject({
      ...{ status: 404, body: { code: 'GROUP_NOT_FOUND' } },
    })
    expect(await tipping.get(ann, `/api/groups/${ofOneWeekend.id}/season/${reply}`)).toMatchObject({
      ...{ status: 404, body: { code: 'NO_SEASON' } },
    })
    expect(await tipping.get(ann, `/api/groups/none/season/${reply}`)).toMatchObject({ status: 400 })
  }
})
