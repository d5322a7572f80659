import { FOUNDING_CATEGORIES } from '@purple-sector/contracts/categories'
import { groupReply, raceReply } from '@purple-sector/testing/replies'
import { describe, expect, test } from 'vitest'
import {
  changesRules,
  createBody,
  draftOf,
  emptyGroup,
  type GroupDraft,
  groupErrors,
  isOutOfRange,
  patchBody,
  pointsOfCell,
  withRaces,
  withWeekend,
} from './group-form.ts'
import { PRESETS, presetPoints } from './presets.ts'
import { byTrack, foldedCategories, foldedNames } from './race-choice.ts'

const filled = (overrides: Partial<GroupDraft> = {}): GroupDraft => ({
  ...emptyGroup(1),
  name: 'Grandstand C',
  ...overrides,
})
const races = [
  raceReply({ id: 1 }),
  raceReply({ id: 2, name: 'Race 2' }),
  raceReply({ id: 3, category: 'Dunlop Super2 Series' }),
]
const standard = { first: 25, second: 18, third: 15 }

describe('a group form is invalid', () => {
  test('rejects a form without a name or with a name of more than 50 characters', () => {
    expect(groupErrors(filled({ name: ' ' }))).toEqual({ name: 'Group name is required' })
    expect(groupErrors(filled({ name: 'x'.repeat(51) }))).toEqual({ name: 'Group name must be under 50 characters' })
    expect(groupErrors(filled({ name: 'x'.repeat(50) }))).toEqual({})
  })
  test('rejects a description of more than 200 characters', () => {
    expect(groupErrors(filled({ description: 'x'.repeat(201) }))).toEqual({
      description: 'Description must be under 200 characters',
    })
    expect(groupErrors(filled({ description: 'x'.repeat(200) }))).toEqual({})
  })
  test('rejects a form without a weekend', () => {
    expect(groupErrors(filled({ weekendId: 0 }))).toEqual({ weekendId: 'Please select a race weekend' })
  })
  test('rejects typed points outside 1 to 100, unless custom points are off', () => {
    const wrong = filled({ useCustomPointSystem: true, customPointSystem: { 1: { ...standard, first: '101' } } })
    expect(groupErrors(wrong)).toEqual({ customPointSystem: 'Points are whole numbers from 1 to 100' })
    expect(groupErrors({ ...wrong, useCustomPointSystem: false })).toEqual({})
    expect(createBody({ ...wrong, useCustomPointSystem: false }).customPointSystem).toEqual({ 1: standard })
  })
})

describe('points of a group form', () => {
  test('replaces points that are not a number by 25, 18 and 15', () => {
    expect([pointsOfCell('', 'first'), pointsOfCell('abc', 'second'), pointsOfCell(' ', 'third')]).toEqual([25, 18, 15])
    expect(isOutOfRange('', 'first')).toBe(false)
  })
  test('accepts points up to 300 from a preset but only whole numbers from 1 to 100 when typed', () => {
    expect(isOutOfRange(300, 'first')).toBe(false)
    for (const typed of ['0', '101', '-3', '2.5']) expect(isOutOfRange(typed, 'first')).toBe(true)
    for (const typed of ['1', '100']) expect(isOutOfRange(typed, 'first')).toBe(false)
  })
  test('starts a new category with the standard points and removes them with it', () => {
    const withBoth = withRaces(filled(), [1, 3], races)
    expect(withBoth.customPointSystem).toEqual({ 1: standard, 3: standard })
    const changedDraft = {
      ...withBoth,
      customPointSystem: { ...withBoth.customPointSystem, 1: { ...standard, first: '60' } },
    }
    expect(withRaces(changedDraft, [1, 2], races).customPointSystem).toEqual({ 1: { ...standard, first: '60' } })
    expect(withRaces(changedDraft, [], races).customPointSystem).toEqual({})
  })
  test('returns points of a preset for the main category, the named ones and all other categories', () => {
    const endurance = PRESETS[3]
    if (!endurance) throw new Error('There are four presets')
    const firstPoints = FOUNDING_CATEGORIES.map((category) => presetPoints(endurance, category).first)
    expect(firstPoints).toEqual([300, 80, 150, 70, 80, 80, 100, 80])
    expect(presetPoints(endurance, { id: 77, isMain: true }).first).toBe(300)
  })
})

describe('the request body of a group form', () => {
  test('trims the texts of the request and sends points as numbers', () => {
    const draft = filled({ name: '  Grandstand C ', customPointSystem: { 1: { first: '60', second: '', third: 39 } } })
    expect(createBody(draft)).toMatchObject({
      name: 'Grandstand C',
      customPointSystem: { 1: { first: 60, second: 18, third: 39 } },
    })
  })
  test('contains only the changes of an edit', () => {
    const group = groupReply({ selectedRaceIds: [2, 1], customPointSystem: { 'Dunlop Super2 Series': standard } })
    const before = draftOf(group, FOUNDING_CATEGORIES)
    expect(before.customPointSystem).toEqual({ 3: standard })
    expect(patchBody(before, { ...before, selectedRaceIds: [1, 2] })).toEqual({})
    const renamed = patchBody(before, { ...before, name: 'Pundits' })
    expect(renamed).toEqual({ name: 'Pundits' })
    expect(changesRules(renamed)).toBe(false)
    expect(changesRules(patchBody(before, { ...before, hidePointsUntilApproved: true }))).toBe(true)
  })
  test('contains the races when the weekend changes', () => {
    const before = draftOf(groupReply({ selectedRaceIds: [] }), FOUNDING_CATEGORIES)
    expect(patchBody(before, withWeekend(before, 2))).toEqual({ weekendId: 2, selectedRaceIds: [] })
  })
})

describe('races to choose', () => {
  const raceAt = (id: number, track: string, category: string, scheduledStart: string | null) =>
    raceReply({ id, track, category, scheduledStart })
  const [supercars = '', ttso = '', super2 = '', heritage = '', porsche = ''] = FOUNDING_CATEGORIES.map(
    ({ name }) => name,
  )
  test('sorts races by track, category and time, races without a time last', () => {
    const tracks = byTrack(
      [
        raceAt(1, 'Short', ttso, '2026-11-21T05:00:00.000Z'),
        raceAt(2, 'Street', supercars, null),
        raceAt(3, 'Street', super2, '2026-11-21T02:00:00.000Z'),
        raceAt(4, 'Street', supercars, '2026-11-21T03:00:00.000Z'),
      ],
      FOUNDING_CATEGORIES,
    )
    expect(
      tracks.map(({ name, categories }) => [name, ...categories.map(({ items }) => items.map(({ id }) => id))]),
    ).toEqual([
      ['Street', [4, 2], [3]],
      ['Short', [1]],
    ])
  })
  test('collapses categories when there are many, except selected ones', () => {
    const [track] = byTrack(
      [supercars, ttso, super2, heritage, porsche].map((category, index) => raceAt(index, 'Street', category, null)),
      FOUNDING_CATEGORIES,
    )
    if (!track) throw new Error('There is a track')
    expect(foldedNames(foldedCategories(track, []))).toBe('Heritage Touring Cars and Porsche Carrera Cup Australia')
    expect(foldedCategories(track, [3])).toEqual([])
  })
})
