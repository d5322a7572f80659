import { describe, expect, test } from 'vitest'
import { matchesEtag, withOwnEntry } from './board-reply.ts'

const entry = (userId: string) => ({ userId })

describe('board replies', () => {
  test('withOwnEntry appends the caller’s own row when it is outside the page', () => {
    expect(withOwnEntry([entry('a')], entry('me'))).toEqual([entry('a'), entry('me')])
    expect(withOwnEntry([entry('me'), entry('b')], entry('me'))).toHaveLength(2)
    expect(withOwnEntry([entry('a')], null)).toHaveLength(1)
  })
  test('matchesEtag matches a tag in a list, weak or not', () => {
    expect(matchesEtag('"x", W/"y"', '"y"')).toBe(true)
    expect(matchesEtag('*', '"y"')).toBe(true)
    expect(matchesEtag('"x"', '"y"')).toBe(false)
    expect(matchesEtag(undefined, '"y"')).toBe(false)
  })
})
