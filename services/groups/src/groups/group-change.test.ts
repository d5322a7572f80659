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

describe('the sessions of a group', () => {
  test('keep the id of one that was deleted, and are kept once', () => {
    expect(changedGroup(group, { selectedRaceIds: [12, 11, 12] }, programme).selectedRaceIds).toEqual([11, 12])
  })
  test('are of its weekend', () => {
    expect(() => changedGroup(group, { selectedRaceIds: [12, 99] }, programme)).toThrow(
      refusal({ path: 'selectedRaceIds.1' }),
    )
  })
  test('are all of another weekend it goes to, and those of the old one stay behind', () => {
    expect(changedGroup(group, { weekendId: 2 }, programme).selectedRaceIds).toEqual([])
    expect(() => changedGroup(group, { weekendId: 2, selectedRaceIds: [11] }, programme)).toThrow()
  })
})

describe('the points of a group', () => {
  test('are said by any spelling of a category and kept by its id', () => {
    const body = { customPointSystem: { ' v8 ': points, 2: points } }
    expect(changedGroup(group, body, programme).customPointSystem).toEqual({ 1: points, 2: points })
  })
  test('of a category nobody knows are refused with the nearest', () => {
    expect(() => changedGroup(group, { customPointSystem: { Supercart: points } }, programme)).toThrow(
      /Nearest: Repco Supercars Championship/,
    )
  })
  test('are said once for a category', () => {
    expect(() => changedGroup(group, { customPointSystem: { V8: points, Supercars: points } }, programme)).toThrow(
      refusal({ path: 'customPointSystem.Supercars' }),
    )
  })
})

describe('what has changed', () => {
  const differing = (over: Partial<StoredGroup>) => differenceOf(group, { ...group, ...over })

  test.each<Partial<StoredGroup>>([
    { selectedRaceIds: [] },
    { hidePointsUntilApproved: true },
    { preventPointsUntilApproved: true },
    { lockTipsAfterFirstEvent: true },
    { useCustomPointSystem: false },
    { customPointSystem: { 1: { first: 25, second: 18, third: 14 } } },
    { weekendId: 2 },
  ])('%o are other rules', (over) => {
    expect(differing(over)).toMatchObject({ rulesChanged: true, isChanged: true })
  })
  test.each<Partial<StoredGroup>>([
    { name: 'Pit Lane' },
    { description: 'Fans' },
    { isPrivate: true },
    { autoApproveInvites: true },
  ])('%o are not', (over) => {
    expect(differing(over)).toEqual({ isMoved: false, rulesChanged: false, isChanged: true })
  })
  test('points of its own that a group does not use are no rules yet', () => {
    const unused = { ...group, useCustomPointSystem: false }
    const after = { ...unused, customPointSystem: { 1: points } }
    expect(differenceOf(unused, after)).toMatchObject({ rulesChanged: false, isChanged: true })
    expect(differenceOf(after, { ...after, useCustomPointSystem: true })).toMatchObject({ rulesChanged: true })
  })
  test('the same in another order is no change', () => {
    const { 1: one = points } = group.customPointSystem
    const customPointSystem = Object.fromEntries([
      ['2', { third: 1, second: 2, first: 3 }],
      ['1', one],
    ])
    expect(differing({ customPointSystem })).toEqual({ isMoved: false, rulesChanged: false, isChanged: false })
  })
})
