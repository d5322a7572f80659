import type { Timing } from '@purple-sector/contracts/admin/live-timing'
import type { ServerFrame } from '@purple-sector/contracts/realtime'
import { timingReply } from '@purple-sector/testing/replies'
import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../client/api/query-client.ts'
import type { Realtime } from '../../client/realtime/realtime.ts'
import { connectRealtime } from '../../client/realtime/socket.ts'
import { MARGIN_MS, setDelay } from '../../client/spoiler/delay.ts'
import { timingKey } from '../../features/live-timing/api/timing-keys.ts'
import { openGate } from './spoiler-gate.ts'

const START = Date.parse('2026-11-21T04:00:00.000Z')
const DELAY_MS = 30_000
/** Interval at which a gateway sends a state, in ms; the gate stores as many. */
const TICK_MS = 250
const STEP_MS = 50
/** How far the gateway's clock is ahead of the page's, in ms. */
const SKEW_MS = 95_000
const RETRY_MS = 10_000
/** Maximum travel time of a message, in ms. */
const MAX_WAY_MS = 65

/** Deterministic pseudo-random numbers. */
const numbersOf = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const serverTime = (): number => Date.now() + SKEW_MS

/** A gateway that sends the changes of a session, over connections that are slow and may lose frames. */
const createGateway = (below: (limit: number) => number) => {
  let newest: Timing | undefined
  let lastTiming: Timing | undefined
  let socket: FakeSocket | undefined
  let lostFrames = 0
  /** The page's main thread is blocked until then. */
  let busyUntil = 0
  let arrivedUntil = 0
  /** The state that the page can build from the frames it received: on this connection, and ever. */
  let buildableState: Timing | undefined
  const usable: Timing[] = []

  class FakeSocket {
    static readonly OPEN = 1
    readyState = 0
    onopen: (() => void) | null = null
    onclose: ((event: { code: number }) => void) | null = null
    onmessage: ((event: { data: string }) => void) | null = null
    constructor() {
      socket = this
      buildableState = undefined
      travel(() => {
        this.readyState = FakeSocket.OPEN
        this.onopen?.()
        this.notify({ type: 'hello', data: { userId: 'u', serverTime: new Date(serverTime()).toISOString() } })
      })
    }
    send(text: string) {
      const frame = JSON.parse(text)
      travel(() => {
        if (frame.type === 'ping')
          this.notify({ type: 'pong', data: { serverTime: new Date(serverTime()).toISOString() } })
        else if (lastTiming) this.notify({ type: 'timing_update', data: lastTiming, at: lastTiming.at })
      })
    }
    notify(frame: Pick<ServerFrame, 'type' | 'data' | 'at'>) {
      if (this.readyState !== FakeSocket.OPEN) return
      travel(() => {
        if (!this.onmessage) return
        receive(frame)
        this.onmessage({ data: JSON.stringify({ ...frame, epoch: 'e' }) })
      })
    }
    close() {}
  }
  /** Delivers in order, as a connection does, and not while the page is blocked. */
  const travel = (arrive: () => void): void => {
    arrivedUntil = Math.max(arrivedUntil, busyUntil, Date.now() + 5 + below(MAX_WAY_MS - 5))
    setTimeout(arrive, arrivedUntil - Date.now())
  }
  const receive = (frame: Pick<ServerFrame, 'type' | 'data'>): void => {
    if (frame.type === 'timing_update') buildableState = frame.data as Timing
    else if (frame.type !== 'timing_changes') return
    else {
      const { since, ...timing } = frame.data as Timing & { since: { sequence: number } }
      buildableState = buildableState?.sequence === since.sequence ? timing : undefined
    }
    if (buildableState) usable.push(buildableState)
  }

  return {
    FakeSocket,
    usable,
    show(timing: Timing) {
      newest = timing
    },
    tick() {
      if (!newest || newest === lastTiming) return
      const since = lastTiming
      lastTiming = newest
      if (lostFrames > 0) lostFrames -= 1
      else if (!since) socket?.notify({ type: 'timing_update', data: lastTiming, at: lastTiming.at })
      else {
        const changes = { ...lastTiming, since: { generation: 1, sequence: since.sequence }, gone: [] }
        socket?.notify({ type: 'timing_changes', data: changes, at: lastTiming.at })
      }
    },
    dropFrames(count: number) {
      lostFrames = count
    },
    isBusyFor(ms: number) {
      busyUntil = Date.now() + ms
    },
    breaks() {
      socket?.onclose?.({ code: 1006 })
      socket = undefined
    },
    isKnown: () => buildableState !== undefined,
  }
}

