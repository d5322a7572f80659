import type { ServerFrame } from '@purple-sector/contracts/realtime'
import type { Entry, MyStats } from '@purple-sector/contracts/tipping/http'
import { boardEntry } from '@purple-sector/testing/replies'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../lib/query-client.ts'
import { type BoardPage, myStatsKey, openCompetition } from './leaderboard-keys.ts'
import { leaderboardLive, patchBoard, patchOwn } from './leaderboard-live.ts'
import { boardPageQuery } from './leaderboard-queries.ts'
import { aPage } from './test-entries.ts'

const board = aPage(3, { ann: 9, ben: 5, cat: 1 })
const boardFrame = (version: number, entries: Entry[], total = 3) => ({
  weekendId: 1,
  groupId: null,
  version,
  entries,
  total,
})
const update = (version: number, entries: Entry[], total = 3): ServerFrame => ({
  type: 'leaderboard_update',
  data: boardFrame(version, entries, total),
  epoch: 'e',
})
const ownFrame = (version: number, position: number) => ({
  weekendId: 1,
  groupId: null,
  version,
  position,
  totalPoints: 77,
  positionChange: 4,
  shared: false,
})

test('refetches the own figures only when the standing changes', async () => {
  const client = createQueryClient()
  const stats = { position: null, totalPoints: 0, tipsSubmitted: 0, successRate: 0, recentForm: [] }
  client.setQueryData(myStatsKey(1), stats)
  const isRefetchedAfter = (overrides: { position: number | null; totalPoints: number | null }) => {
    leaderboardLive.onFrame(client, { type: 'my_standing', data: { ...ownFrame(4, 1), ...overrides }, epoch: 'e' })
    return client.getQueryState(myStatsKey(1))?.isInvalidated
  }
  // A user without tips does not participate.
  expect(isRefetchedAfter({ position: null, totalPoints: null })).toBe(false)
  expect(isRefetchedAfter({ position: 9, totalPoints: 25 })).toBe(true)
})

test('keeps a standing that arrives while the own figures are in flight', async () => {
  const client = createQueryClient()
  const { promise, resolve } = Promise.withResolvers<MyStats>()
  const reply = client.fetchQuery({ queryKey: myStatsKey(1), queryFn: () => promise })
  leaderboardLive.onFrame(client, { type: 'my_standing', data: ownFrame(4, 9), epoch: 'e' })
  resolve({ position: null, totalPoints: 0, tipsSubmitted: 0, successRate: 0, recentForm: [] })
  await reply
  await vi.waitFor(() =>
    expect(client.getQueryData(myStatsKey(1))).toMatchObject({ position: 9, totalPoints: 77, tipsSubmitted: 0 }),
  )
})

describe('a board update', () => {
  test('replaces the first rows and keeps the others once, below them', () => {
    const patched = patchBoard(
      board,
      boardFrame(4, [boardEntry('cat', { totalPoints: 20 }), boardEntry('ann', { totalPoints: 9 })]),
    )
    expect(patched.entries.map(({ userId }) => userId)).toEqual(['cat', 'ann', 'ben'])
    expect(patched.version).toBe(4)
  })
  test('never makes the page longer', () => {
    const full = aPage(1, Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`u${index}`, index])))
    const patched = patchBoard({ ...full, total: 5_000 }, boardFrame(2, [boardEntry('new')], 5_001))
    expect(patched.entries).toHaveLength(100)
    expect(patched).toMatchObject({ total: 5_001 })
    expect(patched.entries[0]?.userId).toBe('new')
  })
  test('moves the own entry onto the page when it is among the first rows', () => {
    const boardWithOwn = { ...board, ownEntry: boardEntry('me') }
    expect(patchBoard(boardWithOwn, boardFrame(4, [boardEntry('me')])).ownEntry).toBeNull()
    expect(patchBoard(boardWithOwn, boardFrame(4, [boardEntry('cat')])).ownEntry?.userId).toBe('me')
  })
  test('ignores an older update', () => {
    expect(patchBoard(board, boardFrame(3, []))).toBe(board)
  })
})

test('updates the own entry beside a page unless the page is newer or the frame hides it', () => {
  const page: BoardPage = { ...board, ownEntry: boardEntry('me', { position: 500, totalPoints: 1, tipsSubmitted: 4 }) }
  expect(patchOwn(page, ownFrame(4, 480)).ownEntry).toMatchObject({ position: 480, totalPoints: 77, tipsSubmitted: 4 })
  expect(patchOwn(page, ownFrame(2, 480))).toBe(page)
  expect(patchOwn(board, ownFrame(4, 480))).toBe(board)
  expect(patchOwn(page, { ...ownFrame(4, 480), totalPoints: null })).toBe(page)
})

