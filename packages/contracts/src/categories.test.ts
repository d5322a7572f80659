import { expect, test } from 'vitest'
import { categoryNamed } from './categories.ts'
import { categoryInput } from './category-schema.ts'

test('a category is meant by its name and by its labels, in any case', () => {
  expect(categoryNamed(' repco SUPERCARS championship ')).toBe('Repco Supercars Championship')
  expect(categoryNamed('Toyota GR Cup')).toBe('TOYOTA GAZOO Racing Australia GR CUP')
})

test.each(['Formula 1', '', 'constructor', '__proto__'])('no category is meant by “%s”', (spelling) => {
  expect(categoryNamed(spelling)).toBeUndefined()
  expect(categoryInput.safeParse(spelling).success).toBe(false)
})
