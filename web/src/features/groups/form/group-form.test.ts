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

const filled = (over: Partial<GroupDraft> = {}): GroupDraft => ({ ...emptyGroup(1), name: 'Grandstand C', ...over })
const races = [
  raceReply({ id: 1 }),
  raceReply({ id: 2, name: 'Race 2' }),
  raceReply({ id: 3, category: 'Dunlop Super2 Series' }),
]
const standard = { first: 25, second: 18, third: 15 }

describe('a group form is invalid', () => {
  test('without a name or with a name of more than 50 characters', () => {
    expect(groupErrors(filled({ name: ' ' }))).toEqual({ name: 'Group name is required' })
    expect(groupErrors(filled({ name: 'x'.repeat(51) }))).toEqual({ name: 'Group name must be under 50 characters' })
    expect(groupErrors(filled({ name: 'x'.repeat(50) }))).toEqual({})
  })
  test('with a description of more than 200 characters', () => {
    expect(groupErrors(filled({ description: 'x'.repeat(201) }))).toEqual({
      description: 'Description must be under 200 characters',
    })
    expect(groupErrors(filled({ description: 'x'.repeat(200) }))).toEqual({})
  })
  test('without a weekend', () => {
    expect(groupErrors(filled({ weekendId: 0 }))).toEqual({ weekendId: 'Please select a race weekend' })
  })
  test('with typed points outside 1 to 100, unless custom points are off', () => {
    const wrong = filled({ useCustomPointSystem: true, customPointSystem: { 1: { ...standard, first: '101' } } })
    expect(groupErrors(wrong)).toEqual({ customPointSystem: 'Points are whole numbers from 1 to 100' })
    expect(groupErrors({ ...wrong, useCustomPointSystem: false })).toEqual({})
    expect(createBody({ ...wrong, useCustomPointSystem: false }).customPointSystem).toEqual({ 1: standard })
  })
})

describe('points of a group form', () => {
  test('fall back to 25, 18 and 15 when the input is not a number', () => {
    expect([pointsOfCell('', 'first'), pointsOfCell('abc', 'second'), pointsOfCell(' ', 'third')]).toEqual([25, 18, 15])
    expect(isOutOfRange('', 'first')).toBe(false)
  })
  test('may be 300 from a preset but only whole numbers from 1 to 100 when typed', () => {
    expect(isOutOfRange(300, 'first')).toBe(false)
    for (const typed of ['0', '101', '-3', '2.5']) expect(isOutOfRange(typed, 'first')).toBe(true)
    for (const typed of ['1', '100']) expect(isOutOfRange(typed, 'first')).toBe(false)
  })
  test('start at the standard for a new category and are dropped with it', () => {
    const both = withRaces(filled(), [1, 3], races)
    expect(both.customPointSystem).toEqual({ 1: standard, 3: standard })
    const changed = { ...both, customPointSystem: { ...both.customPointSystem, 1: { ...standard, first: '60' } } }
    expect(withRaces(changed, [1, 2], races).customPointSystem).toEqual({ 1: { ...standard, first: '60' } })
    expect(withRaces(changed, [], races).customPointSystem).toEqual({})
  })
  test('of a preset cover the main category, the named ones and the others', () => {
    const endurance = PRESETS[3]
    if (!endurance) throw new Error('There are four presets')
    const given = FOUNDING_CATEGORIES.map((category) => presetPoints(endurance, category).first)
    expect(given).toEqual([300, 80, 150, 70, 80, 80, 100, 80])
    expect(presetPoints(endurance, { id: 77, isMain: true }).first).toBe(300)
  })
})

describe('the request body of a group form', () => {
  test('is trimmed, with points as numbers', () => {
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
  const at = (id: number, track: string, category: string, scheduledStart: string | null) =>
    raceReply({ id, track, category, scheduledStart })
  const [supercars = '', ttso = '', super2 = '', heritage = '', porsche = ''] = FOUNDING_CATEGORIES.map(
    ({ name }) => name,
  )
  test('are sorted by track, category and time, those without a time last', () => {
    const tracks = byTrack(
      [
        at(1, 'Short', ttso, '2026-11-21T05:00:00.000Z'),
        at(2, 'Street', supercars, null),
        at(3, 'Street', super2, '2026-11-21T02:00:00.000Z'),
        at(4, 'Street', supercars, '2026-11-21T03:00:00.000Z'),
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
  test('collapse when there are many categories, except selected ones', () => {
    const [track] = byTrack(
      [supercars, ttso, super2, heritage, porsche].map((category, index) => at(index, 'Street', category, null)),
      FOUNDING_CATEGORIES,
    )
    if (!track) throw new Error('There is a track')
    expect(foldedNames(foldedCategories(track, []))).toBe('Heritage Touring Cars and Porsche Carrera Cup Australia')
    expect(foldedCategories(track, [3])).toEqual([])
  })
})
