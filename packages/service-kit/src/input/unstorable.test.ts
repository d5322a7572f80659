import { expect, test } from 'vitest'
import { findUnstorable } from './unstorable.ts'

test('finds nothing in a storable body', () => {
  expect(findUnstorable({ name: 'Ünï 😀', list: [1, null, true, { note: '' }] })).toBeUndefined()
  expect(findUnstorable(undefined)).toBeUndefined()
})

test.each([
  ['a NUL', 'a\u0000b'],
  ['half a character', 'a\ud800b'],
])('finds %s by its path', (_description, text) => {
  expect(findUnstorable({ rows: [{ note: 'fine' }, { note: text }] })?.path).toBe('rows.1.note')
  expect(findUnstorable(text)?.path).toBe('body')
})

test('searches a deeply nested body', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(50_000)}"\\u0000"${'}'.repeat(50_000)}`)
  expect(findUnstorable(deep)?.path).toMatch(/^a\.a\.a/)
})
