import type { PollResult } from '@purple-sector/contracts/engagement/http'
import { expect, test } from 'vitest'
import { positionText } from '../../../ui/racing/position.tsx'
import { rankDrivers } from './poll-ranking.ts'

const result = (driverName: string, votes: number): PollResult => ({
  ...{ driverName, votes, percentage: 10, categoryId: 1, category: 'Supercars' },
})

test('marks ranks that several drivers share, as leaderboards do', () => {
  const results = [result('Ann', 3), result('Ben', 2), result('Cat', 2), result('Dan', 1)]
  const ranks = rankDrivers(results, [], null).map(({ rank, isShared }) => positionText(rank, { shared: isShared }))
  expect(ranks).toEqual(['1', '=2', '=2', '4'])
})
