import type { Duplex } from 'node:stream'
import type { Timing, TimingEntry } from '@purple-sector/contracts/admin/live-timing'
import { withTimingChanges } from '@purple-sector/contracts/admin/timing-changes'
import {
  inRunningOrder,
  ORDER_TTL_MS,
  seenForMs,
  TIMING_ENDS_AFTER_MS,
} from '@purple-sector/contracts/admin/timing-order'
import { type ServerFrame, serverFrameSchema } from '@purple-sector/contracts/realtime'
import { silentLogger } from '@purple-sector/service-kit'
import { timingEntryReply, timingReply } from '@purple-sector/testing/replies'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type WebSocket from 'ws'
import { createChannel } from '../hub/channel.ts'
import { Client } from '../hub/client.ts'
import type { FrameWriter } from '../hub/frames.ts'
import { createTimings } from './timings.ts'

const START = Date.parse('2026-11-21T04:00:00.000Z')
const frames: FrameWriter = (type, data, seq, at) =>
  Buffer.from(`${JSON.stringify({ type, at, data, seq, epoch: 'e' })}\n`)

/** A socket that accepts every frame; after `stall` it has backpressure until `drain`. */
const aSocket = () => {
  let drained: (() => void) | undefined
  const received: ServerFrame[] = []
  const socket = {
    writableLength: 0,
    cork() {},
    uncork() {},
    write(data: Buffer) {
      for (const line of data.toString().trim().split('\n')) received.push(serverFrameSchema.parse(JSON.parse(line)))
    },
    once: (_: 'drain', then: () => void) => {
      drained = then
    },
  }
  return {
    socket,
    received,
    stall: () => {
      socket.writableLength = 1_000_000
    },
    drain: () => {
      socket.writableLength = 0
      const then = drained
      drained = undefined
      then?.()
    },
  }
}

/** A weekend's channel whose clients with and without timing changes, rebuild the race's state from their frames. */
const aWeekend = () => {
  let newest: Timing | undefined
  let isPaused = false
  let isOver = false
  const channel = createChannel({
    key: 'weekend/1',
    states: () => timings.states(),
    now: () => Date.now(),
    log: silentLogger(),
  })
  const timings = createTimings({
    channel,
    timings: { ofRace: () => newest },
    liveTiming: { currentPause: () => (isPaused ? { at: undefined } : undefined) },
    runningRaces: { isOver: () => isOver },
    frames,
    now: () => Date.now(),
  })
  const aFan = (timingChanges: boolean) => {
    const { socket, received, stall, drain } = aSocket()
    const ws = { readyState: 1, OPEN: 1 } as unknown as WebSocket
    const client = new Client(ws, socket as unknown as Duplex, { userId: 'u', hash: 'h' }, 0)
    client.timingChanges = timingChanges
    let read = 0
    let known: Timing | undefined
    return {
      received,
      stall,
      drain,
      join: () => channel.join(client),
      leave: () => channel.leave(client),
      currentTiming(): Timing | undefined {
        for (const frame of received.slice(read)) {
          if (frame.type === 'timing_update') known = frame.data
          if (frame.type === 'timing_changes') {
            const built = known && withTimingChanges(known, frame.data)
            if (!built) throw new Error(`Changes to ${frame.data.sequence} build on a missing state`)
            known = built
          }
        }
        read = received.length
        return known
      },
      types: () => received.map(({ type }) => type),
    }
  }
  return {
    aFan,
    receiveTiming(timing: Timing | undefined) {
      newest = timing
      if (timing) timings.changed(timing.raceId)
    },
    /** Sets a state received before the channel was opened. */
    addRace(timing: Timing) {
      newest = timing
      timings.addRace(timing.raceId)
    },
    newest: () => newest,
    pause(next: boolean) {
      isPaused = next
    },
    isPaused: () => isPaused,
    endRace() {
      isOver = true
    },
    isSeen: () =>
      newest !== undefined && Date.now() - Date.parse(newest.at) < seenForMs({ flag: newest.flag, isPaused }),
  }
}

const TICK_MS = 250
const tick = () => vi.advanceTimersByTime(TICK_MS)

beforeEach(() => {
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  vi.useRealTimers()
})

