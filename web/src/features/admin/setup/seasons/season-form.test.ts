import { seasonReply } from '@purple-sector/testing/replies'
import { expect, test } from 'vitest'
import { createBody, draftOf, emptySeason, patchBody, seasonErrors } from './season-form.ts'

test('creates a season whose rounds all count', () => {
  expect(createBody({ ...emptySeason(2027), name: 'Next' })).toEqual({
    name: 'Next',
    year: 2027,
    status: 'upcoming',
    countBest: null,
    missedWeekend: 'zero',
    jokers: 0,
  })
})

test('sends only what changed, with the reason', () => {
  const before = draftOf(seasonReply({ countBest: 9, jokers: 1 }))
  expect(patchBody(before, before)).toEqual({})
  expect(patchBody(before, { ...before, countBest: '', jokers: '2', reason: ' Agreed ' })).toEqual({
    countBest: null,
    jokers: 2,
    reason: 'Agreed',
  })
})

test.each([
  ['name', { name: ' ' }],
  ['year', { year: '1949' }],
  ['year', { year: 'next' }],
  ['countBest', { countBest: '0' }],
  ['countBest', { countBest: '51' }],
  ['countBest', { countBest: '2.5' }],
])('names an invalid %s', (field, changes) => {
  expect(Object.keys(seasonErrors({ ...emptySeason(2026), name: 'Season', ...changes }))).toEqual([field])
})

test('accepts the limits', () => {
  for (const countBest of ['', '1', '50'])
    expect(seasonErrors({ ...emptySeason(1950), name: 'Season', countBest })).toEqual({})
})
