import { expect, test } from 'vitest'
import { bidiIsolate } from './bidi-isolate.ts'

test.each(['عمر 7', 'Omar عمر 12', 'דוד', 'ޑޭވް'])('isolates the right-to-left name %s', (name) => {
  expect(bidiIsolate(name)).toBe(`\u2068${name}\u2069`)
})

test.each(['Quinn 7', 'Žofie', '鈴木 5', 'Ольга', '🏁', ''])('leaves %j unchanged', (name) => {
  expect(bidiIsolate(name)).toBe(name)
})