const stateOf = (sequence: number, entries: TimingEntry[], overrides: Partial<Timing> = {}): Timing =>
  timingReply([], { sequence, at: new Date().toISOString(), entries, ...overrides })
const twoCars = [timingEntryReply(7, 1), timingEntryReply(8, 2)]

describe('client that subscribed to changes', () => {
  test('sends the whole race first, and then only the changed cars', () => {
    const { aFan, receiveTiming } = aWeekend()
    const fan = aFan(true)
    fan.join()
    receiveTiming(stateOf(1, twoCars))
    tick()
    receiveTiming(stateOf(2, [twoCars[0]!, { ...twoCars[1]!, inPit: true }]))
    tick()
    receiveTiming(stateOf(3, [twoCars[0]!], { flag: 'red' }))
    tick()
    expect(fan.received).toMatchObject([
      { type: 'timing_update', data: { sequence: 1 } },
      {
        type: 'timing_changes',
        data: { since: { generation: 1, sequence: 1 }, entries: [{ carId: 8, inPit: true }], gone: [] },
      },
      { type: 'timing_changes', data: { since: { sequence: 2 }, flag: 'red', entries: [], gone: [twoCars[1]!.plate] } },
    ])
    expect(fan.received[1]).toMatchObject({ at: new Date(START + TICK_MS).toISOString(), seq: expect.any(Number) })
  })

  test('sends a new client the state of the others, so that the next change applies to all', () => {
    const { aFan, receiveTiming } = aWeekend()
    const [early, late] = [aFan(true), aFan(true)]
    early.join()
    receiveTiming(stateOf(1, twoCars))
    tick()
    // Car 9 appears and disappears within a tick; a client that received it would keep it.
    receiveTiming(stateOf(2, [...twoCars, timingEntryReply(9, 3)]))
    late.join()
    receiveTiming(stateOf(3, twoCars))
    tick()
    expect(late.types()).toEqual(['timing_update', 'timing_changes'])
    expect(early.currentTiming()?.entries).toEqual(twoCars)
  })

  test.each(['no state was sent before', 'it was silent for long'])(
    'sends the whole race to a client that joins as the race starts: %s',
    (before) => {
      const { aFan, receiveTiming } = aWeekend()
      const [early, late] = [aFan(true), aFan(true)]
      early.join()
      if (before === 'it was silent for long') {
        receiveTiming(stateOf(1, twoCars))
        vi.advanceTimersByTime(TIMING_ENDS_AFTER_MS + 1)
      }
      const between = aFan(true)
      between.join()
      expect(between.received).toEqual([])
      const newest = stateOf(2, [twoCars[0]!])
      receiveTiming(newest)
      late.join()
      tick()
      for (const fan of [early, between, late]) expect(fan.currentTiming()).toEqual(newest)
    },
  )

  test('sends the whole race if two cars share a position, whose order changes cannot express', () => {
    const { aFan, receiveTiming } = aWeekend()
    const fan = aFan(true)
    fan.join()
    const [one, other] = [timingEntryReply(7, 1), timingEntryReply(8, 1)]
    receiveTiming(stateOf(1, [one, other]))
    tick()
    receiveTiming(stateOf(2, [other, one]))
    tick()
    expect(fan.types()).toEqual(['timing_update', 'timing_update'])
  })
})

test('sends whole states to clients that did not subscribe to changes', () => {
  const { aFan, receiveTiming } = aWeekend()
  const fan = aFan(false)
  fan.join()
  for (const sequence of [1, 2, 3]) {
    receiveTiming(stateOf(sequence, twoCars))
    tick()
  }
  expect(fan.received).toMatchObject(
    [1, 2, 3].map((sequence) => ({ type: 'timing_update', data: { sequence, entries: twoCars } })),
  )
})

