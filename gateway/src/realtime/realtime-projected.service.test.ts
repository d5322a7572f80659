import { liveTimingChanged } from '@purple-sector/contracts/admin/events'
import { TIMING_ENDS_AFTER_MS } from '@purple-sector/contracts/admin/timing-order'
import type { ProjectionRequest } from '@purple-sector/contracts/tipping/internal'
import { openCompetition } from '@purple-sector/contracts/tipping/scope'
import { raceChanged } from '@purple-sector/contracts/weekends/events'
import { aRace } from '@purple-sector/testing/builders'
import { boardEntry } from '@purple-sector/testing/replies'
import { beforeEach, describe, expect, test } from 'vitest'
import { groupScene } from '../../test/group-scene.ts'
import { liveTimingScene } from '../../test/live-timing-scene.ts'
import { realtimeScene } from '../../test/realtime-scene.ts'
import type { SignedIn } from '../../test/stub-services.ts'

const at = realtimeScene()
const { publishTiming } = liveTimingScene(at)
const groups = groupScene(at)

let requests: ProjectionRequest[] = []

/** Stubs tipping: the leader gets 25 points, in the open competition and in every group. */
beforeEach(() => {
  requests = []
  const { state } = at.gateway
  state.projectedLeaderboards = (request) => {
    requests.push(request)
    return request.scopes.map((scope) => {
      const { weekendId, groupId } = scope
      return {
        scope,
        version: (groupId === null ? state.boards.get(weekendId) : state.groupBoards.get(groupId))?.version ?? 0,
        total: 2,
        entries: [{ ...boardEntry(`leader ${request.podium[0]}`, { totalPoints: 25 }), gain: 25 }],
      }
    })
  }
})

const watch = async (user: SignedIn, weekendId: number, groupIds: number[] = []) => {
  const socket = await at.connect(user)
  socket.subscribe(weekendId, groupIds, { projected: true })
  await socket.next('my_standing')
  return socket
}

const leader =
  (carId: number, groupId: number | null = null) =>
  ({ data }: { data: { groupId: number | null; entries: { userId: string }[] } }) =>
    data.groupId === groupId && data.entries[0]?.userId === `leader ${carId}`

