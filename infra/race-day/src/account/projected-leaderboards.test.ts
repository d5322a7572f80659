import { expect, test } from 'vitest'
import { differencesInWords } from '../comparison/differences.ts'
import type { ProvisionalReply } from '../fans/replies.ts'
import { type ExpectedRace, expectedBoard } from './expected-board.ts'
import { compareProjected, type ExpectedProjectedLeaderboard } from './projected-leaderboards.ts'

const race: ExpectedRace = {
  ...{ raceId: 1, category: 'Utes', canCount: true, counts: true, everCounted: true, deadline: 10 },
  ...{ points: { first: 50, second: 25, third: 15 }, classification: null },
}
const tips = (carId: number) => [{ category: 'Utes', carId, submittedAt: 1 }]
const fans = [7, 5].map((carId) => ({ userId: `fan-${carId}`, displayName: `fan-${carId}`, tips: tips(carId) }))
const order = [5, 7].map((carId, index) => ({ carId, position: index + 1, status: 'classified' }))
const before = expectedBoard([race], fans)
const after = expectedBoard([{ ...race, classification: order }], fans)
const board: ExpectedProjectedLeaderboard = {
  ...{ groupId: null, name: 'open', counts: true, before, after, ranked: after, visibleRows: after },
}
const actual: ProvisionalReply[] = after.map((row) => ({
  ...{ username: row.displayName, firstName: null, lastName: null, profileImageUrl: null, avatarConfig: null },
  ...{ userId: row.userId, position: row.position, totalPoints: row.totalPoints, tipsSubmitted: row.tipsSubmitted },
  ...{ picks: row.picks, positionChange: 0, tieBreak: null, gain: row.totalPoints },
}))

test('projects the board in force with the points of the running race', () => {
  expect(after.map(({ userId, totalPoints }) => [userId, totalPoints])).toEqual([
    ['fan-5', 50],
    ['fan-7', 25],
  ])
  expect(compareProjected('open', board, board.visibleRows, actual)).toEqual([])
})

test('reports a wrong total and a missing gain in words', () => {
  const [leader, ...restOfRows] = actual
  const wrong = [{ ...leader!, totalPoints: 51, gain: null }, ...restOfRows]
  const words = differencesInWords(compareProjected('open', board, board.visibleRows, wrong))
  expect(words).toContain('open, row 1 (fan-5): totalPoints should be 50, but is 51')
  expect(words).toContain('open, fan-5: gain should be 50, but is null')
})