describe('client that joins after the last snapshot', () => {
  /** Whether clients of either kind that join so many ms after the snapshot get the race. */
  const sendsTimingTo = ({ aFan }: Pick<ReturnType<typeof aWeekend>, 'aFan'>, afterMs: number): boolean[] => {
    vi.setSystemTime(START + TICK_MS + afterMs)
    return [true, false].map((timingChanges) => {
      const fan = aFan(timingChanges)
      fan.join()
      return fan.received.length > 0
    })
  }
  const weekendWith = (overrides: Partial<Timing>) => {
    const weekend = aWeekend()
    tick()
    weekend.receiveTiming(stateOf(1, twoCars, overrides))
    tick()
    vi.setSystemTime(START + TICK_MS)
    return weekend
  }

  test('sends a new client the race for ten minutes after the last snapshot', () => {
    const weekend = weekendWith({})
    expect(sendsTimingTo(weekend, TIMING_ENDS_AFTER_MS - 1)).toEqual([true, true])
    expect(sendsTimingTo(weekend, TIMING_ENDS_AFTER_MS)).toEqual([false, false])
  })

  test.each(['chequered', 'paused'])(
    'sends a new client a race awaiting its result while other clients see it: %s',
    (why) => {
      const weekend = weekendWith({ flag: why === 'chequered' ? 'chequered' : 'green' })
      weekend.pause(why === 'paused')
      expect(sendsTimingTo(weekend, ORDER_TTL_MS - 1)).toEqual([true, true])
      expect(sendsTimingTo(weekend, ORDER_TTL_MS)).toEqual([false, false])
    },
  )

  test('stops sending a race with a result to new clients ten minutes after its last snapshot', () => {
    const weekend = weekendWith({ flag: 'chequered' })
    weekend.endRace()
    expect(sendsTimingTo(weekend, TIMING_ENDS_AFTER_MS)).toEqual([false, false])
  })
})

/** Returns a deterministic generator of pseudorandom integers from 0 to below its argument. */
const numbersOf = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test.each(Array.from({ length: 40 }, (_, seed) => seed))(
  'clients of both kinds know the same state after every tick, in any order of events (seed %i)',
  (seed) => {
    const below = numbersOf(seed)
    const { aFan, receiveTiming, addRace, newest, pause, isPaused, isSeen } = aWeekend()
    let [sequence, generation] = [0, 1]
    let cars: TimingEntry[] = []
    const next = (): Timing => {
      sequence += 1
      if (below(60) === 0) [sequence, generation] = [1, generation + 1]
      cars = cars.filter(() => below(30) > 0)
      cars = cars.map((car) => (below(5) === 0 ? { ...car, inPit: !car.inPit, laps: car.laps + below(2) } : car))
      cars = cars.map((car) => (below(6) === 0 ? { ...car, position: 1 + below(12) } : car))
      cars = cars.map((car) => (below(12) === 0 ? { ...car, status: below(2) ? 'out' : 'running' } : car))
      const number = below(12)
      if (!cars.some(({ carId }) => carId === number)) cars = [...cars, timingEntryReply(number, 1 + below(12))]
      cars = inRunningOrder(cars)
      return stateOf(sequence, cars, { generation, lap: below(9), flag: below(2) ? 'green' : 'yellow' })
    }
    if (seed % 2) addRace(next())
    const fans = Array.from({ length: 6 }, (_, index) => ({ fan: aFan(index > 1), isIn: false, isStalled: false }))
    const disturb = (): void => {
      const one = fans[below(fans.length)]!
      const { fan } = one
      switch (below(6)) {
        case 0:
          fan.leave()
          one.isIn = false
          break
        case 1:
          fan.stall()
          one.isStalled = true
          break
        case 2:
          fan.drain()
          one.isStalled = false
          break
        default:
          fan.join()
          one.isIn = true
      }
    }
    for (let step = 0; step < 100; step++) {
      for (let left = below(4); left > 0; left--) {
        if (below(2)) receiveTiming(next())
        if (below(2)) disturb()
        if (below(2)) vi.advanceTimersByTime(below(150))
      }
      if (below(40) === 0) vi.advanceTimersByTime(TIMING_ENDS_AFTER_MS)
      // A pause after a silence sends nothing to clients that joined meanwhile.
      if (below(20) === 0) pause(!isPaused() && isSeen())
      tick()
      for (const { fan, isIn, isStalled } of fans) {
        const known = fan.currentTiming()
        if (isIn && !isStalled && isSeen()) expect(known).toEqual(newest())
      }
    }
  },
)
