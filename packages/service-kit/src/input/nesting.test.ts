import { describe, expect, test } from 'vitest'
import { isNestedTooDeep } from './nesting.ts'

const nested = (levels: number, inside = '') => `${'['.repeat(levels)}${inside}${']'.repeat(levels)}`

describe('isNestedTooDeep', () => {
  test('detects nested lists, objects and both', () => {
    expect(isNestedTooDeep(nested(32))).toBe(false)
    expect(isNestedTooDeep(nested(33))).toBe(true)
    expect(isNestedTooDeep(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`)).toBe(true)
    expect(isNestedTooDeep('[{"a":'.repeat(17))).toBe(true)
  })
  test('accepts many lists side by side', () => {
    expect(isNestedTooDeep(`[${Array.from({ length: 1_000 }, () => nested(3)).join(',')}]`)).toBe(false)
  })
  test('ignores brackets in text', () => {
    const body = { text: `a "quote", a \\ and ${'['.repeat(99)}`, ['{'.repeat(99)]: 1 }
    expect(isNestedTooDeep(JSON.stringify(body))).toBe(false)
    expect(isNestedTooDeep(`["\\\\",${nested(32)}]`)).toBe(true)
    expect(isNestedTooDeep(`["${'['.repeat(99)}`)).toBe(false)
  })
})
