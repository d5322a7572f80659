import type { Entry } from '@purple-sector/contracts/tipping/http'
import type { BoardPage } from './leaderboard-queries.ts'

/** An entry for tests. */
export const anEntry = (userId: string, over: Partial<Entry> = {}): Entry => ({
  userId,
  position: 1,
  totalPoints: 0,
  tipsSubmitted: 1,
  username: userId,
  firstName: null,
  lastName: null,
  profileImageUrl: null,
  avatarConfig: null,
  positionChange: 0,
  picks: { first: 0, second: 0, third: 0 },
  tieBreak: null,
  ...over,
})

/** A page for tests: users with their points, best first. */
export const aPage = (version: number, points: Record<string, number>, over: Partial<BoardPage> = {}): BoardPage => {
  const entries = Object.entries(points).map(([userId, totalPoints], index) =>
    anEntry(userId, { totalPoints, position: index + 1 }),
  )
  return { version, total: entries.length, entries, own: null, ...over }
}