describe('projected leaderboard', () => {
  test('sends a projected leaderboard to subscribed clients only', async () => {
    const { ann, bob, weekendId } = at.prepare()
    const raceId = weekendId * 10 + 1
    const [hers, his] = [await watch(ann, weekendId), await at.follow(bob)]
    const timing = await publishTiming(1, [7, 8, 9], { weekendId, raceId })
    const frame = await hers.next('projected_leaderboard', leader(7))
    expect(frame).toMatchObject({ at: timing.at, data: { weekendId, groupId: null, raceId, sequence: 1, total: 2 } })
    expect(requests).toEqual([{ raceId, podium: [7, 8, 9], scopes: [openCompetition(weekendId)] }])
    await his.next('timing_update')
    expect(his.of('projected_leaderboard')).toEqual([])
  })

  test('requests no projected leaderboard without viewers', async () => {
    const { ann, weekendId } = at.prepare()
    const hers = await at.follow(ann)
    await publishTiming(1, [7, 8, 9], { weekendId, raceId: weekendId * 10 + 1 })
    await hers.next('timing_update')
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(requests).toEqual([])
  })

  test('requests another projection only when the podium or the actual board changes', async () => {
    const { ann, weekendId } = at.prepare()
    const raceId = weekendId * 10 + 1
    const hers = await watch(ann, weekendId)
    await publishTiming(1, [7, 8, 9], { weekendId, raceId })
    await hers.next('projected_leaderboard', leader(7))
    await publishTiming(2, [7, 8, 9], { weekendId, raceId, lap: 6 })
    await hers.next('timing_update', ({ data }) => data.sequence === 2)
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect(requests).toHaveLength(1)
    at.gateway.state.boards.get(weekendId)!.version = 6
    await at.newBoard(6)
    await expect.poll(() => requests.length).toBe(2)
    await publishTiming(3, [8, 7, 9], { weekendId, raceId })
    await hers.next('projected_leaderboard', leader(8))
    expect(requests).toHaveLength(3)
  })

  test('sends a new leader soon, and at most one projection in two seconds', async () => {
    const { ann, weekendId } = at.prepare()
    const raceId = weekendId * 10 + 1
    const hers = await watch(ann, weekendId)
    const sent: number[] = []
    hers.ws.on('message', (data: Buffer) => {
      if (data.toString().startsWith('{"type":"projected_leaderboard"')) sent.push(performance.now())
    })
    await publishTiming(1, [7, 8, 9], { weekendId, raceId })
    await hers.next('projected_leaderboard', leader(7))
    expect(sent).toHaveLength(1)
    for (let each = 2; each <= 40; each++) {
      await publishTiming(each, each % 2 ? [7, 8, 9] : [8, 7, 9], { weekendId, raceId })
      await new Promise((resolve) => setTimeout(resolve, 120))
    }
    const changedAt = performance.now()
    await publishTiming(41, [9, 7, 8], { weekendId, raceId })
    await hers.next('projected_leaderboard', leader(9))
    // Two seconds, plus the delay of a busy machine.
    expect((sent.at(-1) ?? 0) - changedAt).toBeLessThan(10_000)
    const pauses = sent.slice(1).map((moment, index) => moment - (sent[index] ?? 0))
    // Latency varies between frames; without the pause they would be 120 ms apart.
    for (const pause of pauses) expect(pause).toBeGreaterThan(1_500)
  })

  test('requests the projections of groups in the same call', async () => {
    const { ann, weekendId, groupId, join } = groups.prepare()
    await join(ann)
    await groups.follow(ann, weekendId, groupId)
    const hers = await watch(ann, weekendId, [groupId])
    await publishTiming(1, [7, 8, 9], { weekendId, raceId: weekendId * 10 + 1 })
    await hers.next('projected_leaderboard', leader(7))
    await hers.next('projected_leaderboard', leader(7, groupId))
    expect(requests).toMatchObject([{ scopes: [openCompetition(weekendId), { weekendId, groupId }] }])
  })

  test('ends the projection of a group in which the next running race does not count', async () => {
    const { ann, weekendId, groupId, join } = groups.prepare()
    await join(ann)
    await groups.follow(ann, weekendId, groupId)
    const { state } = at.gateway
    const [first, next] = [weekendId * 10 + 1, weekendId * 10 + 2]
    const answer = state.projectedLeaderboards
    state.projectedLeaderboards = (request) =>
      answer({
        ...request,
        scopes: request.scopes.filter((scope) => scope.groupId === null || request.raceId !== next),
      })
    const hers = await watch(ann, weekendId, [groupId])
    await publishTiming(1, [7, 8, 9], { weekendId, raceId: first })
    await hers.next('projected_leaderboard', leader(7, groupId))
    const timing = await publishTiming(1, [4, 5, 6], {
      weekendId,
      raceId: next,
      at: new Date(Date.now() + 1).toISOString(),
    })
    const frame = await hers.next(
      'projected_leaderboard',
      ({ data, seq }) => data.groupId === groupId && data.raceId === null && seq !== undefined,
    )
    expect(frame.at).toBe(timing.at)
    await hers.next('projected_leaderboard', leader(4))
  })

  test('sends the last projection to new clients', async () => {
    const { ann, bob, weekendId } = at.prepare()
    const hers = await watch(ann, weekendId)
    await publishTiming(1, [7, 8, 9], { weekendId, raceId: weekendId * 10 + 1 })
    await hers.next('projected_leaderboard', leader(7))
    const his = await watch(bob, weekendId)
    await his.next('projected_leaderboard', leader(7))
    expect(requests).toHaveLength(1)
  })

  test('ends the projection when the race has its result', async () => {
    const { ann, weekendId } = at.prepare()
    const raceId = weekendId * 10 + 1
    const hers = await watch(ann, weekendId)
    await publishTiming(1, [7, 8, 9], { weekendId, raceId })
    await hers.next('projected_leaderboard', leader(7))
    const race = aRace({ id: raceId, weekendId, status: 'completed', resultRevision: 1 })
    const { time } = await at.gateway.publishEvent(raceChanged, race)
    const frame = await hers.next('projected_leaderboard', ({ data, seq }) => data.raceId === null && seq !== undefined)
    expect(frame).toMatchObject({ at: time, data: { groupId: null, sequence: null, entries: [], total: 0 } })
    const late = await watch(ann, weekendId)
    expect((await late.next('projected_leaderboard', ({ seq }) => seq === undefined)).data.raceId).toBeNull()
  })

  test('ends the projection while timing is paused, and sends it again after the pause', async () => {
    const { ann, weekendId } = at.prepare()
    const raceId = weekendId * 10 + 1
    const hers = await watch(ann, weekendId)
    await publishTiming(1, [7, 8, 9], { weekendId, raceId })
    await hers.next('projected_leaderboard', leader(7))
    const timing = { isPaused: true, isRunning: true, source: null, raceId }
    await at.gateway.publishEvent(liveTimingChanged, timing)
    await hers.next('projected_leaderboard', ({ data, seq }) => data.raceId === null && seq !== undefined)
    await at.gateway.publishEvent(liveTimingChanged, { ...timing, isPaused: false })
    await publishTiming(2, [8, 7, 9], { weekendId, raceId })
    await hers.next('projected_leaderboard', leader(8))
  })

  test('ends the projection ten minutes after the last snapshot', async () => {
    const { ann, weekendId } = at.prepare()
    const raceId = weekendId * 10 + 1
    const hers = await watch(ann, weekendId)
    await publishTiming(1, [7, 8, 9], {
      weekendId,
      raceId,
      at: new Date(Date.now() - TIMING_ENDS_AFTER_MS + 10_000).toISOString(),
    })
    await hers.next('projected_leaderboard', leader(7))
    await hers.next('projected_leaderboard', ({ data, seq }) => data.raceId === null && seq !== undefined)
  })

  test('retries while tipping is unavailable, and keeps the last projection', async () => {
    const { ann, weekendId } = at.prepare()
    const raceId = weekendId * 10 + 1
    const hers = await watch(ann, weekendId)
    await publishTiming(1, [7, 8, 9], { weekendId, raceId })
    await hers.next('projected_leaderboard', leader(7))
    let rejected = 0
    at.gateway.state.before = (_, url) => {
      if (!url.endsWith('/projected')) return
      rejected += 1
      if (rejected < 3) throw new Error('away')
    }
    await publishTiming(2, [8, 7, 9], { weekendId, raceId })
    await expect.poll(() => rejected).toBeGreaterThan(1)
    expect(hers.of('projected_leaderboard').at(-1)).toSatisfy(leader(7))
    await hers.next('projected_leaderboard', leader(8))
    expect(rejected).toBe(3)
  })
})
