import { boardEntry } from '@purple-sector/testing/replies'
import type { BoardPage } from './leaderboard-keys.ts'

/** Returns a page of users with their points, best first. */
export const aPage = (
  version: number,
  points: Record<string, number>,
  overrides: Partial<BoardPage> = {},
): BoardPage => {
  const entries = Object.entries(points).map(([userId, totalPoints], index) =>
    boardEntry(userId, { totalPoints, position: index + 1 }),
  )
  return { version, total: entries.length, entries, ownEntry: null, ...overrides }
}
