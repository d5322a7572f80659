import { boardEntry as entry } from '@purple-sector/testing/replies'
import { describe, expect, test } from 'vitest'
import { pageTag } from './read-leaderboard.ts'

const board = { scopeId: 3, groupId: null }
const page = { limit: 100, offset: 0 }
const content = { version: 7, changedAt: null, total: 2, newcomers: 0, ownEntry: entry('me'), entries: [] }

describe('pageTag', () => {
  test('differs by version, total, page, own entry and rows', () => {
    const tag = pageTag(board, page, content)
    expect(pageTag(board, page, { ...content, ownEntry: entry('me') })).toBe(tag)
    expect(pageTag(board, page, { ...content, version: 8 })).not.toBe(tag)
    expect(pageTag(board, page, { ...content, total: 3 })).not.toBe(tag)
    expect(pageTag(board, { ...page, offset: 100 }, content)).not.toBe(tag)
    expect(pageTag(board, page, { ...content, ownEntry: entry('me', { totalPoints: 50 }) })).not.toBe(tag)
    expect(pageTag(board, page, { ...content, ownEntry: null })).not.toBe(tag)
    const moreTips = { ...content, entries: [entry('other', { tipsSubmitted: 2 })] }
    expect(pageTag(board, page, moreTips)).not.toBe(tag)
  })
})
