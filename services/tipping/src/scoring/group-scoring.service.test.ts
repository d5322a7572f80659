import type { TestDatabase } from '@purple-sector/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTippingDatabase, createTippingScenario, type TippingScenario } from '../../test/tipping-scenario.ts'
import { leaderboardReadModel } from '../leaderboards/leaderboard-read-model.ts'
import { tipReadModel } from '../tips/tip-read-model.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

type Group = Awaited<ReturnType<TippingScenario['group']>>

const readRows = async (group: Group, viewer: string | null = null) => {
  const { entries } = await leaderboardReadModel(testDatabase.database).page(group, { limit: 100, offset: 0, viewer })
  return entries.map(({ username, position, totalPoints }) => [username, position, totalPoints])
}
const setUpGroup = async (rules: Parameters<TippingScenario['group']>[0] = {}) => {
  const scenario = await createTippingScenario(testDatabase.database)
  const group = await scenario.group(rules)
  const race = await scenario.race()
  const cars = await scenario.cars(3)
  const [ann, bob] = [await scenario.fan('ann'), await scenario.fan('bob')]
  return { scenario, group, race, winner: cars[0]!, cars, ann, bob }
}

describe('scoring in a group', () => {
  test('puts every member on the board and counts only group tips', async () => {
    const { scenario, group, race, winner, ann, bob } = await setUpGroup()
    await scenario.join(group, ann)
    await scenario.join(group, bob)
    await scenario.tip(ann, winner, group)
    await scenario.tip(bob, winner)
    await scenario.result(race, [winner])
    expect(await readRows(group)).toEqual([
      ['ann', 1, 50],
      ['bob', 2, 0],
    ])
  })

  test('uses the group’s own points, and 25/18/15 for a category it leaves out', async () => {
    const custom = await setUpGroup({
      useCustomPoints: true,
      customPoints: { 1: { first: 300, second: 2, third: 1 } },
    })
    await custom.scenario.join(custom.group, custom.ann)
    await custom.scenario.tip(custom.ann, custom.winner, custom.group)
    await custom.scenario.result(custom.race, [custom.winner])
    expect(await readRows(custom.group)).toEqual([['ann', 1, 300]])
    expect(await testDatabase.database('awards').where({ race_id: custom.race }).select('rule')).toEqual([
      { rule: 'custom' },
    ])

    const incomplete = await setUpGroup({ useCustomPoints: true })
    await incomplete.scenario.join(incomplete.group, incomplete.ann)
    await incomplete.scenario.tip(incomplete.ann, incomplete.winner, incomplete.group)
    await incomplete.scenario.result(incomplete.race, [incomplete.winner])
    expect(await readRows(incomplete.group)).toEqual([['ann', 1, 25]])
    expect(await testDatabase.database('awards').where({ race_id: incomplete.race }).select('rule')).toEqual([
      { rule: 'custom-default' },
    ])
  })

  test('awards points only for selected races', async () => {
    const { scenario, group, race, winner, ann } = await setUpGroup()
    const other = await scenario.race({ sessionType: 'race2' })
    await scenario.rules(group, { selectedRaceIds: [other] })
    await scenario.join(group, ann)
    await scenario.tip(ann, winner, group)
    await scenario.result(race, [winner])
    expect(await readRows(group)).toEqual([['ann', null, 0]])
    await scenario.result(other, [winner])
    expect(await readRows(group)).toEqual([['ann', 1, 50]])
  })

  test('applies the rules in force when the race locked, whatever changes later', async () => {
    const { scenario, group, race, winner, ann } = await setUpGroup()
    await scenario.join(group, ann)
    await scenario.tip(ann, winner, group)
    await scenario.close(race)
    await scenario.rules(group, { useCustomPoints: true, preventPointsUntilApproved: true, selectedRaceIds: [1] })
    await scenario.result(race, [winner])
    expect(await readRows(group)).toEqual([['ann', 1, 50]])
  })

  test('awards points for a race that is deselected after its lock, and awards none for a locked race that is selected after its lock', async () => {
    const { scenario, group, race, winner, ann } = await setUpGroup()
    const [unselected, openRace] = [
      await scenario.race({ sessionType: 'race2' }),
      await scenario.race({ sessionType: 'race3' }),
    ]
    await scenario.rules(group, { selectedRaceIds: [race, openRace] })
    await scenario.join(group, ann)
    await scenario.tip(ann, winner, group)
    await scenario.close(race)
    await scenario.close(unselected)
    await scenario.rules(group, { selectedRaceIds: [unselected, openRace] })
    await scenario.result(race, [winner])
    await scenario.result(unselected, [winner])
    expect(await readRows(group)).toEqual([['ann', 1, 50]])
    expect((await tipReadModel(testDatabase.database).ofWeekend(ann, scenario.weekendId)).tips).toMatchObject([
      {
        points: 50,
        countsFrom: { raceId: openRace },
        sessions: [
          { raceId: race, points: 50, carId: winner },
          { raceId: openRace, points: null },
        ],
      },
    ])
  })

  test('awards a member no points for a race that locked before they joined', async () => {
    const { scenario, group, race, winner, ann } = await setUpGroup()
    const later = await scenario.race({ sessionType: 'race2' })
    await scenario.close(race)
    await scenario.join(group, ann)
    await scenario.tip(ann, winner, group)
    await scenario.result(race, [winner])
    expect(await readRows(group)).toEqual([['ann', 1, 0]])
    await scenario.result(later, [winner])
    expect(await readRows(group)).toEqual([['ann', 1, 50]])
  })

  test('awards a pending member no points for a race that locked before approval, if the group prevents them', async () => {
    const { scenario, group, race, winner, ann, bob } = await setUpGroup({ preventPointsUntilApproved: true })
    const later = await scenario.race({ sessionType: 'race2' })
    await scenario.join(group, ann)
    await scenario.join(group, bob, false)
    await scenario.tip(ann, winner, group)
    await scenario.tip(bob, winner, group)
    await scenario.close(race)
    await scenario.approve(group, bob)
    await scenario.result(race, [winner])
    await scenario.result(later, [winner])
    expect(await readRows(group)).toEqual([
      ['ann', 1, 100],
      ['bob', 2, 50],
    ])
  })

  test('hides the points of pending members from others, sorts them last and gives them no position', async () => {
    const { scenario, group, race, winner, ann, bob, cars } = await setUpGroup({ hidePointsUntilApproved: true })
    await scenario.join(group, ann)
    await scenario.join(group, bob, false)
    await scenario.tip(ann, cars[1]!, group)
    await scenario.tip(bob, winner, group)
    await scenario.result(race, cars)
    const rowsForOthers = [
      ['ann', 1, 25],
      ['bob', null, null],
    ]
    const fullRows = [
      ['ann', 1, 25],
      ['bob', null, 50],
    ]
    expect(await readRows(group)).toEqual(rowsForOthers)
    expect(await readRows(group, ann)).toEqual(rowsForOthers)
    expect(await readRows(group, bob)).toEqual(fullRows)
    expect(await readRows(group, 'group-admin')).toEqual(fullRows)
    await scenario.approve(group, bob)
    expect(await readRows(group)).toEqual([
      ['bob', 1, 50],
      ['ann', 2, 25],
    ])
  })

  test('removes a leaving member from the board, and joining again restores nothing', async () => {
    const { scenario, group, race, winner, ann } = await setUpGroup()
    const later = await scenario.race({ sessionType: 'race2' })
    await scenario.join(group, ann)
    await scenario.tip(ann, winner, group)
    await scenario.result(race, [winner])
    await scenario.leave(group, ann)
    expect(await readRows(group)).toEqual([])
    await scenario.join(group, ann)
    expect(await readRows(group)).toEqual([['ann', 1, 0]])
    await scenario.result(later, [winner])
    expect(await readRows(group)).toEqual([['ann', 1, 0]])
    expect(await testDatabase.database('awards').where({ scope_id: group.scopeId })).toHaveLength(1)
  })
})