describe('board updates in the cache', () => {
  const requests: string[] = []
  let version = 0
  let replyDelay: Promise<void> | undefined

  beforeEach(() => {
    requests.length = 0
    version = 3
    replyDelay = undefined
    vi.stubGlobal('fetch', async (path: string) => {
      requests.push(path)
      const headers = { 'x-board-version': String(version), 'x-total-count': '5000' }
      await replyDelay
      return new Response(JSON.stringify([boardEntry('ann', { totalPoints: version })]), { headers })
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  test('applies board updates to their own weekend only', () => {
    const client = createQueryClient()
    client.setQueryData(boardPageQuery(openCompetition(1)).queryKey, board)
    client.setQueryData(boardPageQuery(openCompetition(2)).queryKey, board)
    leaderboardLive.onFrame(client, update(9, [boardEntry('cat', { totalPoints: 50 })]))
    expect(client.getQueryData(boardPageQuery(openCompetition(1)).queryKey)?.entries[0]?.userId).toBe('cat')
    expect(client.getQueryData(boardPageQuery(openCompetition(2)).queryKey)).toBe(board)
  })

  test('refetches only visible pages, once for a burst', async () => {
    const client = createQueryClient()
    for (const offset of [0, 100, 200])
      client.setQueryData(boardPageQuery(openCompetition(1), offset).queryKey, { ...board, total: 5_000 })
    const stop = new QueryObserver(client, boardPageQuery(openCompetition(1), 100)).subscribe(() => {})
    version = 6
    for (const newVersion of [4, 5, 6]) leaderboardLive.onFrame(client, update(newVersion, [boardEntry('cat')], 5_000))
    await vi.waitFor(() =>
      expect(client.getQueryData(boardPageQuery(openCompetition(1), 100).queryKey)?.version).toBe(6),
    )
    expect(requests).toEqual(['/api/weekends/1/leaderboard?limit=100&offset=100'])
    stop()
  })

  test('refetches nothing when the frame contains the whole board', async () => {
    const client = createQueryClient()
    client.setQueryData(boardPageQuery(openCompetition(1)).queryKey, board)
    const stop = new QueryObserver(client, boardPageQuery(openCompetition(1))).subscribe(() => {})
    vi.useFakeTimers()
    leaderboardLive.onFrame(client, update(4, [boardEntry('cat'), boardEntry('ann'), boardEntry('ben')]))
    await vi.advanceTimersByTimeAsync(1_000)
    vi.useRealTimers()
    expect(requests).toEqual([])
    stop()
  })

  test('keeps board updates while the first page is in flight', async () => {
    const client = createQueryClient()
    let arrive = () => {}
    replyDelay = new Promise((resolve) => {
      arrive = resolve
    })
    const reply = client.fetchQuery(boardPageQuery(openCompetition(1)))
    leaderboardLive.onFrame(client, update(9, [boardEntry('cat')], 5_000))
    arrive()
    await reply
    await vi.waitFor(() => expect(client.getQueryData(boardPageQuery(openCompetition(1)).queryKey)?.version).toBe(9))
  })

  test('refetches a reply older than the frame', async () => {
    const client = createQueryClient()
    client.setQueryData(boardPageQuery(openCompetition(1)).queryKey, { ...board, version: 5, total: 5_000 })
    const { promise, resolve } = Promise.withResolvers<void>()
    replyDelay = promise
    const reply = client.fetchQuery(boardPageQuery(openCompetition(1), 100))
    await vi.waitFor(() => expect(requests).toHaveLength(1))
    version = 5
    resolve()
    expect((await reply).version).toBe(5)
    expect(requests).toHaveLength(2)
  })

  test('never lowers the version, even when the server lags behind', async () => {
    const client = createQueryClient()
    client.setQueryData(boardPageQuery(openCompetition(1)).queryKey, { ...board, version: 5 })
    const reply = client.fetchQuery({ ...boardPageQuery(openCompetition(1)), staleTime: 0 })
    expect((await reply).version).toBe(5)
    expect(requests).toHaveLength(4)
  })

  test('refetches only pages of an older version after a reconnect', () => {
    const client = createQueryClient()
    const isStale = (weekendId: number, offset: number) =>
      client.getQueryState(boardPageQuery(openCompetition(weekendId), offset).queryKey)?.isInvalidated
    const updatedAt = Date.now() - 60_000
    client.setQueryData(boardPageQuery(openCompetition(1)).queryKey, board, { updatedAt })
    client.setQueryData(
      boardPageQuery(openCompetition(1), 100).queryKey,
      { ...board, version: board.version - 1 },
      { updatedAt },
    )
    client.setQueryData(boardPageQuery(openCompetition(2)).queryKey, board, { updatedAt })
    const since = Date.now() - 1
    leaderboardLive.onFrame(client, update(board.version, board.entries))
    leaderboardLive.onReconnect(client, since)
    expect([isStale(1, 0), isStale(1, 100), isStale(2, 0)]).toEqual([false, true, true])
  })

  describe('board updates of a group', () => {
    const scope = { weekendId: 1, groupId: 7 }
    const groupUpdate = (version: number, entries: Entry[]): ServerFrame => ({
      type: 'leaderboard_update',
      data: { ...boardFrame(version, entries, entries.length), groupId: 7 },
      epoch: 'e',
    })

    test('applies updates of a group to its board only', () => {
      const client = createQueryClient()
      client.setQueryData(boardPageQuery(scope).queryKey, board)
      client.setQueryData(boardPageQuery(openCompetition(1)).queryKey, board)
      leaderboardLive.onFrame(client, groupUpdate(9, [boardEntry('cat', { totalPoints: 50 })]))
      expect(client.getQueryData(boardPageQuery(scope).queryKey)?.entries[0]?.userId).toBe('cat')
      expect(client.getQueryData(boardPageQuery(openCompetition(1)).queryKey)).toBe(board)
    })

    test('refetches points that only this caller may see', async () => {
      const client = createQueryClient()
      client.setQueryData(boardPageQuery(scope).queryKey, board)
      const stop = new QueryObserver(client, boardPageQuery(scope)).subscribe(() => {})
      version = 4
      leaderboardLive.onFrame(
        client,
        groupUpdate(4, [boardEntry('ben', { totalPoints: 20 }), boardEntry('ann', { totalPoints: null })]),
      )
      expect(client.getQueryData(boardPageQuery(scope).queryKey)).toBe(board)
      await vi.waitFor(() => expect(requests).toEqual(['/api/groups/7/leaderboard/1?limit=100&offset=0']))
      stop()
    })

    test('refetches hidden points of a new member, which the admin may see', async () => {
      const client = createQueryClient()
      client.setQueryData(boardPageQuery(scope).queryKey, board)
      const stop = new QueryObserver(client, boardPageQuery(scope)).subscribe(() => {})
      version = 4
      leaderboardLive.onFrame(client, groupUpdate(4, [...board.entries, boardEntry('new', { totalPoints: null })]))
      await vi.waitFor(() => expect(requests).toEqual(['/api/groups/7/leaderboard/1?limit=100&offset=0']))
      stop()
    })

    test('applies rows that are hidden from the caller as well', () => {
      const client = createQueryClient()
      client.setQueryData(boardPageQuery(scope).queryKey, {
        ...board,
        entries: [boardEntry('ann', { totalPoints: null })],
      })
      leaderboardLive.onFrame(client, groupUpdate(4, [boardEntry('ann', { totalPoints: null, tipsSubmitted: 5 })]))
      expect(client.getQueryData(boardPageQuery(scope).queryKey)?.entries[0]?.tipsSubmitted).toBe(5)
    })

    test('does not change the open competition’s board or its own figures', () => {
      const client = createQueryClient()
      const boardWithOwnBelow = { ...board, ownEntry: boardEntry('me', { position: 500 }) }
      client.setQueryData(boardPageQuery(openCompetition(1)).queryKey, boardWithOwnBelow)
      client.setQueryData(boardPageQuery(scope).queryKey, boardWithOwnBelow)
      leaderboardLive.onFrame(client, { type: 'my_standing', data: { ...ownFrame(4, 2), groupId: 7 }, epoch: 'e' })
      expect(client.getQueryData(boardPageQuery(openCompetition(1)).queryKey)?.ownEntry?.position).toBe(500)
      expect(client.getQueryData(boardPageQuery(scope).queryKey)?.ownEntry?.position).toBe(2)
    })
  })
})
