import { VISIBLE_TIMINGS } from '@purple-sector/contracts/timings'
import { boardEntry, engagementEntry, raceReply, timingReply, weekendReply } from '@purple-sector/testing/replies'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOTIFIED_AT, type SignedIn, signIn } from '../../test/stub-services.ts'
import { startTestGateway, type TestGateway } from '../../test/test-gateway.ts'

const CHANGED_AT = '2026-03-01T09:30:00.000Z'

let gateway: TestGateway
let fan: SignedIn

beforeAll(async () => {
  gateway = await startTestGateway({
    fill(state) {
      const race = raceReply({ id: 11, weekendId: 1, resultChangedAt: CHANGED_AT })
      state.weekends.push({ weekend: weekendReply({ id: 1 }), races: [race, raceReply({ id: 12, weekendId: 1 })] })
      const board = { version: 7, entries: [boardEntry('ann')], ranks: [], standings: [] }
      state.boards.set(1, { ...board, changedAt: CHANGED_AT })
      state.boards.set(2, board)
      state.engagementBoards.set(1, { version: 3, changedAt: CHANGED_AT, entries: [engagementEntry('ann')] })
    },
  })
  fan = signIn(gateway.state)
})
afterAll(() => gateway.close())

const read = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${gateway.url}${path}`, { headers: { cookie: fan.cookie, ...headers } })

describe('Last-Changed of replies from memory', () => {
  test.each([
    ['a board', '/api/weekends/1/leaderboard', CHANGED_AT],
    ['the engagement board', '/api/engagement/leaderboard/1', CHANGED_AT],
    ['races', '/api/weekends/1/races', CHANGED_AT],
    ['how much is unread', '/api/notifications/1/count', NOTIFIED_AT],
  ])('%s, also with 304', async (_, path, changedAt) => {
    const replies = [await read(path), await read(path), await read(path)]
    for (const reply of replies) expect(reply.headers.get('last-changed')).toBe(changedAt)
    const etag = replies.at(-1)?.headers.get('etag') ?? ''
    const again = await read(path, { 'if-none-match': etag })
    expect([again.status, again.headers.get('last-changed')]).toEqual([304, changedAt])
  })

  test('sends no Last-Changed without any change', async () => {
    expect((await read('/api/weekends/2/leaderboard')).headers.get('last-changed')).toBeNull()
  })
})

describe('live timing of a race', () => {
  const path = '/api/live-timing/races/11'
  const publishTiming = async (sequence: number) => {
    const value = timingReply([7, 8], { sequence })
    await gateway.cache.latest(VISIBLE_TIMINGS).putIfNewer('11', { generation: 1, sequence, value }, 60_000)
    return value
  }
  const askedOfRaceControl = () => gateway.state.requests.filter((line) => line.endsWith(path)).length

  test('replies with live timing from the cache, and else forwards to race control', async () => {
    expect((await read(path)).status).toBe(404)
    expect(askedOfRaceControl()).toBe(1)
    const first = await publishTiming(1)
    const reply = await read(path)
    expect(await reply.json()).toEqual(first)
    expect(reply.headers.get('last-changed')).toBe(first.at)
    const etag = reply.headers.get('etag') ?? ''
    expect((await read(path, { 'if-none-match': etag })).status).toBe(304)
    const second = await publishTiming(2)
    const changed = await read(path, { 'if-none-match': etag })
    expect(await changed.json()).toEqual(second)
    expect(changed.headers.get('last-changed')).toBe(second.at)
    expect(askedOfRaceControl()).toBe(1)
    expect((await fetch(`${gateway.url}${path}`)).status).toBe(401)
  })
})
