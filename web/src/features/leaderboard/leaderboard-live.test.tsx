import type { ServerFrame } from '@purple-sector/contracts/realtime'
import type { Entry } from '@purple-sector/contracts/tipping/http'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { announcementOf, applyFrame, patchBoard } from './leaderboard-live.ts'
import { type Board, boardKey } from './leaderboard-queries.ts'

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
const board: Board = { version: 3, total: 3, entries: [entry('a', 9), entry('b', 5), entry('c', 1)] }
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
    client.setQueryData(boardKey(1), board)
    client.setQueryData(boardKey(2), board)
    applyFrame(client, update(9, [entry('c', 50)]))
    expect(client.getQueryData<Board>(boardKey(1))?.entries[0]?.userId).toBe('c')
    expect(client.getQueryData<Board>(boardKey(2))).toBe(board)
  })
})

describe('what the fan is told', () => {
  const race = { id: 1, name: 'Race 2', category: 'Repco Supercars Championship', weekendId: 1 } as const
  test('a finished race', () => {
    expect(announcementOf({ type: 'race_completed', data: { race, revision: 1 }, epoch: 'e' })).toBe(
      'Race 2 has finished!',
    )
  })
  test('a corrected result, and why', () => {
    const frame: ServerFrame = {
      type: 'result_corrected',
      data: { race, revision: 2, status: 'amended', reason: 'Car 7 disqualified' },
      epoch: 'e',
    }
    expect(announcementOf(frame)).toBe('The result of Race 2 was corrected: Car 7 disqualified')
  })
})
