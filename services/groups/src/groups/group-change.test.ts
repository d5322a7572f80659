import { describe, expect, test } from 'vitest'
import type { StoredGroup } from './group.ts'
import { changedGroup, differenceOf } from './group-change.ts'

const group: StoredGroup = {
  id: 1,
  weekendId: 1,
  name: 'Pit Wall',
  description: '',
  isPrivate: false,
  selectedRaceIds: [11],
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
const programme = { raceIds: [12, 13], categories }
const points = { first: 30, second: 20, third: 10 }
const refusal = (issue: object) => expect.objectContaining({ issues: [expect.objectContaining(issue)] })

describe('the selected races of a group', () => {
  test('keep the id of a deleted race, and have each id once', () => {
    expect(changedGroup(group, { selectedRaceIds: [12, 11, 12] }, programme).selectedRaceIds).toEqual([11, 12])
  })
  test('belong to its weekend', () => {
    expect(() => changedGroup(group, { selectedRaceIds: [12, 99] }, programme)).toThrow(
      refusal({ path: 'selectedRaceIds.1' }),
    )
  })
  test('are all races of a weekend that the group moves to, without those of the former one', () => {
    expect(changedGroup(group, { weekendId: 2 }, programme).selectedRaceIds).toEqual([])
    expect(() => changedGroup(group, { weekendId: 2, selectedRaceIds: [11] }, programme)).toThrow()
  })
})

describe('the points of a group', () => {
  test('accept any spelling of a category and are stored by its id', () => {
    const body = { customPointSystem: { ' v8 ': points, 2: points } }
    expect(changedGroup(group, body, programme).customPointSystem).toEqual({ 1: points, 2: points })
  })
  test('are rejected for an unknown category, with the nearest names', () => {
    expect(() => changedGroup(group, { customPointSystem: { Supercart: points } }, programme)).toThrow(
      /Nearest: Repco Supercars Championship/,
    )
  })
  test('are given once for a category', () => {
    expect(() => changedGroup(group, { customPointSystem: { V8: points, Supercars: points } }, programme)).toThrow(
      refusal({ path: 'customPointSystem.Supercars' }),
    )
  })
})

describe('the difference between two states of a group', () => {
  const differing = (over: Partial<StoredGroup>) => differenceOf(group, { ...group, ...over })

  test.each<Partial<StoredGroup>>([
    { selectedRaceIds: [] },
    { hidePointsUntilApproved: true },
    { preventPointsUntilApproved: true },
    { lockTipsAfterFirstEvent: true },
    { useCustomPointSystem: false },
    { customPointSystem: { 1: { first: 25, second: 18, third: 14 } } },
    { weekendId: 2 },
  ])('%o changes the rules', (over) => {
    expect(differing(over)).toMatchObject({ rulesChanged: true, isChanged: true })
  })
  test.each<Partial<StoredGroup>>([
    { name: 'Pit Lane' },
    { description: 'Fans' },
    { isPrivate: true },
    { autoApproveInvites: true },
  ])('%o does not change the rules', (over) => {
    expect(differing(over)).toEqual({ isMoved: false, rulesChanged: false, isChanged: true })
  })
  test('ignores points of its own that the group does not use', () => {
    const unused = { ...group, useCustomPointSystem: false }
    const after = { ...unused, customPointSystem: { 1: points } }
    expect(differenceOf(unused, after)).toMatchObject({ rulesChanged: false, isChanged: true })
    expect(differenceOf(after, { ...after, useCustomPointSystem: true })).toMatchObject({ rulesChanged: true })
  })
  test('ignores the order of points', () => {
    const { 1: one = points } = group.customPointSystem
    const customPointSystem = Object.fromEntries([
      ['2', { third: 1, second: 2, first: 3 }],
      ['1', one],
    ])
    expect(differing({ customPointSystem })).toEqual({ isMoved: false, rulesChanged: false, isChanged: false })
  })
})
