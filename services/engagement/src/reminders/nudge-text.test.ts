import { expect, test } from 'vitest'
import { nudgeText } from './nudge-text.ts'

const nudge = { group: 'Pit Wall', weekend: 'Bathurst 1000', timeZone: 'Australia/Sydney' }
const supercars = { categoryId: 1, category: 'Supercars', deadline: '2026-10-11T01:13:00.000Z' }
const super2 = { categoryId: 3, category: 'Super2', deadline: '2026-10-10T22:03:00.000Z' }
const utes = { categoryId: 7, category: 'Utes', deadline: null }

test('names the group, the categories, and when tips close on the clock of the track', () => {
  expect(nudgeText(nudge, [supercars])).toEqual({
    title: 'Pit Wall is waiting for your tips',
    message: 'You haven’t tipped Supercars at Bathurst 1000 yet. Tips close Sun 11 Oct, 12:13 pm AEDT.',
  })
})

test('says which time comes first of several categories', () => {
  expect(nudgeText(nudge, [supercars, super2, utes]).message).toBe(
    'You haven’t tipped Supercars, Super2 or Utes at Bathurst 1000 yet. The first closes Sun 11 Oct, 9:03 am AEDT.',
  )
})

test('leaves out the time where none is known', () => {
  expect(nudgeText(nudge, [utes]).message).toBe('You haven’t tipped Utes at Bathurst 1000 yet.')
})

test('isolates names that are written from right to left', () => {
  const { title } = nudgeText({ ...nudge, group: 'קבוצה' }, [utes])
  expect(title).toBe('\u2068קבוצה\u2069 is waiting for your tips')
})
