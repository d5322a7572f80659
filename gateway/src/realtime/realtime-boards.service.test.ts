import { sessionScored } from '@purple-sector/contracts/tipping/events'
import { boardEntry } from '@purple-sector/testing/replies'
import { describe, expect, test } from 'vitest'
import { rank, realtimeScene, scored, total } from '../../test/realtime-scene.ts'
import { signIn } from '../../test/stub-services.ts'

const at = realtimeScene()

describe('board changes', () => {
  test('sends a new board to all, and each user their own standing', async () => {
    const { ann, bob } = at.prepare()
    const [hers, his] = [await at.follow(ann), await at.follow(bob)]
    await at.newBoard(6)
    const board = await hers.next('leaderboard_update', ({ data }) => data.version === 6)
    expect(board.data.entries.map(({ userId }) => userId)).toEqual([bob.session.userId, ann.session.userId])
    expect((await his.next('my_standing', ({ data }) => data.version === 6)).data).toMatchObject({
      position: 1,
      totalPoints: 56,
      positionChange: 1,
    })
    expect((await hers.next('my_standing', ({ data }) => data.version === 6)).data).toMatchObject({
      position: 2,
      totalPoints: 10,
      positionChange: -1,
    })
  })

  test('sends users that they share their position with a newcomer', async () => {
    const { bob } = at.prepare()
    const his = await at.follow(bob)
    expect(his.of('my_standing').map(({ data }) => data.shared)).toEqual([false])
    await at.newBoard(6, {
      reason: 'newcomers',
      total: 3,
      ranks: [rank(10, 1), rank(0, 2, { count: 2 })],
      changed: [total('somebody', 0)],
    })
    expect((await his.next('my_standing', ({ data }) => data.version === 6)).data).toMatchObject({
      position: 2,
      shared: true,
    })
  })

  test('applies a board change in parts when the last part has arrived', async () => {
    const { bob, weekendId } = at.prepare()
    const his = await at.follow(bob)
    await at.newBoard(6, { changed: [total('somebody', 1)], part: 1, parts: 2 })
    await at.gateway.publishEvent(sessionScored, scored(weekendId))
    await his.next('race_completed')
    expect(his.of('leaderboard_update').map(({ data }) => data.version)).toEqual([5])
    await at.newBoard(6, { part: 2, parts: 2 })
    await his.next('my_standing', ({ data }) => data.version === 6 && data.position === 1)
  })

  test('ignores a board change of an older version', async () => {
    const { ann } = at.prepare()
    const hers = await at.follow(ann)
    await at.newBoard(7)
    await hers.next('leaderboard_update', ({ data }) => data.version === 7)
    await at.newBoard(6)
    await at.newBoard(7)
    await at.newBoard(8)
    await hers.next('leaderboard_update', ({ data }) => data.version === 8)
    expect(hers.of('leaderboard_update').map(({ data }) => data.version)).toEqual([5, 7, 8])
  })

  test('fetches standings from tipping after a missed version of a board', async () => {
    const { ann, weekendId } = at.prepare()
    const hers = await at.follow(ann)
    at.gateway.state.boards.get(weekendId)!.version = 9
    at.gateway.state.boards.get(weekendId)!.standings = [
      { ...total(ann.session.userId, 33), position: 2, positionChange: -1 },
    ]
    await at.newBoard(9)
    await hers.next('my_standing', ({ data }) => data.version === 9 && data.totalPoints === 33)
  })

  test('sends a newcomer their own standing', async () => {
    at.prepare()
    const carl = signIn(at.gateway.state)
    const socket = await at.follow(carl)
    await at.newBoard(6, {
      reason: 'newcomers',
      total: 3,
      ranks: [rank(10, 1), rank(0, 2, { count: 2 })],
      changed: [total(carl.session.userId, 0)],
    })
    expect((await socket.next('my_standing', ({ data }) => data.version === 6)).data).toMatchObject({
      position: 2,
      totalPoints: 0,
    })
  })

  test('conflates fifty board changes a second, and always sends the last', async () => {
    const { ann } = at.prepare()
    const hers = await at.follow(ann)
    const start = Date.now()
    const before = hers.frames.length
    for (let version = 6; version <= 105; version++) {
      await at.newBoard(version)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await hers.next('leaderboard_update', ({ data }) => data.version === 105)
    await hers.next('my_standing', ({ data }) => data.version === 105)
    const seconds = (Date.now() - start) / 1000
    expect((hers.frames.length - before) / seconds).toBeLessThanOrEqual(10)
    const versions = hers.of('leaderboard_update').map(({ data }) => data.version)
    expect(versions).toEqual([...versions].sort((a, b) => a - b))
    const numbers = hers.of('leaderboard_update').flatMap(({ seq }) => seq ?? [])
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  })
})

describe('result changes', () => {
  test('sends result changes as correction, withdrawal or status', async () => {
    const { ann, weekendId } = at.prepare()
    const hers = await at.follow(ann)
    const kinds = ['withdrawn-first', 'completed', 'status', 'corrected', 'withdrawn'] as const
    for (const [index, kind] of kinds.entries()) {
      const status = kind.startsWith('withdrawn') ? 'cancelled' : 'official'
      await at.gateway.publishEvent(
        sessionScored,
        scored(weekendId, { kind, status, revision: index + 1, reason: kind }),
      )
    }
    await hers.next('result_corrected', ({ data }) => data.status === 'cancelled')
    expect(hers.of('race_completed').map(({ data }) => data.revision)).toEqual([2])
    expect(hers.of('result_status').map(({ data }) => data)).toMatchObject([{ revision: 3, reason: 'status' }])
    expect(hers.of('result_corrected').map(({ data }) => [data.revision, data.reason])).toEqual([
      [4, 'corrected'],
      [5, 'withdrawn'],
    ])
  })
})

describe('socket that does not read', () => {
  test('sends only the latest state to a socket that reads again', async () => {
    const { ann, bob } = at.prepare()
    const [slow, quick] = [await at.follow(bob), await at.follow(ann)]
    slow.tcp().pause()
    // Boards so large that a few fill every buffer of the kernel.
    const entries = Array.from({ length: 20 }, (_, index) =>
      boardEntry(`fan${index}`, { username: 'x'.repeat(100_000) }),
    )
    for (let version = 6; version <= 17; version++) {
      await at.newBoard(version, { entries })
      await quick.next('leaderboard_update', ({ data }) => data.version === version)
    }
    await at.newBoard(18)
    await quick.next('leaderboard_update', ({ data }) => data.version === 18)
    slow.tcp().resume()
    await slow.next('leaderboard_update', ({ data }) => data.version === 18)
    await slow.next('my_standing', ({ data }) => data.version === 18)
    expect(slow.of('leaderboard_update').length).toBeLessThan(quick.of('leaderboard_update').length)
    expect(slow.ws.readyState).toBe(1)
  })
})