let client: QueryClient
let realtime: Realtime
let gate: ReturnType<typeof openGate>
const timingOnScreen = (): Timing | undefined => client.getQueryData<Timing>(timingKey(11))

const connectTo = (gateway: ReturnType<typeof createGateway>): void => {
  vi.stubGlobal('WebSocket', gateway.FakeSocket)
  client = createQueryClient()
  gate = openGate(client)
  realtime = connectRealtime('ws://here/ws')
  realtime.onFrame((frame) => gate.accept(frame))
  realtime.subscribe(1)
}

beforeEach(() => {
  vi.useFakeTimers({ now: START })
  vi.spyOn(console, 'info').mockImplementation(() => {})
  setDelay(DELAY_MS / 1_000)
})
afterEach(() => {
  realtime.close()
  gate.close()
  setDelay(0)
  client.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Plays a session step by step and checks the screen after every step. */
const run = (
  gateway: ReturnType<typeof createGateway>,
  untilMs: number,
  { everyMs, disturb = () => {} }: { everyMs(): number; disturb?(): void },
) => {
  const sequences = new Set<number>()
  let nextAt = 0
  let sequence = 0
  for (let time = 0; time < untilMs; time += STEP_MS) {
    if (time >= nextAt) {
      gateway.show(timingReply([7, 8], { sequence: ++sequence, at: new Date(serverTime()).toISOString() }))
      nextAt = time + everyMs()
    }
    if (time % TICK_MS === 0) gateway.tick()
    disturb()
    vi.advanceTimersByTime(STEP_MS)
    const now = timingOnScreen()
    if (now) sequences.add(now.sequence)
    const ageMs = now ? serverTime() - Date.parse(now.at) : Number.POSITIVE_INFINITY
    expect(ageMs, `${now?.sequence} is shown after ${ageMs} ms`).toBeGreaterThanOrEqual(DELAY_MS)
  }
  return sequences
}

test('shows no state early and skips no lap when the page was blocked while it opened', () => {
  const gateway = createGateway(() => 0)
  gateway.isBusyFor(3_000)
  connectTo(gateway)
  const sequences = run(gateway, 90_000, { everyMs: () => 2_500 })
  const laps = gateway.usable.filter(({ at }) => Date.parse(at) < serverTime() - DELAY_MS - MARGIN_MS - TICK_MS)
  expect(laps.length).toBeGreaterThan(20)
  expect(sequences).toEqual(new Set(laps.map(({ sequence }) => sequence)))
})

test.each(Array.from({ length: 8 }, (_, seed) => seed))(
  'shows every state exactly as late as the chosen delay, whatever happens to the connection (%i)',
  (seed) => {
    const below = numbersOf(seed)
    const gateway = createGateway(below)
    connectTo(gateway)
    let brokenUntil = 0
    let unknownFor = 0
    run(gateway, 120_000, {
      everyMs: () => [100, 300, 2_500][below(3)] ?? 0,
      disturb() {
        if (below(300) === 0) gateway.dropFrames(1 + below(3))
        if (below(900) === 0) {
          gateway.breaks()
          brokenUntil = Date.now() + RETRY_MS + 1_000
        }
        // Lost state is sent in full 5 s later at the latest.
        unknownFor = gateway.isKnown() || Date.now() < brokenUntil ? 0 : unknownFor + STEP_MS
        expect(unknownFor).toBeLessThan(5_000 + TICK_MS)
        const due = serverTime() - DELAY_MS - MARGIN_MS - TICK_MS - MAX_WAY_MS
        const last = gateway.usable.findLast(({ at }) => Date.parse(at) <= due)
        expect(timingOnScreen()?.sequence ?? 0).toBeGreaterThanOrEqual(last?.sequence ?? 0)
      },
    })
    expect(timingOnScreen()).toBeDefined()
  },
)
