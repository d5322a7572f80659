import { liveTimingChanged } from '@purple-sector/contracts/admin/events'
import { TIMING_ENDS_AFTER_MS } from '@purple-sector/contracts/admin/timing-order'
import { weekendReply } from '@purple-sector/testing/replies'
import { describe, expect, onTestFinished, test } from 'vitest'
import { liveTimingScene } from '../testing/live-timing-scene.ts'
import { realtimeScene } from '../testing/realtime-scene.ts'
import { signIn } from '../testing/stub-services.ts'
import { startTestGateway } from '../testing/test-gateway.ts'
import { openSocket } from '../testing/test-socket.ts'

const at = realtimeScene()
const { show } = liveTimingScene(at)

const sequence =
  (wanted: number) =>
  ({ data }: { data: { sequence: number } }) =>
    data.sequence === wanted

describe('live timing', () => {
  test('is told whole to who follows the weekend, with the time the snapshot came', async () => {
    const { ann, bob, weekendId } = at.prepare()
    const other = at.prepare()
    const elsewhere = await at.follow(other.ann)
    const [hers, his] = [await at.connect(ann), await at.connect(bob)]
    for (const socket of [hers, his]) {
      socket.subscribe(weekendId)
      await socket.next('my_standing')
    }
    const timing = await show(1, [7, 8, 9], { weekendId, raceId: weekendId * 10 + 1 })
    for (const socket of [hers, his]) {
      const frame = await socket.next('timing_update')
      expect(frame.data).toEqual(timing)
      expect(frame.at).toBe(timing.at)
      expect(frame.seq).toBeTypeOf('number')
    }
    expect(elsewhere.of('timing_update')).toEqual([])
  })

  test('of many snapshots shows four a second at most, the last always', async () => {
    const { ann, weekendId } = at.prepare()
    const hers = await at.follow(ann)
    const startedAt = Date.now()
    for (let each = 1; each <= 40; each++) {
      await show(each, [7, 8], { weekendId, raceId: weekendId * 10 + 1 })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    await hers.next('timing_update', sequence(40))
    const seconds = (Date.now() - startedAt) / 1000
    expect(hers.of('timing_update').length).toBeLessThanOrEqual(Math.ceil(4 * seconds) + 1)
  })

  test('is shown to who comes while the session runs, and not ten minutes later', async () => {
    const { ann, bob, weekendId } = at.prepare()
    const raceId = weekendId * 10 + 1
    const timing = await show(3, [7, 8], { weekendId, raceId })
    const hers = await at.follow(ann)
    const frame = await hers.next('timing_update')
    expect(frame).toMatchObject({ data: timing, at: timing.at })
    expect(frame.seq).toBeUndefined()
    const before = new Date(Date.now() - TIMING_ENDS_AFTER_MS - 1_000).toISOString()
    await show(4, [7, 8], { weekendId, raceId, at: before })
    await hers.next('timing_update', sequence(4))
    const his = await at.follow(bob)
    expect(his.of('timing_update')).toEqual([])
  })

  test('shows who comes whether it is paused', async () => {
    const { ann, bob } = at.prepare()
    const timing = { isPaused: true, isRunning: false, source: null, raceId: null }
    await at.gateway.announce(liveTimingChanged, timing)
    const hers = await at.follow(ann)
    expect((await hers.next('live_timing_status')).data).toEqual(timing)
    await at.gateway.announce(liveTimingChanged, { ...timing, isPaused: false })
    const his = await at.follow(bob)
    expect((await his.next('live_timing_status')).data.isPaused).toBe(false)
  })

  test('is known to be paused by a gateway that starts meanwhile', async () => {
    const fresh = await startTestGateway({
      fill(state) {
        state.isTimingPaused = true
        state.weekends.push({ weekend: weekendReply({ id: 1 }), races: [] })
      },
    })
    onTestFinished(fresh.close)
    const { cookie } = signIn(fresh.state)
    const isTold = async (): Promise<boolean> => {
      const socket = await openSocket(fresh.url, { cookie })
      socket.subscribe(1)
      await socket.next('my_standing')
      socket.ws.terminate()
      return socket.of('live_timing_status').some(({ data }) => data.isPaused)
    }
    // Nobody waits for race control.
    await expect.poll(isTold, { timeout: 20_000 }).toBe(true)
  })
})
