import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { timingKeys } from './timing-keys.ts'

const KEY = 'pit wall, lap eight'
const keyOf = timingKeys(['another key of a feed', KEY.replaceAll(' ', '-')])

test('accepts each of the keys, whatever the case of the scheme', () => {
  const name = keyOf('Bearer pit-wall,-lap-eight')
  expect(name).toMatch(/^[0-9a-f]{16}$/)
  expect(keyOf('bearer pit-wall,-lap-eight')).toBe(name)
  expect(keyOf('Bearer another key of a feed')).toBeUndefined()
})

test.each([
  [undefined],
  [''],
  ['Bearer '],
  ['Bearer pit-wall,-lap-eigh'],
  ['Basic pit-wall,-lap-eight'],
  ['pit-wall,-lap-eight'],
])('rejects %s', (authorization) => {
  expect(keyOf(authorization)).toBeUndefined()
  expect(timingKeys([])(authorization)).toBeUndefined()
})

test('reads comma-separated keys of at least 16 characters, or none', () => {
  expect(readConfig({}).timingKeys).toEqual([])
  expect(readConfig({ TIMING_KEYS: ' 0123456789abcdef, 0123456789abcdeg,' }).timingKeys).toHaveLength(2)
  expect(() => readConfig({ TIMING_KEYS: 'short' })).toThrow(/TIMING_KEYS: must be keys of at least 16 characters/)
})
