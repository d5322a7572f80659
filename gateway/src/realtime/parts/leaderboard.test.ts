import type { Standing } from '@purple-sector/contracts/tipping/http'
import { silentLogger } from '@purple-sector/service-kit'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SharedState, State } from '../hub/channel-state.ts'
import { type BoardChange, createLeaderboard, createPartJoiner } from './leaderboard.ts'

const picks = { firsts: 0, seconds: 0, thirds: 0 }
const scope = { weekendId: 1, groupId: null }

const audience = { size: 0, forEach() {} }
const projections = {
  add: () => ({ state: { update: () => undefined, snapshot: () => undefined }, changed() {}, close() {} }),
}

/** A board whose owner replies with this version. */
const aBoard = (version: number) => {
  const owner = { version, standings: [] as Standing[], requests: 0 }
  const sent: SharedState[] = []
  const sentStates: State[] = []
  const board = createLeaderboard({
    scope,
    channel: {
      markChanged: (state) => sent.push(state),
      markOwnChanged() {},
      sendOwnStates: (states) => sentStates.push(...states),
      audience,
    },
    owner: {
      leaderboard: async () => ({ version: owner.version, total: 0, entries: [], ranks: [] }),
      standings: async () => {
        owner.requests++
        return { version: owner.version, standings: owner.standings }
      },
    },
    projections,
    frames: (type, data, seq) => Buffer.from(JSON.stringify({ type, data, seq })),
    now: Date.now,
    log: silentLogger(),
  })
  const change = (next: number) => {
    const data: BoardChange = {
      ...scope,
      version: next,
      reason: 'result',
      total: 1,
      entries: [],
      ranks: [{ points: 5, ...picks, count: 1, position: 1 }],
      changed: [],
      part: 1,
      parts: 1,
    }
    board.change(data)
  }
  return { board, owner, sent, sentStates, change }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('retries an owner that lags behind with a pause, until the board is closed', async () => {
  const { board, owner, sentStates, change } = aBoard(5)
  await board.load()
  change(6)
  board.acquireStanding('ann')
  await vi.advanceTimersByTimeAsync(900)
  expect(owner.requests).toBe(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(owner.requests).toBe(2)
  owner.version = 6
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sentStates).toHaveLength(1)
  board.close()
  board.acquireStanding('bob')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(owner.requests).toBe(3)
})

test('fetches standings after missed first versions of a board', async () => {
  const { board, owner, change } = aBoard(0)
  await board.load()
  const standing = board.acquireStanding('ann')
  await vi.advanceTimersByTimeAsync(100)
  expect(standing.place).toBeNull()
  Object.assign(owner, {
    version: 2,
    standings: [{ userId: 'ann', totalPoints: 5, ...picks, position: 1, positionChange: 0 }],
  })
  change(2)
  await vi.advanceTimersByTimeAsync(100)
  expect(standing.place).toMatchObject({ totalPoints: 5, position: 1 })
})

test('sends a snapshot without number, of the present version', async () => {
  const { board, sent, change } = aBoard(5)
  await board.load()
  board.states.official.snapshot()
  change(6)
  const parse = (frame: Buffer | undefined) => JSON.parse(String(frame))
  expect(parse(sent[0]?.update(9))).toMatchObject({ seq: 9, data: { version: 6 } })
  expect(parse(board.states.official.snapshot())).toMatchObject({ data: { version: 6 } })
  expect(parse(board.states.official.snapshot()).seq).toBeUndefined()
})

test('fetches standings if a group hides points of members', async () => {
  const group = { weekendId: 1, groupId: 7 }
  const hidden = { userId: 'ann', totalPoints: 5, ...picks, position: null, positionChange: 0 }
  const owner = { version: 1, requests: 0, position: null as number | null }
  const board = createLeaderboard({
    scope: group,
    channel: { markChanged() {}, markOwnChanged() {}, sendOwnStates() {}, audience },
    owner: {
      leaderboard: async () => ({ version: 1, total: 0, entries: [], ranks: [] }),
      standings: async () => {
        owner.requests++
        return { version: owner.version, standings: [{ ...hidden, position: owner.position }] }
      },
    },
    projections,
    frames: (_, data) => Buffer.from(JSON.stringify(data)),
    now: Date.now,
    log: silentLogger(),
  })
  await board.load()
  const ann = board.acquireStanding('ann')
  await vi.advanceTimersByTimeAsync(10)
  const change = (version: number, total: number): BoardChange => ({
    ...{ ...group, version, reason: 'newcomers', total, entries: [], changed: [], part: 1, parts: 1 },
    ranks: [{ points: 5, ...picks, count: 1, position: 1 }],
  })
  const position = () => JSON.parse(String(ann.snapshot())).position
  owner.version = 2
  board.change(change(2, 2))
  await vi.advanceTimersByTimeAsync(10)
  expect([owner.requests, position()]).toEqual([2, null])
  Object.assign(owner, { version: 3, position: 1 })
  board.change(change(3, 1))
  await vi.advanceTimersByTimeAsync(10)
  expect([owner.requests, position()]).toEqual([3, 1])
  board.change(change(4, 1))
  await vi.advanceTimersByTimeAsync(10)
  expect([owner.requests, position()]).toEqual([3, 1])
})

describe('leaderboard in parts', () => {
  const part = (version: number, number: number, parts: number, userId: string) => ({
    weekendId: 1,
    groupId: null,
    version,
    reason: 'result' as const,
    total: 1,
    entries: [],
    ranks: [],
    changed: [{ userId, totalPoints: 1, ...picks }],
    part: number,
    parts,
  })
  const names = (change: { changed: { userId: string }[] } | undefined) => change?.changed.map(({ userId }) => userId)

  test('completes a board with its last part, in any order and with duplicates', () => {
    const joinParts = createPartJoiner()
    expect(joinParts(part(1, 2, 3, 'b'))).toBeUndefined()
    expect(joinParts(part(1, 1, 3, 'a'))).toBeUndefined()
    expect(joinParts(part(1, 1, 3, 'a'))).toBeUndefined()
    expect(names(joinParts(part(1, 3, 3, 'c')))?.sort()).toEqual(['a', 'b', 'c'])
  })

  test('drops an incomplete version when a newer one arrives', () => {
    const joinParts = createPartJoiner()
    expect(joinParts(part(1, 1, 2, 'a'))).toBeUndefined()
    expect(names(joinParts(part(2, 1, 1, 'b')))).toEqual(['b'])
    expect(joinParts(part(1, 2, 2, 'a'))).toBeUndefined()
  })
})
