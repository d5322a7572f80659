import type { Entry } from '@purple-sector/contracts/tipping/http'
import {
  isSeasonScope,
  isWeekendScope,
  openCompetition,
  openSeason,
  type Scope,
  scopeKey,
} from '@purple-sector/contracts/tipping/scope'
import { boardEntry } from '@purple-sector/testing/replies'
import { beforeEach, describe, expect, test } from 'vitest'
import { parsePageRequest, scopeOfSeason, scopeOfWeekend } from './cached-reads.ts'
import { createLeaderboardReads } from './leaderboard-reads.ts'

let now = 0
let board = { version: 1, entries: [boardEntry('ann'), boardEntry('bob'), boardEntry('cem')] }
let requests: string[] = []

const source = {
  async page(scope: Scope, { limit, offset }: { limit: number; offset: number }) {
    requests.push(`page ${scopeKey(scope)} ${limit} ${offset}`)
    const { version, entries } = board
    await Promise.resolve()
    return { version, total: entries.length, entries: entries.slice(offset, offset + limit) }
  },
  async rows(_scope: Scope, userIds: readonly string[]) {
    requests.push(`entries ${userIds}`)
    return board.entries.filter(({ userId }) => userIds.includes(userId))
  },
}
const scope = openCompetition(7)
const page = { scope, limit: 2, offset: 0 }
const rowsOf = ({ parts }: { parts(): readonly Buffer[] }): Entry[] => JSON.parse(Buffer.concat(parts()).toString())
const names = (bytes: { parts(): readonly Buffer[] } | undefined) => bytes && rowsOf(bytes).map(({ userId }) => userId)

const limits = { maxBytes: { pages: 1_000_000, rows: 1_000_000 }, now: () => now }
const newReads = () => createLeaderboardReads({ ...source, isScope: isWeekendScope, hasPersonalRows: false }, limits)
let reads = newReads()
/** Reads twice: a single read by one user is not cached. */
const readTwice = async (request: typeof page, userId: string) => {
  await reads.read(request, userId)
  return reads.read(request, userId)
}
beforeEach(() => {
  now = 1_000_000
  requests = []
  board = { version: 1, entries: [boardEntry('ann'), boardEntry('bob'), boardEntry('cem')] }
  reads = newReads()
})

describe('board page', () => {
  test('fetches a board page once for all callers', async () => {
    await Promise.all([reads.read(page, 'ann'), reads.read(page, 'bob'), reads.read(page, 'ann')])
    expect(requests).toEqual(['page open/weekend/7 2 0'])
    expect(names(reads.peek(page, 'ann'))).toEqual(['ann', 'bob'])
    await reads.read({ ...page, offset: 1 }, 'bob')
    expect(requests).toEqual(['page open/weekend/7 2 0', 'page open/weekend/7 2 1'])
    expect(reads.peek({ ...page, offset: 1 }, 'bob')).toBeUndefined()
  })

  test('fetches a board page again when the board has a new version', async () => {
    await readTwice(page, 'ann')
    board = { version: 2, entries: [boardEntry('bob'), boardEntry('ann')] }
    reads.setVersion(scope, 2)
    expect(reads.peek(page, 'ann')).toBeUndefined()
    expect(names(await reads.read(page, 'ann'))).toEqual(['bob', 'ann'])
  })

  test('does not use a page requested before a new version', async () => {
    const early = reads.read(page, 'ann')
    reads.setVersion(scope, 2)
    board = { ...board, version: 2 }
    await early
    expect(requests).toEqual(['page open/weekend/7 2 0', 'page open/weekend/7 2 0'])
  })

  test('fetches a board page again after its TTL, because rows change between versions', async () => {
    await readTwice(page, 'ann')
    expect(names(reads.peek(page, 'ann'))).toEqual(['ann', 'bob'])
    now += 2_000
    expect(reads.peek(page, 'ann')).toBeUndefined()
  })
})

