import { liveTimingChanged } from '@purple-sector/contracts/admin/events'
import type { Timing } from '@purple-sector/contracts/admin/live-timing'
import { withTimingChanges } from '@purple-sector/contracts/admin/timing-changes'
import { TIMING_ENDS_AFTER_MS } from '@purple-sector/contracts/admin/timing-order'
import { timingEntryReply, weekendReply } from '@purple-sector/testing/replies'
import { openSocket, type TestSocket } from '@purple-sector/testing/test-socket'
import { describe, expect, onTestFinished, test } from 'vitest'
import { liveTimingScene } from '../../test/live-timing-scene.ts'
import { realtimeScene } from '../../test/realtime-scene.ts'
import { signIn } from '../../test/stub-services.ts'
import { startTestGateway } from '../../test/test-gateway.ts'

const at = realtimeScene()
const { publishTiming } = liveTimingScene(at)

const sequence =
  (expectedSequence: number) =>
  ({ data }: { data: { sequence: number } }) =>
    data.sequence === expectedSequence

describe('live timing', () => {
  test('sends whole live timing to followers of the weekend, with the time of the snapshot', async () => {
    const { ann, bob, weekendId } = at.prepare()
    const other = at.prepare()
    const elsewhere = await at.follow(other.ann)
    const [hers, his] = [await at.connect(ann), await at.connect(bob)]
    for (const socket of [hers, his]) socket.subscribe(weekendId)
    for (const socket of [hers, his]) await socket.next('my_standing')
    const timing = await publishTiming(1, [7, 8, 9], { weekendId, raceId: weekendId * 10 + 1 })
    for (const socket of [hers, his]) {
      const frame = await socket.next('timing_update')
      expect(frame.data).toEqual(timing)
      expect(frame.at).toBe(timing.at)
      expect(frame.seq).toBeTypeOf('number')
    }
    expect(elsewhere.of('timing_update')).toEqual([])
  })

  test('sends live timing four times a second at most, always the last snapshot', async () => {
    const { ann, weekendId } = at.prepare()
    const hers = await at.follow(ann)
    const startedAt = Date.now()
    for (let each = 1; each <= 40; each++) {
      await publishTiming(each, [7, 8], { weekendId, raceId: weekendId * 10 + 1 })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    await hers.next('timing_update', sequence(40))
    const seconds = (Date.now() - startedAt) / 1000
    expect(hers.of('timing_update').length).toBeLessThanOrEqual(Math.ceil(4 * seconds) + 1)
  })

  test('sends live timing to new clients while the race runs, and not ten minutes later', async () => {
    const { ann, bob, weekendId } = at.prepare()
    const raceId = weekendId * 10 + 1
    const timing = await publishTiming(3, [7, 8], { weekendId, raceId })
    const hers = await at.follow(ann)
    const frame = await hers.next('timing_update')
    expect(frame).toMatchObject({ data: timing, at: timing.at })
    expect(frame.seq).toBeUndefined()
    const before = new Date(Date.now() - TIMING_ENDS_AFTER_MS - 1_000).toISOString()
    await publishTiming(4, [7, 8], { weekendId, raceId, at: before })
    await hers.next('timing_update', sequence(4))
    const his = await at.follow(bob)
    expect(his.of('timing_update')).toEqual([])
  })

  test('sends new clients whether live timing is paused', async () => {
    const { ann, bob } = at.prepare()
    const timing = { isPaused: true, isRunning: false, source: null, raceId: null }
    await at.gateway.publishEvent(liveTimingChanged, timing)
    const hers = await at.follow(ann)
    expect((await hers.next('live_timing_status')).data).toEqual(timing)
    await at.gateway.publishEvent(liveTimingChanged, { ...timing, isPaused: false })
    const his = await at.follow(bob)
    expect((await his.next('live_timing_status')).data.isPaused).toBe(false)
  })

  test('sends that live timing is paused after the gateway started during the pause', async () => {
    const fresh = await startTestGateway({
      fill(state) {
        state.isTimingPaused = true
        state.weekends.push({ weekend: weekendReply({ id: 1 }), races: [] })
      },
    })
    onTestFinished(fresh.close)
    const { cookie } = signIn(fresh.state)
    const isPublished = async (): Promise<boolean> => {
      const socket = await openSocket(fresh.url, { cookie })
      socket.subscribe(1)
      await socket.next('my_standing')
      socket.ws.terminate()
      return socket.of('live_timing_status').some(({ data }) => data.isPaused)
    }
    // Subscribing does not wait for the reply of race control.
    await expect.poll(isPublished, { timeout: 20_000 }).toBe(true)
  })
})

describe('live timing as changes', () => {
  /** All states of the session that a socket has known, in order. */
  const statesOf = ({ frames }: TestSocket): Timing[] => {
    const states: Timing[] = []
    for (const { type, data } of frames) {
      if (type === 'timing_update') states.push(data)
      if (type !== 'timing_changes') continue
      const base = states.at(-1)
      const built = base && withTimingChanges(base, data)
      if (!built) throw new Error(`Changes to ${data.sequence} build on a missing state`)
      states.push(built)
    }
    return states
  }
  const waitForSequence = (socket: TestSocket, expectedSequence: number) =>
    expect.poll(() => statesOf(socket).at(-1)?.sequence, { timeout: 30_000, interval: 10 }).toBe(expectedSequence)
  /** A session whose cars change, appear and disappear; a long `driver` makes large frames. */
  const createRaceTiming = (weekendId: number, driver: string) => {
    const publishedTimings = new Map<number, Timing>()
    const cars = new Map(Array.from({ length: 20 }, (_, index) => [index, 0]))
    return {
      publishedTimings,
      async publishTiming(expectedSequence: number, changed: readonly number[]): Promise<void> {
        for (const car of changed) if (!cars.delete(car) || car % 3) cars.set(car, expectedSequence)
        const entries = [...cars]
          .toSorted(([one], [other]) => one - other)
          .map(([car, laps]) => timingEntryReply(car, car + 1, { laps, driver: `${driver}${laps}` }))
        publishedTimings.set(
          expectedSequence,
          await publishTiming(expectedSequence, [], { weekendId, raceId: weekendId * 10 + 1, entries }),
        )
      },
    }
  }
  const follow = async (weekendId: number, timingChanges: boolean, user: Parameters<typeof at.connect>[0]) => {
    const socket = await at.connect(user)
    socket.subscribe(weekendId, [], { timingChanges })
    await socket.next('my_standing')
    return socket
  }

  test('sends changes that equal the whole state at every step, also for new clients', async () => {
    const { ann, bob, weekendId } = at.prepare()
    const { publishedTimings, publishTiming: next } = createRaceTiming(weekendId, 'Driver ')
    await next(1, [])
    const [whole, changes] = [await follow(weekendId, false, ann), await follow(weekendId, true, bob)]
    const later: TestSocket[] = []
    for (let step = 0; step < 12; step++) {
      const first = 2 + step * 3
      await next(first, [step, step + 5])
      if (step % 3 === 0) later.push(await follow(weekendId, true, bob))
      await next(first + 1, [step])
      if (step % 4 === 1) changes.subscribe(weekendId, [], { timingChanges: true })
      await next(first + 2, [step, 19 - step])
      for (const socket of [whole, changes, ...later]) await waitForSequence(socket, first + 2)
    }
    for (const socket of [whole, changes, ...later])
      for (const state of statesOf(socket)) expect(state).toEqual(publishedTimings.get(state.sequence))
    expect(whole.of('timing_changes')).toEqual([])
    expect(changes.of('timing_changes').length).toBeGreaterThan(10)
    const bytes = (frames: readonly unknown[]) => JSON.stringify(frames).length / frames.length
    expect(bytes(changes.of('timing_changes'))).toBeLessThan(bytes(whole.of('timing_update')) / 3)
    // A client that no longer subscribes to changes gets whole states again.
    changes.subscribe(weekendId)
    await next(100, [2])
    await changes.next('timing_update', sequence(100))
  })

  test('sends the whole state after backpressure, and changes from there', async () => {
    const { ann, bob, weekendId } = at.prepare()
    const { publishedTimings, publishTiming: next } = createRaceTiming(weekendId, 'x'.repeat(50_000))
    const [slow, quick] = [await follow(weekendId, true, ann), await follow(weekendId, true, bob)]
    const all = Array.from({ length: 20 }, (_, car) => car)
    await next(1, [])
    await waitForSequence(slow, 1)
    slow.tcp().pause()
    for (let each = 2; each <= 14; each++) {
      await next(each, all)
      await waitForSequence(quick, each)
    }
    slow.tcp().resume()
    await waitForSequence(slow, 14)
    expect(statesOf(slow).length).toBeLessThan(statesOf(quick).length)
    expect(slow.of('timing_update').length).toBeGreaterThan(quick.of('timing_update').length)
    await next(15, [4])
    for (const socket of [slow, quick]) {
      await waitForSequence(socket, 15)
      expect(socket.frames.at(-1)).toMatchObject({ type: 'timing_changes', data: { since: { sequence: 14 } } })
      for (const state of statesOf(socket)) expect(state).toEqual(publishedTimings.get(state.sequence))
    }
  })
})
