import type { ServerFrame } from '@purple-sector/contracts/realtime'
import type { Entry } from '@purple-sector/contracts/tipping/http'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { leaderboardLive, patchBoard } from './leaderboard-live.ts'
import { type BoardPage, boardPageQuery } from './leaderboard-queries.ts'

const entry = (userId: string, totalPoints: number): Entry => ({
  userId,
  position: 1,
  totalPoints,
  tipsSubmitted: 1,
  username: userId,
  firstName: null,
  lastName: null,
  profileImageUrl: null,
  avatarConfig: null,
  positionChange: 0,
  picks: { first: 0, second: 0, third: 0 },
  tieBreak: null,
})
const board: BoardPage = { version: 3, total: 3, entries: [entry('a', 9), entry('b', 5), entry('c', 1)], own: null }
const update = (version: number, entries: Entry[]): ServerFrame => ({
  type: 'leaderboard_update',
  data: { weekendId: 1, groupId: null, version, entries, total: 3 },
  epoch: 'e',
})

describe('a board update', () => {
  test('takes the place of the first rows and keeps the others once', () => {
    const patched = patchBoard(board, {
      weekendId: 1,
      groupId: null,
      version: 4,
      total: 3,
      entries: [entry('c', 20), entry('a', 9)],
    })
    expect(patched.entries.map(({ userId }) => userId)).toEqual(['c', 'a'])
    expect(patched.version).toBe(4)
  })
  test('an older version is ignored', () => {
    expect(patchBoard(board, { weekendId: 1, groupId: null, version: 3, total: 3, entries: [] })).toBe(board)
  })
  test('reaches the cache of its own weekend only', () => {
    const client = new QueryClient()
    client.setQueryData(boardPageQuery(1).queryKey, board)
    client.setQueryData(boardPageQuery(2).queryKey, board)
    leaderboardLive(client, update(9, [entry('c', 50)]))
    expect(client.getQueryData(boardPageQuery(1).queryKey)?.entries[0]?.userId).toBe('c')
    expect(client.getQueryData(boardPageQuery(2).queryKey)).toBe(board)
  })
})
