import { describe, expect, test } from 'vitest'
import { applyGroupPatch, detectGroupChanges } from './apply-group-patch.ts'
import { type GroupInWeekends, selectionOf } from './group.ts'

const group: GroupInWeekends = {
  id: 1,
  weekendId: 1,
  name: 'Pit Wall',
  description: '',
  isPrivate: false,
  weekends: [{ weekendId: 1, selectedRaceIds: [11] }],
  seasonId: null,
  seasonRules: null,
  hasSeasonStarted: false,
  autoApproveInvites: false,
  hidePointsUntilApproved: false,
  preventPointsUntilApproved: false,
  lockTipsAfterFirstEvent: false,
  useCustomPointSystem: true,
  customPointSystem: { 1: { first: 25, second: 18, third: 15 }, 2: { first: 3, second: 2, third: 1 } },
  creatorId: 'ada',
  inviteCode: 'code',
  memberCount: 1,
  pendingCount: 0,
  createdAt: new Date(0),
}
const categories = [
  { id: 1, name: 'Repco Supercars Championship', shortName: 'Supercars', aliases: ['V8'] },
  { id: 2, name: 'Boost Mobile TTSO', shortName: 'TTSO', aliases: [] },
]
const context = { raceIds: [12, 13], categories, hasLockedRace: false }
const points = { first: 30, second: 20, third: 10 }
const errorWith = (issue: object) => expect.objectContaining({ issues: [expect.objectContaining(issue)] })

describe('the selected races of a group', () => {
  test('keep the id of a deleted race, and contain each id once', () => {
    expect(selectionOf(applyGroupPatch(group, { selectedRaceIds: [12, 11, 12] }, context))).toEqual([11, 12])
  })
  test('are rejected if they belong to another weekend', () => {
    expect(() => applyGroupPatch(group, { selectedRaceIds: [12, 99] }, context)).toThrow(
      errorWith({ path: 'selectedRaceIds.1' }),
    )
  })
  test('are all races of the new weekend after a move, and races of the former one are rejected', () => {
    expect(selectionOf(applyGroupPatch(group, { weekendId: 2 }, context))).toEqual([])
    expect(() => applyGroupPatch(group, { weekendId: 2, selectedRaceIds: [11] }, context)).toThrow()
  })
})

describe('the points of a group', () => {
  test('accept any spelling of a category and are stored by its id', () => {
    const body = { customPointSystem: { ' v8 ': points, 2: points } }
    expect(applyGroupPatch(group, body, context).customPointSystem).toEqual({ 1: points, 2: points })
  })
  test('are rejected for an unknown category, with the nearest names', () => {
    expect(() => applyGroupPatch(group, { customPointSystem: { Supercart: points } }, context)).toThrow(
      /Nearest: Repco Supercars Championship/,
    )
  })
  test('are rejected if two spellings name one category', () => {
    expect(() => applyGroupPatch(group, { customPointSystem: { V8: points, Supercars: points } }, context)).toThrow(
      errorWith({ path: 'customPointSystem.Supercars' }),
    )
  })
})

describe('detectGroupChanges', () => {
  const changesFrom = (overrides: Partial<GroupInWeekends>) => detectGroupChanges(group, { ...group, ...overrides })

  test.each<Partial<GroupInWeekends>>([
    { weekends: [{ weekendId: 1, selectedRaceIds: [] }] },
    { seasonId: 3, seasonRules: { countBest: null, missedWeekend: 'zero', lateJoiners: 'none' } },
    { hidePointsUntilApproved: true },
    { preventPointsUntilApproved: true },
    { lockTipsAfterFirstEvent: true },
    { useCustomPointSystem: false },
    { customPointSystem: { 1: { first: 25, second: 18, third: 14 } } },
    { weekendId: 2 },
  ])('%o changes the rules', (overrides) => {
    expect(changesFrom(overrides)).toMatchObject({ rulesChanged: true, isChanged: true })
  })
  test.each<Partial<GroupInWeekends>>([
    { name: 'Pit Lane' },
    { description: 'Fans' },
    { isPrivate: true },
    { autoApproveInvites: true },
  ])('%o does not change the rules', (overrides) => {
    expect(changesFrom(overrides)).toMatchObject({
      isMoved: false,
      rulesChanged: false,
      changesMemberships: false,
      isChanged: true,
    })
  })
  test('reports a change of unused custom points, but not of the rules', () => {
    const unused = { ...group, useCustomPointSystem: false }
    const after = { ...unused, customPointSystem: { 1: points } }
    expect(detectGroupChanges(unused, after)).toMatchObject({ rulesChanged: false, isChanged: true })
    expect(detectGroupChanges(after, { ...after, useCustomPointSystem: true })).toMatchObject({ rulesChanged: true })
  })
  test('ignores the order of points', () => {
    const { 1: categoryPoints = points } = group.customPointSystem
    const customPointSystem = Object.fromEntries([
      ['2', { third: 1, second: 2, first: 3 }],
      ['1', categoryPoints],
    ])
    expect(changesFrom({ customPointSystem })).toMatchObject({ isMoved: false, rulesChanged: false, isChanged: false })
  })
})
