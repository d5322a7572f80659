import type { Achievements } from '@purple-sector/contracts/engagement/http'
import { membershipChanged } from '@purple-sector/contracts/groups/events'
import { boardChanged } from '@purple-sector/contracts/tipping/events'
import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import { aMembership, hoursFromNow } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startEngagement, type TestEngagement } from '../../test/create-test-engagement.ts'

let product: TestEngagement
beforeAll(async () => {
  product = await startEngagement()
})
afterAll(() => product?.close())

const SUPERCARS = 'Repco Supercars Championship'
const SUPER2 = 'Dunlop Super2 Series'
const PORSCHE = 'Porsche Carrera Cup Australia'

const unlocked = async ({ call }: Person) =>
  (await call<Achievements>('GET', '/api/achievements')).body.unlocked.map(({ id }) => id)
const expectUnlocked = (fan: Person, ids: string[]) =>
  expect.poll(async () => (await unlocked(fan)).toSorted(), { timeout: 30_000 }).toEqual(ids.toSorted())
const countersOf = async ({ id }: Person) =>
  (await product.database('achievement_counters').where({ user_id: id }).first()) ?? {}
const waitUntilCounted = () =>
  expect
    .poll(
      async () =>
        [await product.database('pending_results'), await product.database('pending_weekend_closings')].flat(),
      { timeout: 30_000 },
    )
    .toEqual([])

type Picks = [firsts: number, seconds: number, thirds: number]
const POINTS = [50, 25, 15]
const totalOf = (picks: Picks) => picks.reduce((sum, count, place) => sum + count * POINTS[place]!, 0)

/** Creates a weekend in which all users have tipped every category; `publishBoard` announces the board after a result. */
const createTippedWeekend = async (fans: Person[], categories = [SUPERCARS]) => {
  const { weekend, race, car, tip, publishEvent, result } = product
  const round = await weekend()
  const races = new Map<string, number[]>()
  for (const [nth, category] of categories.entries()) {
    const scheduledRaces = []
    for (const sessionType of ['race1', 'race2', 'race3'] as const)
      scheduledRaces.push(
        await race({
          weekendId: round.id,
          category,
          sessionType,
          deadline: hoursFromNow(1 + nth + scheduledRaces.length / 10),
        }),
      )
    races.set(
      category,
      scheduledRaces.map(({ id }) => id),
    )
  }
  for (const category of categories) {
    const enteredCar = await car({ weekendId: round.id, category })
    for (const fan of fans) await tip(fan, enteredCar)
  }
  const picks = new Map<string, Picks>()
  let version = 0
  /** Announces the picks of users after a revision of a race's result; other users keep theirs. */
  const publishBoard = async (
    raceId: number,
    revision: number,
    changes: [Person, Picks][],
    groupId: number | null = null,
  ) => {
    if (groupId === null) for (const [fan, scores] of changes) picks.set(fan.id, scores)
    await publishEvent(boardChanged, {
      weekendId: round.id,
      groupId,
      version: ++version,
      reason: 'result',
      result: {
        raceId,
        name: 'Race',
        categoryId: 1,
        revision,
        kind: revision === 1 ? 'completed' : 'corrected',
        reason: null,
      },
      total: fans.length,
      entries: [],
      ranks: [],
      changed: changes.map(([{ id: userId }, scores]) => {
        const [firsts, seconds, thirds] = scores
        return { userId, totalPoints: totalOf(scores), firsts, seconds, thirds }
      }),
      part: 1,
      parts: 1,
    })
  }
  const publishResult = (raceId: number, revision = 1) => result({ raceId, weekendId: round.id, revision })
  const completeWeekend = () => publishEvent(weekendChanged, { ...round, status: 'completed' })
  return { round, races: (category = SUPERCARS) => races.get(category)!, publishBoard, publishResult, completeWeekend }
}

const TIPPED = ['first-tip', 'full-grid', 'early-bird']

