import { expect, test } from 'vitest'
import { isolated } from './isolated.ts'

test.each(['عمر 7', 'Omar عمر 12', 'דוד', 'ޑޭވް'])('isolates the right-to-left name %s', (name) => {
  expect(isolated(name)).toBe(`\u2068${name}\u2069`)
})

test.each(['Quinn 7', 'Žofie', '鈴木 5', 'Ольга', '🏁', ''])('leaves %j unchanged', (name) => {
  expect(isolated(name)).toBe(name)
})
