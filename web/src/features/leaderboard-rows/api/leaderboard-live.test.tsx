import type { ServerFrame } from '@purple-sector/contracts/realtime'
import type { Entry, MyStats } from '@purple-sector/contracts/tipping/http'
import { openCompetition, type View } from '@purple-sector/contracts/tipping/scope'
import { boardEntry } from '@purple-sector/testing/replies'
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { receiveFrame, reconnect } from '../../../../test/receive-frame.ts'
import { createQueryClient } from '../../../client/api/query-client.ts'
import { type BoardPage, leaderboardKey, myStatsKey, type PageOf, type ProjectedPage } from './leaderboard-keys.ts'
import { patchBoard, patchOwn, removeLeaderboards } from './leaderboard-live.ts'
import { leaderboardQuery } from './leaderboard-queries.ts'
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
    receiveFrame(client, { type: 'my_standing', data: { ...ownFrame(4, 1), ...overrides }, epoch: 'e' })
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
  receiveFrame(client, { type: 'my_standing', data: ownFrame(4, 9), epoch: 'e' })
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

describe('projected leaderboards', () => {
  const scope = { weekendId: 1, groupId: 7 }
  const key = leaderboardKey(scope, 'projected', 0)
  const projectedRow = (userId: string, gain: number) => ({ ...boardEntry(userId), gain })
  const projectedFrame = (raceId: number | null, names: readonly string[], total = names.length): ServerFrame => ({
    type: 'projected_leaderboard',
    data: { ...scope, raceId, entries: names.map((name) => projectedRow(name, 5)), total, sequence: 1 },
    epoch: 'e',
  })
  const createClientWith = (ownEntry: ProjectedPage['ownEntry']) => {
    const client = createQueryClient()
    const page: PageOf['projected'] = { raceId: 4, entries: [], total: 2, ownEntry }
    client.setQueryData(key, page)
    return client
  }
  const cached = (client: QueryClient) => client.getQueryData<PageOf['projected']>(key)

  test('keeps the own row below the rows of a frame, and drops it once a frame has it', () => {
    const client = createClientWith(projectedRow('me', 0))
    receiveFrame(client, projectedFrame(4, ['ann']))
    expect(cached(client)?.entries.map(({ userId }) => userId)).toEqual(['ann'])
    expect(cached(client)?.ownEntry?.userId).toBe('me')
    receiveFrame(client, projectedFrame(4, ['me', 'ann']))
    expect(cached(client)?.ownEntry).toBeNull()
  })

  test('removes the projected leaderboard when the session ends, and leaves the official one', () => {
    const client = createClientWith(null)
    client.setQueryData(leaderboardQuery(scope, 'official').queryKey, board)
    receiveFrame(client, projectedFrame(null, []))
    expect(cached(client)).toBeNull()
    expect(client.getQueryData(leaderboardQuery(scope, 'official').queryKey)).toBe(board)
  })

  test('refetches the rows beyond a frame within 1.6 seconds', async () => {
    vi.useFakeTimers()
    const client = createClientWith(null)
    receiveFrame(client, projectedFrame(4, ['ann'], 30))
    await vi.advanceTimersByTimeAsync(1_600)
    expect(client.getQueryState(key)?.isInvalidated).toBe(true)
    vi.useRealTimers()
  })

  test('refetches a projected leaderboard that is older than a reconnect', () => {
    const client = createQueryClient()
    client.setQueryData<PageOf['projected']>(key, null, { updatedAt: Date.now() - 60_000 })
    reconnect(client, Date.now() - 1)
    expect(client.getQueryState(key)?.isInvalidated).toBe(true)
  })
})