test('counts winners per race, grants a hat-trick for three in a row, and keeps grants after a correction', async () => {
  const { person } = product
  const [ann, bob] = [await person(), await person()]
  const { round, races, publishBoard, publishResult } = await createTippedWeekend([ann, bob])
  const [first, second, third] = races() as [number, number, number]
  const tipped = TIPPED.filter((id) => id !== 'early-bird')
  const changedAt = async (path: string) => (await bob.call('GET', path)).headers['last-changed']
  const boards = [`/api/engagement/leaderboard/${round.id}`, `/api/engagement/stats/${round.id}`]
  expect(await Promise.all(boards.map(changedAt))).toEqual([undefined, undefined])
  const { publishedAt } = await publishResult(first)
  await publishBoard(first, 1, [
    [ann, [1, 0, 0]],
    [bob, [0, 1, 0]],
  ])
  await expectUnlocked(ann, [...tipped, 'on-the-board', 'winner-picked'])
  await expectUnlocked(bob, [...tipped, 'on-the-board'])
  const since = expect.stringMatching(/Z$/)
  await expect.poll(() => Promise.all(boards.map(changedAt))).toEqual([since, since])
  for (const path of [...boards, '/api/achievements'])
    expect(Date.parse(String(await changedAt(path)))).toBeGreaterThan(Date.parse(publishedAt))
  await publishResult(second)
  await publishBoard(second, 1, [[ann, [2, 0, 0]]])
  await publishResult(third)
  await publishBoard(third, 1, [[ann, [3, 0, 0]]])
  await expect.poll(() => unlocked(ann), { timeout: 30_000 }).toContain('hat-trick')
  await waitUntilCounted()
  expect(await countersOf(ann)).toMatchObject({ winners: 3, places: 3, winners_in_a_row: 3, points: 150 })

  // The correction gives the second race to bob's car.
  await publishBoard(second, 2, [
    [ann, [2, 1, 0]],
    [bob, [1, 1, 0]],
  ])
  await expect
    .poll(() => countersOf(ann), { timeout: 30_000 })
    .toMatchObject({ winners: 2, winners_in_a_row: 1, points: 125 })
  expect(await countersOf(bob)).toMatchObject({ winners: 1, places: 2 })
  expect(await unlocked(ann)).toContain('hat-trick')
  expect(await product.database('activities').where({ user_id: ann.id, cause: 'achievement/hat-trick' })).toHaveLength(
    1,
  )

  // A redelivered board changes nothing.
  await waitUntilCounted()
  const before = [await countersOf(ann), await countersOf(bob), await unlocked(ann), await unlocked(bob)]
  await publishBoard(second, 2, [
    [ann, [2, 1, 0]],
    [bob, [1, 1, 0]],
  ])
  await waitUntilCounted()
  expect([await countersOf(ann), await countersOf(bob), await unlocked(ann), await unlocked(bob)]).toEqual(before)
})

test('ends a run of winners at a lost race, but not at a race without a tip', async () => {
  const { person, car, tip } = product
  const [ann, bob] = [await person(), await person()]
  const { round, races, publishBoard, publishResult } = await createTippedWeekend([ann])
  await product.race({ weekendId: round.id, category: SUPER2, deadline: hoursFromNow(1.05) })
  const other = await product.race({ weekendId: round.id, category: SUPER2, deadline: hoursFromNow(1.15) })
  await tip(bob, await car({ weekendId: round.id }))
  await tip(bob, await car({ weekendId: round.id, category: SUPER2 }))
  for (const [nth, raceId] of races().entries()) {
    await publishResult(raceId)
    await publishBoard(raceId, 1, [
      [ann, [nth + 1, 0, 0]],
      [bob, [nth + 1, 0, 0]],
    ])
    if (nth === 0) await publishResult(other.id)
  }
  await waitUntilCounted()
  expect(await countersOf(ann)).toMatchObject({ winners: 3, winners_in_a_row: 3 })
  expect(await countersOf(bob)).toMatchObject({ winners: 3, winners_in_a_row: 2 })
})

test('removes the places of a withdrawn result', async () => {
  const { person } = product
  const ann = await person()
  const { races, publishBoard, publishResult } = await createTippedWeekend([ann])
  const [first] = races() as [number]
  await publishResult(first)
  await publishBoard(first, 1, [[ann, [1, 0, 0]]])
  await expect.poll(() => countersOf(ann), { timeout: 30_000 }).toMatchObject({ winners: 1, points: 50 })
  await publishBoard(first, 2, [[ann, [0, 0, 0]]])
  await expect.poll(() => countersOf(ann), { timeout: 30_000 }).toMatchObject({ winners: 0, points: 0 })
  expect(await unlocked(ann)).toContain('winner-picked')
})

