import { databaseTime } from '@purple-sector/database'
import type { TestDatabase } from '@purple-sector/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN, compareWeekend } from '../../test/compare-weekend.ts'
import type { Window } from '../../test/expected-groups.ts'
import { expectedSeasonGroup } from '../../test/expected-season-group.ts'
import { separatingMoment } from '../../test/separating-moment.ts'
import { createTippingDatabase, createTippingScenario, SUPER2, SUPERCARS } from '../../test/tipping-scenario.ts'
import { refreshBoards } from '../board-publishing/refresh-boards.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

const FANS = 4
const CARS = 3
const GROUPS = 2
const WEEKENDS = 3
const CATEGORIES = [SUPERCARS, SUPERCARS, SUPER2]
const index = (count: number) => fc.integer({ min: 0, max: count - 1 })

const fan = index(FANS)
const group = index(GROUPS)
const weekend = index(WEEKENDS)
const race = index(CATEGORIES.length)
const action = <const Name extends string, Fields>(
  weight: number,
  does: Name,
  fields: { [Field in keyof Fields]: fc.Arbitrary<Fields[Field]> },
) => ({ weight, arbitrary: fc.record(fields).map((values) => ({ does, ...values })) })

const step = fc.oneof(
  action(8, 'tip', { weekend, fan, group: fc.option(group, { freq: 5 }), race, car: index(CARS) }),
  action(1, 'close', { weekend, race }),
  action(4, 'result', {
    ...{ weekend, race, isScoredLater: fc.boolean() },
    finished: fc.shuffledSubarray([0, 1, 2], { minLength: 0, maxLength: 3 }),
  }),
  action(3, 'join', { fan, group, isApproved: fc.boolean() }),
  action(2, 'leave', { fan, group }),
  action(2, 'rejoin', { fan, group, isApproved: fc.boolean() }),
  action(1, 'approve', { fan, group }),
  action(2, 'open', { group }),
  action(2, 'complete', { weekend }),
  action(1, 'set-back', { weekend }),
  action(1, 'rules', {
    group,
    hidePointsUntilApproved: fc.boolean(),
    preventPointsUntilApproved: fc.boolean(),
    selected: fc.array(fc.record({ weekend, race }), { maxLength: 3 }),
  }),
  action(1, 'refresh', {}),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const ignoreRefusal = (error: unknown) => {
  if (!(error instanceof Error && 'kind' in error)) throw error
}

const createWeekend = async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  const races: number[] = []
  for (const [place, category] of CATEGORIES.entries())
    races.push(await scenario.race({ category, sessionType: `race${place + 1}` as 'race1' }))
  const cars = new Map<string, number[]>()
  for (const category of new Set(CATEGORIES)) cars.set(category, await scenario.cars(CARS, category))
  const carOf = (race: number, place: number): number => cars.get(CATEGORIES[race]!)![place]!
  return { scenario, races, carOf, completedSince: null as Date | null }
}