describe('caller of a board page', () => {
  test('sends the caller’s own row after the page', async () => {
    expect(names(await reads.read(page, 'cem'))).toEqual(['ann', 'bob', 'cem'])
    expect(names(await reads.read(page, 'cem'))).toEqual(['ann', 'bob', 'cem'])
    expect(names(reads.peek(page, 'cem'))).toEqual(['ann', 'bob', 'cem'])
    expect(requests).toEqual(['page open/weekend/7 2 0', 'entries cem', 'page open/weekend/7 2 0', 'entries cem'])
  })

  test('fetches own rows in one batch, and again with every version', async () => {
    board.entries.push(boardEntry('dan'))
    await readTwice(page, 'ann')
    requests = []
    await Promise.all([reads.read(page, 'cem'), reads.read(page, 'dan'), reads.read(page, 'cem')])
    expect(requests).toEqual(['entries cem,dan'])

    const [ann, bob] = board.entries
    board = { version: 2, entries: [...(ann && bob ? [bob, ann] : []), boardEntry('cem', { totalPoints: 25 })] }
    reads.setVersion(scope, 2)
    expect(rowsOf(await reads.read(page, 'cem')).at(-1)).toMatchObject({ totalPoints: 25 })
  })

  test('sends just the page to a caller without a row', async () => {
    const bytes = await reads.read(page, 'zoe')
    expect(names(bytes)).toEqual(['ann', 'bob'])
    expect(bytes.etag).toBe((await reads.read(page, 'ann')).etag)
  })

  test('sends validators that match the bytes', async () => {
    expect((await reads.read(page, 'cem')).etag).not.toBe((await reads.read(page, 'ann')).etag)
  })

  test('sends a caller the row after their own tip at once, on the page and outside of it', async () => {
    await Promise.all([readTwice(page, 'ann'), readTwice(page, 'zoe')])
    expect(reads.peek(page, 'ann')).toBeDefined()
    board.entries[0] = boardEntry('ann', { tipsSubmitted: 2 })
    board.entries.push(boardEntry('zoe'))
    for (const userId of ['ann', 'zoe']) reads.noteWrite(userId)
    expect(reads.peek(page, 'ann')).toBeUndefined()
    const [own] = rowsOf(await reads.read(page, 'ann'))
    expect(own?.tipsSubmitted).toBe(2)
    expect(names(await reads.read(page, 'ann'))).toEqual(['ann', 'bob'])
    expect(names(await reads.read(page, 'zoe'))).toEqual(['ann', 'bob', 'zoe'])
  })
})

describe('board with personal rows', () => {
  const season = { scope: openSeason(3), limit: 2, offset: 0 }
  const newSeasonReads = () => {
    const rows = async (_: Scope, userIds: readonly string[]) => {
      requests.push(`entries ${userIds}`)
      return userIds.map((userId) => boardEntry(userId, { tipsSubmitted: 9 }))
    }
    return createLeaderboardReads({ ...source, rows, isScope: isSeasonScope, hasPersonalRows: true }, limits)
  }
  const tipsOf = (bytes: { parts(): readonly Buffer[] } | undefined) =>
    bytes && rowsOf(bytes).map(({ userId, tipsSubmitted }) => [userId, tipsSubmitted])

  test('replaces the caller’s row on the page by their own, from memory too, and for administrators', async () => {
    const seasons = newSeasonReads()
    expect(seasons.peek(season, 'ann')).toBeUndefined()
    expect(tipsOf(await seasons.read(season, 'ann'))).toEqual([
      ['ann', 9],
      ['bob', 1],
    ])
    await seasons.read(season, 'ann')
    expect(tipsOf(seasons.peek(season, 'ann'))).toEqual([
      ['ann', 9],
      ['bob', 1],
    ])
    // Another caller on the page has no row in memory yet.
    expect(seasons.peek(season, 'bob')).toBeUndefined()
    expect(tipsOf(await seasons.readUncached(season, 'bob'))).toEqual([
      ['ann', 1],
      ['bob', 9],
    ])
    expect(requests[0]).toBe('page open/season/3 2 0')
  })

  test('keeps pages of a season and of a weekend with the same id apart', async () => {
    const seasons = newSeasonReads()
    await seasons.read(season, 'ann')
    seasons.setVersion(openSeason(3), 2)
    board = { ...board, version: 2 }
    expect((await seasons.read(season, 'ann')).version).toBe(2)
    reads.setVersion(openCompetition(3), 1)
    expect((await reads.read({ ...season, scope: openCompetition(3) }, 'ann')).version).toBe(2)
    expect(requests.filter((request) => request.startsWith('page'))).toEqual([
      'page open/season/3 2 0',
      'page open/season/3 2 0',
      'page open/weekend/3 2 0',
    ])
  })
})

describe('board page request', () => {
  const read = (path: string, query: string) => {
    const segments = path.slice(1).split('/')
    return parsePageRequest(scopeOfWeekend(segments[2]), query)
  }
  test.each([
    ['', { scope, limit: 100, offset: 0 }],
    ['?', { scope, limit: 100, offset: 0 }],
    ['?limit=500', { scope, limit: 500, offset: 0 }],
    ['?offset=20', { scope, limit: 100, offset: 20 }],
    ['?limit=5&offset=20', { scope, limit: 5, offset: 20 }],
  ])('parses %s', (query, expected) => {
    expect(read('/api/weekends/7/leaderboard', query)).toEqual(expected)
  })
  test.each([
    '?limit=0',
    '?limit=501',
    '?limit=abc',
    '?limit=5&limit=6',
    '?limit=5offset=1',
    '?offset=-1',
    '?x=1',
    '?limit=5&offset=1&x=2',
    '?projected=true',
    '?limit=5&projected=true',
  ])('leaves %s to tipping', (query) => {
    expect(read('/api/weekends/7/leaderboard', query)).toBeUndefined()
  })
  test.each(['0', '-1', 'x', '2147483648', '07', '1e3'])('leaves an id %s to tipping', (id) => {
    expect(read(`/api/weekends/${id}/leaderboard`, '')).toBeUndefined()
    expect(scopeOfSeason(id)).toBeUndefined()
  })
  test('names the open competition of a season', () => {
    expect(parsePageRequest(scopeOfSeason('3'), '?limit=5')).toEqual({ scope: openSeason(3), limit: 5, offset: 0 })
  })
})
