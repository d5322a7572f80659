import { expect, test } from 'vitest'
import { violationsOf } from './check-names.ts'

test('reports a coined word inside an identifier, with the standard term', () => {
  expect(violationsOf('packages/x/src/a.ts', 'const ok = 1\nexport const lastToldAt = ok\n')).toEqual([
    'packages/x/src/a.ts:2: "lastToldAt" contains the coined word "told": use published, notified',
  ])
})

test('reports a coined word in a file name', () => {
  const file = 'packages/x/src/tell-boards.ts'
  expect(violationsOf(file, '')).toEqual([
    `${file}: the path "${file}" contains the coined word "tell": use publish, notify, report`,
  ])
})

test('accepts words that only contain the letters of a coined one', () => {
  expect(violationsOf('packages/x/src/satellite.ts', 'export const intelligible = "told"\n')).toEqual([])
})