test('removes both views of a group that the fan has left, and no other leaderboard', () => {
  const client = createQueryClient()
  const keyOf = (groupId: number | null, view: View) => leaderboardKey({ weekendId: 1, groupId }, view, 0)
  const kept = [keyOf(null, 'official'), keyOf(70, 'official')]
  for (const key of [...kept, keyOf(7, 'official'), keyOf(7, 'projected')]) client.setQueryData(key, board)
  removeLeaderboards(client, 7)
  expect(
    client
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey),
  ).toEqual(kept)
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
    client.setQueryData(leaderboardQuery(openCompetition(1), 'official').queryKey, board)
    client.setQueryData(leaderboardQuery(openCompetition(2), 'official').queryKey, board)
    receiveFrame(client, update(9, [boardEntry('cat', { totalPoints: 50 })]))
    expect(client.getQueryData(leaderboardQuery(openCompetition(1), 'official').queryKey)?.entries[0]?.userId).toBe(
      'cat',
    )
    expect(client.getQueryData(leaderboardQuery(openCompetition(2), 'official').queryKey)).toBe(board)
  })

  test('refetches only visible pages, once for a burst', async () => {
    const client = createQueryClient()
    for (const page of [0, 1, 2])
      client.setQueryData(leaderboardQuery(openCompetition(1), 'official', page).queryKey, { ...board, total: 5_000 })
    const stop = new QueryObserver(client, leaderboardQuery(openCompetition(1), 'official', 1)).subscribe(() => {})
    version = 6
    for (const newVersion of [4, 5, 6]) receiveFrame(client, update(newVersion, [boardEntry('cat')], 5_000))
    await vi.waitFor(() =>
      expect(client.getQueryData(leaderboardQuery(openCompetition(1), 'official', 1).queryKey)?.version).toBe(6),
    )
    expect(requests).toEqual(['/api/weekends/1/leaderboard?limit=100&offset=100'])
    stop()
  })

  test('refetches nothing when the frame contains the whole board', async () => {
    const client = createQueryClient()
    client.setQueryData(leaderboardQuery(openCompetition(1), 'official').queryKey, board)
    const stop = new QueryObserver(client, leaderboardQuery(openCompetition(1), 'official')).subscribe(() => {})
    vi.useFakeTimers()
    receiveFrame(client, update(4, [boardEntry('cat'), boardEntry('ann'), boardEntry('ben')]))
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
    const reply = client.fetchQuery(leaderboardQuery(openCompetition(1), 'official'))
    receiveFrame(client, update(9, [boardEntry('cat')], 5_000))
    arrive()
    await reply
    await vi.waitFor(() =>
      expect(client.getQueryData(leaderboardQuery(openCompetition(1), 'official').queryKey)?.version).toBe(9),
    )
  })

  test('refetches a reply older than the frame', async () => {
    const client = createQueryClient()
    client.setQueryData(leaderboardQuery(openCompetition(1), 'official').queryKey, {
      ...board,
      version: 5,
      total: 5_000,
    })
    const { promise, resolve } = Promise.withResolvers<void>()
    replyDelay = promise
    const reply = client.fetchQuery(leaderboardQuery(openCompetition(1), 'official', 1))
    await vi.waitFor(() => expect(requests).toHaveLength(1))
    version = 5
    resolve()
    expect((await reply).version).toBe(5)
    expect(requests).toHaveLength(2)
  })

  test('never lowers the version, even when the server lags behind', async () => {
    const client = createQueryClient()
    client.setQueryData(leaderboardQuery(openCompetition(1), 'official').queryKey, { ...board, version: 5 })
    const reply = client.fetchQuery({ ...leaderboardQuery(openCompetition(1), 'official'), staleTime: 0 })
    expect((await reply).version).toBe(5)
    expect(requests).toHaveLength(4)
  })

  test('refetches only pages of an older version after a reconnect', () => {
    const client = createQueryClient()
    const isStale = (weekendId: number, page: number) =>
      client.getQueryState(leaderboardQuery(openCompetition(weekendId), 'official', page).queryKey)?.isInvalidated
    const updatedAt = Date.now() - 60_000
    client.setQueryData(leaderboardQuery(openCompetition(1), 'official').queryKey, board, { updatedAt })
    client.setQueryData(
      leaderboardQuery(openCompetition(1), 'official', 1).queryKey,
      { ...board, version: board.version - 1 },
      { updatedAt },
    )
    client.setQueryData(leaderboardQuery(openCompetition(2), 'official').queryKey, board, { updatedAt })
    const since = Date.now() - 1
    receiveFrame(client, update(board.version, board.entries))
    reconnect(client, since)
    expect([isStale(1, 0), isStale(1, 1), isStale(2, 0)]).toEqual([false, true, true])
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
      client.setQueryData(leaderboardQuery(scope, 'official').queryKey, board)
      client.setQueryData(leaderboardQuery(openCompetition(1), 'official').queryKey, board)
      receiveFrame(client, groupUpdate(9, [boardEntry('cat', { totalPoints: 50 })]))
      expect(client.getQueryData(leaderboardQuery(scope, 'official').queryKey)?.entries[0]?.userId).toBe('cat')
      expect(client.getQueryData(leaderboardQuery(openCompetition(1), 'official').queryKey)).toBe(board)
    })

    test('refetches points that only this caller may see', async () => {
      const client = createQueryClient()
      client.setQueryData(leaderboardQuery(scope, 'official').queryKey, board)
      const stop = new QueryObserver(client, leaderboardQuery(scope, 'official')).subscribe(() => {})
      version = 4
      receiveFrame(
        client,
        groupUpdate(4, [boardEntry('ben', { totalPoints: 20 }), boardEntry('ann', { totalPoints: null })]),
      )
      expect(client.getQueryData(leaderboardQuery(scope, 'official').queryKey)).toBe(board)
      await vi.waitFor(() => expect(requests).toEqual(['/api/groups/7/leaderboard/1?limit=100&offset=0']))
      stop()
    })

    test('refetches hidden points of a new member, which the admin may see', async () => {
      const client = createQueryClient()
      client.setQueryData(leaderboardQuery(scope, 'official').queryKey, board)
      const stop = new QueryObserver(client, leaderboardQuery(scope, 'official')).subscribe(() => {})
      version = 4
      receiveFrame(client, groupUpdate(4, [...board.entries, boardEntry('new', { totalPoints: null })]))
      await vi.waitFor(() => expect(requests).toEqual(['/api/groups/7/leaderboard/1?limit=100&offset=0']))
      stop()
    })

    test('applies rows that are hidden from the caller as well', () => {
      const client = createQueryClient()
      client.setQueryData(leaderboardQuery(scope, 'official').queryKey, {
        ...board,
        entries: [boardEntry('ann', { totalPoints: null })],
      })
      receiveFrame(client, groupUpdate(4, [boardEntry('ann', { totalPoints: null, tipsSubmitted: 5 })]))
      expect(client.getQueryData(leaderboardQuery(scope, 'official').queryKey)?.entries[0]?.tipsSubmitted).toBe(5)
    })

    test('does not change the open competition’s board or its own figures', () => {
      const client = createQueryClient()
      const boardWithOwnBelow = { ...board, ownEntry: boardEntry('me', { position: 500 }) }
      client.setQueryData(leaderboardQuery(openCompetition(1), 'official').queryKey, boardWithOwnBelow)
      client.setQueryData(leaderboardQuery(scope, 'official').queryKey, boardWithOwnBelow)
      receiveFrame(client, { type: 'my_standing', data: { ...ownFrame(4, 2), groupId: 7 }, epoch: 'e' })
      expect(client.getQueryData(leaderboardQuery(openCompetition(1), 'official').queryKey)?.ownEntry?.position).toBe(
        500,
      )
      expect(client.getQueryData(leaderboardQuery(scope, 'official').queryKey)?.ownEntry?.position).toBe(2)
    })
  })
})