test('decides podiums, perfect weekends and group leads at the end of a weekend', async () => {
  const { person, group, join } = product
  const fans = [await person(), await person(), await person(), await person()]
  const [ann, bob, cat, dan] = fans as [Person, Person, Person, Person]
  const { round, races, publishBoard, publishResult, completeWeekend } = await createTippedWeekend(fans, [
    SUPERCARS,
    SUPER2,
    PORSCHE,
  ])
  const friends = await group(ann, { weekendId: round.id })
  for (const fan of [bob, cat, dan]) await join(friends, fan)
  const [first] = races(SUPERCARS) as [number]
  const [second] = races(SUPER2) as [number]
  const [third] = races(PORSCHE) as [number]
  for (const raceId of [first, second, third]) await publishResult(raceId)
  await publishBoard(first, 1, [
    [ann, [1, 0, 0]],
    [bob, [0, 1, 0]],
    [cat, [0, 0, 1]],
  ])
  await publishBoard(second, 1, [
    [ann, [1, 0, 1]],
    [bob, [0, 2, 0]],
  ])
  await publishBoard(third, 1, [
    [ann, [2, 0, 1]],
    [bob, [0, 2, 1]],
  ])
  await publishBoard(
    third,
    1,
    [
      [ann, [2, 0, 1]],
      [bob, [0, 2, 1]],
      [cat, [0, 0, 1]],
    ],
    friends.id,
  )
  await waitUntilCounted()
  // Races are still to come, so nothing is decided.
  expect(await countersOf(ann)).toMatchObject({ podiums: 0, wins: 0, perfect_weekends: 0, rivals: 0 })

  await completeWeekend()
  for (const id of ['purple-sector', 'silverware', 'perfect-weekend', 'clean-air'])
    await expect.poll(() => unlocked(ann), { timeout: 30_000 }).toContain(id)
  await waitUntilCounted()
  expect(await countersOf(ann)).toMatchObject({ podiums: 1, wins: 1, perfect_weekends: 1, groups_led: 1, rivals: 3 })
  expect(await countersOf(bob)).toMatchObject({ podiums: 1, wins: 0, perfect_weekends: 1, groups_led: 0, rivals: 2 })
  expect(await countersOf(cat)).toMatchObject({ podiums: 1, wins: 0, perfect_weekends: 0, rivals: 1 })
  expect(await countersOf(dan)).toMatchObject({ podiums: 0, rivals: 0 })

  // A correction after the end: bob has won it.
  await publishBoard(first, 2, [
    [ann, [1, 0, 1]],
    [bob, [1, 1, 1]],
  ])
  await expect.poll(() => countersOf(bob), { timeout: 30_000 }).toMatchObject({ wins: 1 })
  expect(await countersOf(ann)).toMatchObject({ wins: 0, podiums: 1 })
  expect(await unlocked(ann)).toContain('purple-sector')
})

test('excludes pending members from rivals and leads in groups that hide their points', async () => {
  const { person, group, publishEvent, waitForRow } = product
  const fans = [await person(), await person(), await person()]
  const [ann, bob, cat] = fans as [Person, Person, Person]
  const { round, races, publishBoard, publishResult, completeWeekend } = await createTippedWeekend(fans)
  const [first] = races() as [number]
  const ofWeekend = { weekendId: round.id }
  const addPendingMember = async (groupId: number, { id: userId }: Person) => {
    await publishEvent(membershipChanged, aMembership({ groupId, ...ofWeekend, userId, approvalStatus: 'pending' }))
    await waitForRow('memberships', { group_id: groupId, user_id: userId })
  }
  const hidden = await group(ann, { ...ofWeekend, hidePointsUntilApproved: true })
  for (const fan of [bob, cat]) await addPendingMember(hidden.id, fan)
  const visible = await group(cat, ofWeekend)
  await addPendingMember(visible.id, bob)
  await publishResult(first)
  const changes: [Person, Picks][] = [
    [ann, [0, 0, 1]],
    [bob, [1, 0, 0]],
  ]
  await publishBoard(first, 1, changes)
  await publishBoard(first, 1, changes, hidden.id)
  await publishBoard(first, 1, changes, visible.id)
  await waitUntilCounted()
  await completeWeekend()
  await expect.poll(() => countersOf(bob), { timeout: 30_000 }).toMatchObject({ wins: 1 })
  expect(await countersOf(ann)).toMatchObject({ groups_led: 0, rivals: 0 })
  expect(await countersOf(bob)).toMatchObject({ groups_led: 1, rivals: 1 })
})

test('treats a weekend as over once every counting race has a result', async () => {
  const { person } = product
  const ann = await person()
  const { races, publishBoard, publishResult } = await createTippedWeekend([ann])
  for (const [nth, raceId] of races().entries()) {
    await publishResult(raceId)
    await publishBoard(raceId, 1, [[ann, [nth + 1, 0, 0]]])
  }
  await expect.poll(() => unlocked(ann), { timeout: 30_000 }).toContain('purple-sector')
})
