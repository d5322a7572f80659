import { boardEntry as entry } from '@purple-sector/testing/replies'
import { describe, expect, test } from 'vitest'
import { pageTag } from './board-page.ts'

const board = { scopeId: 3, groupId: null }
const page = { limit: 100, offset: 0 }
const content = { version: 7, changedAt: null, total: 2, newcomers: 0, own: entry('me'), entries: [] }

describe('pageTag', () => {
  test('differs by board, version, page and own row', () => {
    const tag = pageTag(board, page, content)
    expect(pageTag(board, page, { ...content, own: entry('me') })).toBe(tag)
    expect(pageTag(board, page, { ...content, version: 8 })).not.toBe(tag)
    expect(pageTag(board, page, { ...content, newcomers: 1 })).not.toBe(tag)
    expect(pageTag(board, { ...page, offset: 100 }, content)).not.toBe(tag)
    expect(pageTag(board, page, { ...content, own: entry('me', { totalPoints: 50 }) })).not.toBe(tag)
    expect(pageTag(board, page, { ...content, own: null })).not.toBe(tag)
  })
})
