import { expect, test } from 'vitest'
import { readSoakOptions } from './options.ts'

test('a soak is an hour with 500 fans in one process by default', () => {
  expect(readSoakOptions([])).toEqual({ minutes: 60, fans: 500, way: 'embedded', every: 10, draw: undefined })
  expect(readSoakOptions(['--minutes', '5', '--way', 'distributed'])).toMatchObject({ minutes: 5, way: 'distributed' })
})

test.each([
  [['--minutes', '1'], '--minutes takes a number from 2 on'],
  [['--minutes', 'an hour'], '--minutes takes a number from 2 on'],
  [['--fans', '2.5'], '--fans takes a whole number'],
  [['--way', 'sideways'], '--way is embedded or distributed'],
])('%j is rejected with a message', (words, message) => {
  expect(() => readSoakOptions(words)).toThrow(message)
})
