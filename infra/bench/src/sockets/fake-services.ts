import { createHash } from 'node:crypto'
import type { SessionIdentity } from '@purple-sector/contracts/identity/http'
import type { Entry, Rank } from '@purple-sector/contracts/tipping/http'
import { callsBy, notInstalled, type ServiceCalls } from '@purple-sector/service-kit/calls/rpc'
import { boardEntry, raceReply, weekendReply } from '@purple-sector/testing/replies'
import { sessionIdOf } from './fan-session.ts'

export const WEEKEND_ID = 1
const TOP = 20

const uuidOf = (number: number): string => `0190aaaa-aaaa-7aaa-aaaa-${String(number).padStart(12, '0')}`
export const userIdOf = (number: number): string => uuidOf(number)

const weekend = weekendReply({ id: WEEKEND_ID, status: 'live' })
const race = raceReply({ weekendId: WEEKEND_ID })

/** A fan's board entry with these points: all have the same, ordered by name. */
export const entryOf = (number: number, totalPoints: number): Entry =>
  boardEntry(userIdOf(number), {
    totalPoints,
    tipsSubmitted: 4,
    username: `fan${number}`,
    firstName: 'Fan',
    lastName: `No. ${number}`,
    picks: { first: 1, second: 0, third: 0 },
    tieBreak: 'shared',
  })

export const topOf = (points: number): Entry[] => Array.from({ length: TOP }, (_, index) => entryOf(index + 1, points))

export const ranksOf = (fans: number, points: number): Rank[] => [
  { points, firsts: 1, seconds: 0, thirds: 0, count: fans, position: 1 },
]

const sessionOf = (number: number, hash: string): SessionIdentity => ({
  hash,
  sessionId: uuidOf(number),
  userId: userIdOf(number),
  username: `fan${number}`,
  firstName: 'Fan',
  lastName: `No. ${number}`,
  isAdmin: false,
  theme: null,
  expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
})

/** Number of a gateway's requests for sessions, and of all other requests. */
export type RequestCounts = { sessions: number; otherRequests: number }

/** Points of every participant in a version of the board. */
export const pointsOf = (version: number): number => 50 + version

/**
 * Fake identity, weekends, tipping and chat for a gateway that only fans out; they reply from memory.
 * `version` returns that of the board.
 */
export const fakeServices = (
  fans: number,
  version: () => number,
): { calls: ServiceCalls; requestCounts: RequestCounts } => {
  const requestCounts: RequestCounts = { sessions: 0, otherRequests: 0 }
  const numbers = new Map<string, number>()
  for (let number = 1; number <= fans; number += 1)
    numbers.set(createHash('sha256').update(sessionIdOf(number)).digest('hex'), number)
  const sessions = (hashes: readonly string[]): SessionIdentity[] =>
    hashes.flatMap((hash) => {
      const number = numbers.get(hash)
      return number === undefined ? [] : [sessionOf(number, hash)]
    })
  const standings = (userIds: readonly string[]) =>
    userIds.map((userId) => ({
      userId,
      totalPoints: pointsOf(version()),
      firsts: 1,
      seconds: 0,
      thirds: 0,
      position: 1,
      positionChange: 0,
    }))
  const board = () => {
    const points = pointsOf(version())
    const scope = { weekendId: WEEKEND_ID, groupId: null }
    return { scope, version: version(), total: fans, entries: topOf(points), ranks: ranksOf(fans, points) }
  }
  const replyTo = (path: string, body: unknown): unknown => {
    const query = (body ?? {}) as { hashes?: string[]; userIds?: string[] }
    if (path === '/internal/sessions/resolve') return { sessions: sessions(query.hashes ?? []) }
    if (path === '/internal/categories') return []
    if (path.startsWith('/internal/weekends'))
      return [{ weekend: { ...weekend, sequence: 0 }, races: [{ ...race, sequence: 0 }] }]
    if (path.startsWith('/internal/leaderboards?')) return board()
    if (path.startsWith('/internal/rooms/weekend/'))
      return {
        weekendId: WEEKEND_ID,
        groupId: null,
        slowModeSeconds: 0,
        messageCount: 0,
        lastMessageId: 0,
        authors: [],
      }
    if (path === '/internal/leaderboards/standings')
      return { version: version(), standings: standings(query.userIds ?? []) }
    return undefined
  }
  const calls = callsBy({
    async call(_service, { path, body }) {
      requestCounts[path === '/internal/sessions/resolve' ? 'sessions' : 'otherRequests'] += 1
      const reply = replyTo(path, body)
      return reply === undefined ? notInstalled : { status: 200, body: reply }
    },
  })
  return { calls, requestCounts }
}
