import { randomUUID } from 'node:crypto'
import { databaseTime } from '@purple-sector/database'
import type { TestDatabase } from '@purple-sector/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN, compareWeekend } from '../../test/compare-weekend.ts'
import { expectedGroups, type Window } from '../../test/expected-groups.ts'
import { everyAward, type StoredAward } from '../../test/recorded-scenario.ts'
import {
  createTippingDatabase,
  createTippingScenario,
  finalizeAttempt,
  SUPER2,
  SUPERCARS,
  type TippingScenario,
} from '../../test/tipping-scenario.ts'
import { refreshBoards } from '../board-publishing/refresh-boards.ts'
import { removeEndedGroups } from '../deletion/remove-ended-groups.ts'
import { holdGroup } from '../groups/hold-group.ts'
import type { ScopeRules } from '../scopes/rules.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

const FANS = 5
const CARS = 4
const CATEGORIES = [SUPERCARS, SUPER2]
const index = (count: number) => fc.integer({ min: 0, max: count - 1 })

const fan = index(FANS)
const group = fc.option(index(2), { nil: null, freq: 2 })
const race = index(5)
const rules = fc.record({
  selected: fc.array(race, { maxLength: 3 }),
  useCustomPoints: fc.boolean(),
  hasPoints: fc.boolean(),
  hidePointsUntilApproved: fc.boolean(),
  preventPointsUntilApproved: fc.boolean(),
})
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constant('tip' as const), fan, group, category: index(2), car: index(CARS) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('close' as const), race }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('attempt' as const), race, isStored: fc.option(fc.boolean()) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('reopen' as const), race }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('lock-at' as const),
      race,
      /** Picks one of the moments between the steps so far. */
      moment: fc.nat({ max: 59 }),
      isScoredLater: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('result' as const),
      race,
      finished: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 0, maxLength: 4 }),
      isScoredLater: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('join' as const), fan, group: index(2), isApproved: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('approve' as const), fan, group: index(2) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('leave' as const), fan, group: index(2) }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('rejoin' as const), fan, group: index(2), isApproved: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('rules' as const), group: index(2), rules }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('filter' as const), selected: fc.array(race, { maxLength: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('delete' as const), race }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('move' as const), group: index(2), membersFirst: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('found' as const),
      group: index(2),
      selected: fc.array(race, { maxLength: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('sweep' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('rename' as const),
      fan,
      name: fc.constantFrom('Zoë', 'amy', 'Émile', '𝒜da'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('refresh' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

type TestGroup = Awaited<ReturnType<TippingScenario['group']>>

/** Runs an action and returns the database times before and after it. */
const runTimed = async <T>(run: () => Promise<T>): Promise<{ result: T; within: Window }> => {
  const from = await databaseTime(testDatabase.database)
  const result = await run()
  return { result, within: { from, to: await databaseTime(testDatabase.database) } }
}

const ignoreRefusal = (error: unknown) => {
  if (!(error instanceof Error && 'kind' in error)) throw error
}

/** The awards of a race that were in force after a scoring. */
type ScoredAwards = { raceId: number; revision: number; awards: StoredAward[] }

const inForceAt = (awards: StoredAward[], revision: number): StoredAward[] =>
  awards.filter(
    (award) => award.from_revision <= revision && (award.to_revision ?? Number.POSITIVE_INFINITY) > revision,
  )

const readScoredAwards = async (raceId: number): Promise<ScoredAwards[]> => {
  const race = await testDatabase.database('races').where({ race_id: raceId }).first('scored_revision')
  const awards = (await everyAward(testDatabase.database, raceId)).filter(({ to_revision }) => to_revision === null)
  return race?.scored_revision ? [{ raceId, revision: race.scored_revision, awards }] : []
}

const playSteps = async (steps: Step[], endsWithDeletion: boolean) => {
  const scenario = await createTippingScenario(testDatabase.database)
  const otherScenario = await createTippingScenario(testDatabase.database)
  const races: number[] = []
  const raceData: Parameters<typeof scenario.race>[0][] = []
  const reopenings = new Map<number, number>()
  const deleted = new Set<number>()
  for (const [category, sessionType] of [
    [SUPERCARS, 'practice'],
    [SUPERCARS, 'qualifying'],
    [SUPERCARS, 'race1'],
    [SUPER2, 'race1'],
    [SUPER2, 'race2'],
  ] as const) {
    const data = { category, sessionType, pointsAwarded: { first: 10, second: 5, third: 5 } }
    raceData.push(data)
    races.push(await scenario.race(data))
  }
  const cars = [await scenario.cars(CARS, SUPERCARS), await scenario.cars(CARS, SUPER2)]
  const fans: string[] = []
  for (let each = 0; each < FANS; each++) fans.push(await scenario.fan(`Fan${each % 3}`))
  const expectedOfGroups = expectedGroups()
  const scored: ScoredAwards[] = []
  const moments: Date[] = []
  const weekendOf = new Map<number, number>()
  const foundGroup = async (rules: Partial<ScopeRules>): Promise<TestGroup> => {
    const { result: group, within } = await runTimed(() => scenario.group(rules))
    weekendOf.set(group.groupId, scenario.weekendId)
    expectedOfGroups.founded(group, within, rules)
    expectedOfGroups.joined(group, ADMIN, (await runTimed(() => scenario.join(group, ADMIN))).within, true)
    return group
  }
  const groups = [await foundGroup({}), await foundGroup({ useCustomPoints: true })]

  const perform = async (action: Step): Promise<void> => {
    if ('race' in action && deleted.has(races[action.race]!)) return
    switch (action.does) {
      case 'tip': {
        const groupId = action.group === null ? undefined : groups[action.group]?.groupId
        const tipOptions = { category: CATEGORIES[action.category], ...(groupId === undefined ? {} : { groupId }) }
        return scenario.tip(fans[action.fan]!, cars[action.category]![action.car]!, tipOptions).catch(ignoreRefusal)
      }
      case 'close':
        return scenario.close(races[action.race]!)
      case 'attempt': {
        const [raceId, attempt] = [races[action.race]!, randomUUID()]
        await scenario.close(raceId, attempt)
        if (action.isStored === null) return
        return finalizeAttempt(testDatabase.database, { raceId, attempt, isStored: action.isStored })
      }
      case 'reopen': {
        const id = races[action.race]!
        if (await testDatabase.database('classifications').where({ race_id: id }).first()) return
        reopenings.set(id, (reopenings.get(id) ?? 0) + 1)
        return void (await scenario.race({ ...raceData[action.race], id, reopened: reopenings.get(id)! }))
      }
      case 'lock-at': {
        const raceId = races[action.race]!
        await scenario.lockAt(raceId, moments[action.moment % moments.length]!, action)
        return void (action.isScoredLater || scored.push(...(await readScoredAwards(raceId))))
      }
      case 'result': {
        const finished = action.finished.map((place) => cars[action.race < 3 ? 0 : 1]![place]!)
        const raceId = races[action.race]!
        if (action.isScoredLater) return void (await scenario.publish(raceId, finished))
        await scenario.result(raceId, finished)
        return void scored.push(...(await readScoredAwards(raceId)))
      }
      case 'join': {
        const [group, fan] = [groups[action.group]!, fans[action.fan]!]
        return expectedOfGroups.joined(
          group,
          fan,
          (await runTimed(() => scenario.join(group, fan, action.isApproved))).within,
          action.isApproved,
        )
      }
      case 'rejoin': {
        const [group, fan] = [groups[action.group]!, fans[action.fan]!]
        const { within } = await runTimed(() => scenario.rejoin(group, fan, action.isApproved))
        expectedOfGroups.left(group, fan, within)
        return expectedOfGroups.joined(group, fan, within, action.isApproved)
      }
      case 'approve': {
        const [group, fan] = [groups[action.group]!, fans[action.fan]!]
        return expectedOfGroups.approved(group, fan, (await runTimed(() => scenario.approve(group, fan))).within)
      }
      case 'leave': {
        const [group, fan] = [groups[action.group]!, fans[action.fan]!]
        return expectedOfGroups.left(group, fan, (await runTimed(() => scenario.leave(group, fan))).within)
      }
      case 'rules': {
        const { selected, hasPoints, ...switches } = action.rules
        const customPoints = hasPoints ? { 1: { first: 9, second: 8, third: 7 } } : {}
        const selectedRaceIds = selected.map((each) => races[each]!)
        const rules = { ...switches, customPoints, selectedRaceIds }
        const { within } = await runTimed(() => scenario.rules(groups[action.group]!, rules))
        return expectedOfGroups.ruled(groups[action.group]!, within, rules)
      }
      case 'filter':
        return scenario.filter(action.selected.map((each) => races[each]!))
      case 'delete': {
        const id = races[action.race]!
        if (await testDatabase.database('classifications').where({ race_id: id }).first()) return
        deleted.add(id)
        return void (await scenario.race({
          ...raceData[action.race],
          id,
          reopened: reopenings.get(id) ?? 0,
          deleted: true,
        }))
      }
      case 'move': {
        const group = groups[action.group]!
        const weekendId = weekendOf.get(group.groupId) ?? scenario.weekendId
        const hold = await holdGroup(testDatabase)({ params: group, request: { moveId: randomUUID(), weekendId } })
        if (hold.outcome !== 'held') return
        const to = weekendId === scenario.weekendId ? otherScenario.weekendId : scenario.weekendId
        weekendOf.set(group.groupId, to)
        return expectedOfGroups.moved(
          group,
          (await runTimed(() => scenario.move(group, to, action.membersFirst))).within,
        )
      }
      case 'found':
        // Continues with the new group; the one before stays as it is.
        groups[action.group] = await foundGroup({ selectedRaceIds: action.selected.map((each) => races[each]!) })
        return
      case 'sweep':
        return removeEndedGroups(testDatabase.database)
      case 'rename':
        return void (await scenario.rename(fans[action.fan]!, action.name))
      case 'refresh':
        return refreshBoards(testDatabase.database)
    }
  }
  for (const each of steps) {
    moments.push(await databaseTime(testDatabase.database))
    await perform(each)
  }
  if (endsWithDeletion) {
    await scenario.change(groups[1]!, { deleted: true })
    expectedOfGroups.deleted(groups[1]!)
    await scenario.rejoin(groups[1]!, fans[0]!)
  }
  for (const raceId of races) await scenario.score(raceId)
  await removeEndedGroups(testDatabase.database)
  await testDatabase.database('scopes').update({ refreshed_at: '-infinity' })
  await refreshBoards(testDatabase.database)
  return { weekends: [scenario.weekendId, otherScenario.weekendId], expectedOfGroups, fans, groups, scored }
}

/** The ledger lists the awards in force after each scoring for ever, except those of deleted groups. */
const compareHistory = async (scored: ScoredAwards[]) => {
  const scopes = new Set((await testDatabase.database('scopes').select('id')).map(({ id }) => id))
  const withoutEnd = ({ to_revision: _, ...award }: StoredAward) => award
  for (const { raceId, revision, awards } of scored)
    expect(inForceAt(await everyAward(testDatabase.database, raceId), revision).map(withoutEnd)).toEqual(
      awards.filter(({ scope_id }) => scopes.has(scope_id)).map(withoutEnd),
    )
}

test('replaying all results from nothing gives the same awards, totals, picks and positions', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }),
      fc.boolean(),
      async (steps, endsWithDeletion) => {
        const { weekends, expectedOfGroups, scored } = await playSteps(steps, endsWithDeletion)
        for (const weekendId of weekends) await compareWeekend(testDatabase.database, weekendId)
        await compareHistory(scored)
        expect(await expectedOfGroups.differences(testDatabase.database)).toEqual([])
      },
    ),
    { numRuns: 25, endOnFailure: true },
  )
}, 240_000)
