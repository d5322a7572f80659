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
  const taken: ServerFrame[] = []
  const socket = {
    writableLength: 0,
    cork() {},
    uncork() {},
    write(data: Buffer) {
      for (const line of data.toString().trim().split('\n')) taken.push(serverFrameSchema.parse(JSON.parse(line)))
    },
    once: (_: 'drain', then: () => void) => {
      drained = then
    },
  }
  return {
    socket,
    taken,
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

/** A weekend's channel whose clients, of both kinds, rebuild the session's state from their frames. */
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
    const { socket, taken, stall, drain } = aSocket()
    const ws = { readyState: 1, OPEN: 1 } as unknown as WebSocket
    const client = new Client(ws, socket as unknown as Duplex, { userId: 'u', hash: 'h' }, 0)
    client.timingChanges = timingChanges
    let read = 0
    let known: Timing | undefined
    return {
      taken,
      stall,
      drain,
      join: () => channel.join(client),
      leave: () => channel.leave(client),
      knows(): Timing | undefined {
        for (const frame of taken.slice(read)) {
          if (frame.type === 'timing_update') known = frame.data
          if (frame.type === 'timing_changes') {
            const built = known && withTimingChanges(known, frame.data)
            if (!built) throw new Error(`Changes to ${frame.data.sequence} build on what is not here`)
            known = built
          }
        }
        read = taken.length
        return known
      },
      types: () => taken.map(({ type }) => type),
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
    ends() {
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

const stateOf = (sequence: number, entries: TimingEntry[], over: Partial<Timing> = {}): Timing =>
  timingReply([], { sequence, at: new Date().toISOString(), entries, ...over })
const two = [timingEntryReply(7, 1), timingEntryReply(8, 2)]

describe('client that subscribed to changes', () => {
  test('gets the whole session first, and then only the changed cars', () => {
    const { aFan, receiveTiming } = aWeekend()
    const fan = aFan(true)
    fan.join()
    receiveTiming(stateOf(1, two))
    tick()
    receiveTiming(stateOf(2, [two[0]!, { ...two[1]!, inPit: true }]))
    tick()
    receiveTiming(stateOf(3, [two[0]!], { flag: 'red' }))
    tick()
    expect(fan.taken).toMatchObject([
      { type: 'timing_update', data: { sequence: 1 } },
      {
        type: 'timing_changes',
        data: { since: { generation: 1, sequence: 1 }, entries: [{ carId: 8, inPit: true }], gone: [] },
      },
      { type: 'timing_changes', data: { since: { sequence: 2 }, flag: 'red', entries: [], gone: [two[1]!.plate] } },
    ])
    expect(fan.taken[1]).toMatchObject({ at: new Date(START + TICK_MS).toISOString(), seq: expect.any(Number) })
  })

  test('gets the state of the others when it joins before a pending change, so that one change fits all', () => {
    const { aFan, receiveTiming } = aWeekend()
    const [early, late] = [aFan(true), aFan(true)]
    early.join()
    receiveTiming(stateOf(1, two))
    tick()
    // Car 9 appears and disappears within a tick; a client that received it would keep it.
    receiveTiming(stateOf(2, [...two, timingEntryReply(9, 3)]))
    late.join()
    receiveTiming(stateOf(3, two))
    tick()
    expect(late.types()).toEqual(['timing_update', 'timing_changes'])
    expect(early.knows()?.entries).toEqual(two)
  })

  test.each(['no state was sent before', 'it was silent for long'])(
    'gets the whole session when it joins as the session starts: %s',
    (before) => {
      const { aFan, receiveTiming } = aWeekend()
      const [early, late] = [aFan(true), aFan(true)]
      early.join()
      if (before === 'it was silent for long') {
        receiveTiming(stateOf(1, two))
        vi.advanceTimersByTime(TIMING_ENDS_AFTER_MS + 1)
      }
      const between = aFan(true)
      between.join()
      expect(between.taken).toEqual([])
      const newest = stateOf(2, [two[0]!])
      receiveTiming(newest)
      late.join()
      tick()
      for (const fan of [early, between, late]) expect(fan.knows()).toEqual(newest)
    },
  )

  test('gets the whole session where two cars share a position, whose order changes cannot express', () => {
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
    receiveTiming(stateOf(sequence, two))
    tick()
  }
  expect(fan.taken).toMatchObject(
    [1, 2, 3].map((sequence) => ({ type: 'timing_update', data: { sequence, entries: two } })),
  )
})

describe('client that joins after the last snapshot', () => {
  /** Whether clients of either kind that join so many ms after the snapshot get the session. */
  const isShownTo = ({ aFan }: Pick<ReturnType<typeof aWeekend>, 'aFan'>, afterMs: number): boolean[] => {
    vi.setSystemTime(START + TICK_MS + afterMs)
    return [true, false].map((timingChanges) => {
      const fan = aFan(timingChanges)
      fan.join()
      return fan.taken.length > 0
    })
  }
  const weekendWith = (over: Partial<Timing>) => {
    const weekend = aWeekend()
    tick()
    weekend.receiveTiming(stateOf(1, two, over))
    tick()
    vi.setSystemTime(START + TICK_MS)
    return weekend
  }

  test('gets the session for ten minutes', () => {
    const weekend = weekendWith({})
    expect(isShownTo(weekend, TIMING_ENDS_AFTER_MS - 1)).toEqual([true, true])
    expect(isShownTo(weekend, TIMING_ENDS_AFTER_MS)).toEqual([false, false])
  })

  test.each(['chequered', 'paused'])('gets a session awaiting its result while other clients see it: %s', (why) => {
    const weekend = weekendWith({ flag: why === 'chequered' ? 'chequered' : 'green' })
    weekend.pause(why === 'paused')
    expect(isShownTo(weekend, ORDER_TTL_MS - 1)).toEqual([true, true])
    expect(isShownTo(weekend, ORDER_TTL_MS)).toEqual([false, false])
  })

  test('does not get a session that has its result', () => {
    const weekend = weekendWith({ flag: 'chequered' })
    weekend.ends()
    expect(isShownTo(weekend, TIMING_ENDS_AFTER_MS)).toEqual([false, false])
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
        const known = fan.knows()
        if (isIn && !isStalled && isSeen()) expect(known).toEqual(newest())
      }
    }
  },
)
