import { openCompetition } from '@purple-sector/contracts/tipping/scope'
import { expect, test } from 'vitest'
import { leaderboardKey, leaderboardPath } from './leaderboard-keys.ts'

const group = { weekendId: 7, groupId: 12 }

test('reads each scope by its public path', () => {
  expect(leaderboardPath(openCompetition(7))).toBe('/api/weekends/7/leaderboard')
  expect(leaderboardPath(group)).toBe('/api/groups/12/leaderboard/7')
})

test('keys a page by scope, view and page, and all pages of a view by their prefix', () => {
  expect(leaderboardKey(group, 'official', 2)).toEqual(['leaderboard', 'group/12/weekend/7', 'official', 2])
  expect(leaderboardKey(openCompetition(7), 'projected')).toEqual(['leaderboard', 'open/weekend/7', 'projected'])
})
