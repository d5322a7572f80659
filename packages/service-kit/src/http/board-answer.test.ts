import { describe, expect, test } from 'vitest'
import { namesTag, withOwn } from './board-answer.ts'

const entry = (userId: string) => ({ userId })

describe('a page of a board', () => {
  test('ends with the own row of the caller when it is outside', () => {
    expect(withOwn([entry('a')], entry('me'))).toEqual([entry('a'), entry('me')])
    expect(withOwn([entry('me'), entry('b')], entry('me'))).toHaveLength(2)
    expect(withOwn([entry('a')], null)).toHaveLength(1)
  })
  test('is known by a tag in a list, weak or not', () => {
    expect(namesTag('"x", W/"y"', '"y"')).toBe(true)
    expect(namesTag('*', '"y"')).toBe(true)
    expect(namesTag('"x"', '"y"')).toBe(false)
    expect(namesTag(undefined, '"y"')).toBe(false)
  })
})
