import type { SeasonStanding } from '@purple-sector/contracts/tipping/seasons'
import { silentLogger } from '@purple-sector/service-kit'
import { seasonEntry, seasonStanding } from '@purple-sector/testing/replies'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OwnState, SharedState, State } from '../hub/channel-state.ts'
import { createSeasonLeaderboard } from './season-leaderboard.ts'

const scope = { seasonId: 3, groupId: null }
const CHANGED_AT = '2026-03-01T09:30:00.000Z'
/** How long the owner takes to reply. */
const REPLY_MS = 100

/** A leaderboard whose owner replies with the version that it had when it was asked. */
const aBoard = () => {
  const owner = { version: 1, standings: [] as SeasonStanding[], requests: [] as string[], inFlight: 0, most: 0 }
  const [sent, sentOwn, sentFirst] = [[] as SharedState[], [] as OwnState[], [] as State[]]
  const reply = async <Reply>(request: string, value: Reply): Promise<Reply> => {
    owner.requests.push(request)
    owner.most = Math.max(owner.most, ++owner.inFlight)
    await new Promise((resolve) => setTimeout(resolve, REPLY_MS))
    owner.inFlight--
    return value
  }
  const page = vi.fn(() => {
    const { version } = owner
    return reply('page', { version, changedAt: CHANGED_AT, total: 1, entries: [seasonEntry('ann')] })
  })
  const board = createSeasonLeaderboard({
    scope,
    channel: {
      markChanged: (state) => sent.push(state),
      markOwnChanged: (state) => sentOwn.push(state),
      sendOwnStates: (states) => sentFirst.push(...states),
    },
    owner: {
      seasonLeaderboardPage: page,
      seasonStandings: (_, userIds) =>
        reply(`standings ${userIds}`, { version: owner.version, standings: owner.standings }),
    },
    frames: (type, data, seq, at) => Buffer.from(JSON.stringify({ type, data, seq, at: at ?? undefined })),
    log: silentLogger(),
  })
  return { board, owner, page, sent, sentOwn, sentFirst }
}
const parse = (frame: Buffer | undefined) => frame && JSON.parse(frame.toString())

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('sends the first rows when the owner has replied', async () => {
  const { board, sent } = aBoard()
  board.start()
  expect(board.state.snapshot()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(REPLY_MS)
  const data = { ...scope, version: 1, entries: [seasonEntry('ann')], total: 1 }
  expect(parse(sent[0]?.update(9))).toEqual({ type: 'season_leaderboard', data, seq: 9, at: CHANGED_AT })
  expect(parse(board.state.snapshot())).toEqual({ type: 'season_leaderboard', data, at: CHANGED_AT })
})

test('fetches all changes that arrive during a request together, one request at a time', async () => {
  const { board, owner, sent } = aBoard()
  board.start()
  await vi.advanceTimersByTimeAsync(REPLY_MS)
  for (let version = 2; version <= 50; version++) {
    owner.version = version
    board.change({ version })
  }
  await vi.advanceTimersByTimeAsync(10 * REPLY_MS)
  expect(owner.requests).toEqual(['page', 'page', 'page'])
  expect(owner.most).toBe(1)
  expect(parse(sent.at(-1)?.update(1))).toMatchObject({ data: { version: 50 } })
  board.change({ version: 50 })
  board.change({ version: 49 })
  await vi.advanceTimersByTimeAsync(10 * REPLY_MS)
  expect(owner.requests).toHaveLength(3)
})

test('sends a user’s standing first, and again only if it has changed', async () => {
  const { board, owner, sentOwn, sentFirst } = aBoard()
  owner.standings = [seasonStanding('ann', { totalPoints: 7 })]
  board.start()
  const ann = board.acquireStanding('ann')
  const bob = board.acquireStanding('bob')
  await vi.advanceTimersByTimeAsync(10 * REPLY_MS)
  expect(sentFirst).toEqual([ann, bob])
  const standing = { position: 1, shared: false, totalPoints: 7, positionChange: 0, canWin: true, clinched: false }
  expect(parse(ann.snapshot())).toEqual({
    type: 'my_season',
    data: { ...scope, version: 1, ...standing },
    at: CHANGED_AT,
  })
  const none = { position: null, totalPoints: 0, canWin: false, clinched: false }
  expect(parse(bob.snapshot()).data).toMatchObject(none)

  owner.version = 2
  owner.standings = [seasonStanding('ann', { totalPoints: 7, clinched: true })]
  board.change({ version: 2 })
  await vi.advanceTimersByTimeAsync(10 * REPLY_MS)
  expect(sentOwn).toEqual([ann])
  expect(parse(ann.snapshot()).data).toEqual({ ...scope, version: 2, ...standing, clinched: true })
})

test('has no frames before the first version', async () => {
  const { board, owner, sent } = aBoard()
  owner.version = 0
  board.start()
  const ann = board.acquireStanding('ann')
  await vi.advanceTimersByTimeAsync(10 * REPLY_MS)
  expect([board.state.snapshot(), ann.snapshot(), sent.length]).toEqual([undefined, undefined, 0])
  owner.version = 1
  owner.standings = [seasonStanding('ann')]
  board.change({ version: 1 })
  await vi.advanceTimersByTimeAsync(10 * REPLY_MS)
  expect(parse(ann.snapshot()).data).toMatchObject({ version: 1, position: 1 })
})

test('retries an owner that does not reply or lags behind with a pause, until the board is closed', async () => {
  const { board, owner, page, sent } = aBoard()
  page.mockRejectedValueOnce(new Error('tipping is away'))
  board.start()
  await vi.advanceTimersByTimeAsync(900)
  expect([page.mock.calls.length, sent.length]).toEqual([1, 0])
  await vi.advanceTimersByTimeAsync(300)
  expect([page.mock.calls.length, sent.length]).toEqual([2, 1])

  board.change({ version: 2 })
  await vi.advanceTimersByTimeAsync(900)
  expect(page).toHaveBeenCalledTimes(3)
  owner.version = 2
  await vi.advanceTimersByTimeAsync(300)
  expect(page).toHaveBeenCalledTimes(4)
  expect(parse(board.state.snapshot()).data.version).toBe(2)

  board.change({ version: 3 })
  board.close()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(page).toHaveBeenCalledTimes(5)
  board.change({ version: 4 })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(page).toHaveBeenCalledTimes(5)
})

test('forgets standings that are not in use when the board changes', async () => {
  const { board, owner } = aBoard()
  board.start()
  board.acquireStanding('ann').release()
  await vi.advanceTimersByTimeAsync(10 * REPLY_MS)
  owner.requests = []
  owner.version = 2
  board.change({ version: 2 })
  await vi.advanceTimersByTimeAsync(10 * REPLY_MS)
  expect(owner.requests).toEqual(['page'])
})