/** Plays the steps in three weekends of two season groups: one in the first weekend, one in the first two. */
const playSteps = async (steps: readonly Step[]) => {
  const { database } = testDatabase
  const weekends = [await createWeekend(), await createWeekend(), await createWeekend()]
  const [{ scenario }] = weekends as [(typeof weekends)[0]]
  const fans: string[] = []
  for (let each = 0; each < FANS; each++) fans.push(await scenario.fan(`Fan${each % 3}`))

  const runTimed = async (run: () => Promise<unknown>): Promise<Window> => {
    const from = await databaseTime(database)
    await run()
    return { from, to: await databaseTime(database) }
  }
  const groups: { groupId: number; weekends: number[]; expected: ReturnType<typeof expectedSeasonGroup> }[] = []
  for (const count of [1, 2]) {
    const ids = weekends.slice(0, count).map((each) => each.scenario.weekendId)
    let groupId = 0
    const within = await runTimed(async () => {
      groupId = (await scenario.seasonGroup(ids)).groupId
    })
    const expected = expectedSeasonGroup(groupId)
    for (const weekendId of ids) expected.opened(weekendId, within)
    expected.joined(ADMIN, await runTimed(() => scenario.join({ groupId }, ADMIN)), true)
    groups.push({ groupId, weekends: ids, expected })
  }

  const perform = async (action: Step): Promise<void> => {
    const round = 'weekend' in action ? weekends[action.weekend]! : weekends[0]!
    const chosen = 'group' in action && action.group !== null ? groups[action.group]! : groups[0]!
    const userId = 'fan' in action ? fans[action.fan]! : ''
    const { expected } = chosen
    switch (action.does) {
      case 'tip': {
        const options = { category: CATEGORIES[action.race], ...(action.group !== null && { groupId: chosen.groupId }) }
        return round.scenario.tip(userId, round.carOf(action.race, action.car), options).catch(ignoreRefusal)
      }
      case 'close':
        return round.scenario.close(round.races[action.race]!)
      case 'result': {
        const finished = action.finished.map((place) => round.carOf(action.race, place))
        const raceId = round.races[action.race]!
        if (action.isScoredLater) return void (await round.scenario.publish(raceId, finished))
        return round.scenario.result(raceId, finished)
      }
      case 'join':
        return expected.joined(
          userId,
          await runTimed(() => scenario.join(chosen, userId, action.isApproved)),
          action.isApproved,
        )
      case 'leave':
        return expected.left(userId, await runTimed(() => scenario.leave(chosen, userId)))
      case 'rejoin': {
        const within = await runTimed(() => scenario.rejoin(chosen, userId, action.isApproved))
        expected.left(userId, within)
        return expected.joined(userId, within, action.isApproved)
      }
      case 'approve':
        return expected.approved(userId, await runTimed(() => scenario.approve(chosen, userId)))
      case 'open': {
        const next = weekends[chosen.weekends.length]?.scenario.weekendId
        if (next === undefined) return
        chosen.weekends.push(next)
        const opened = chosen.weekends.map((weekendId) => ({ weekendId, selectedRaceIds: [] }))
        return expected.opened(next, await runTimed(() => scenario.change(chosen, { weekends: opened })))
      }
      case 'complete': {
        if (round.completedSince) return
        round.completedSince = await separatingMoment(database)
        await round.scenario.weekend({ status: 'completed' })
        for (const each of groups) each.expected.completed(round.scenario.weekendId, round.completedSince)
        return
      }
      case 'set-back': {
        if (!round.completedSince) return
        round.completedSince = null
        const within = await runTimed(() => round.scenario.weekend({ status: 'live' }))
        for (const each of groups) each.expected.setBack(round.scenario.weekendId, within)
        return
      }
      case 'rules': {
        const { hidePointsUntilApproved, preventPointsUntilApproved, selected } = action
        return scenario.change(chosen, {
          ...{ hidePointsUntilApproved, preventPointsUntilApproved },
          weekends: chosen.weekends.map((weekendId, place) => ({
            weekendId,
            selectedRaceIds: selected.flatMap((each) =>
              each.weekend === place ? [weekends[place]!.races[each.race]!] : [],
            ),
          })),
        })
      }
      case 'refresh':
        return refreshBoards(database)
    }
  }
  for (const each of steps) await perform(each)
  for (const { races, scenario } of weekends) for (const raceId of races) await scenario.score(raceId)
  await database('scopes').update({ refreshed_at: '-infinity' })
  await refreshBoards(database)
  return { weekends, groups }
}

test('every board of season groups follows from tips, rules, memberships and results alone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }), async (steps) => {
      const { weekends, groups } = await playSteps(steps)
      for (const { scenario, completedSince } of weekends)
        await compareWeekend(testDatabase.database, scenario.weekendId, completedSince)
      for (const { expected } of groups) expect(await expected.differences(testDatabase.database)).toEqual([])
    }),
    { numRuns: 25, endOnFailure: true },
  )
}, 240_000)
