import { silentLogger } from '@purple-sector/service-kit'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Channel, createChannel } from './channel.ts'
import type { OwnState, SharedState, State } from './channel-state.ts'
import type { Client } from './client.ts'

const log = silentLogger()

/** A stub of a client with the members that a channel uses. */
const aClient = () => {
  const received: string[] = []
  const dirty: State[] = []
  const state = { hasBackpressure: false }
  const client = {
    userId: 'ann',
    channels: [],
    get hasBackpressure() {
      return state.hasBackpressure
    },
    write: (frame: Buffer) => received.push(frame.toString()),
    writeBoth: (first: Buffer, second: Buffer) => received.push(first.toString(), second.toString()),
    sendStates: (channel: Channel, states: Iterable<State>) => {
      for (const each of states) received.push(...[channel.snapshot(each) ?? []].flat().map(String))
    },
    markDirty: (_: Channel, each: State) => dirty.push(each),
    clearDirty: () => dirty.splice(0),
    sendReliable: (frame: Buffer) => received.push(frame.toString()),
  } as unknown as Client
  return { client, received, dirty, state }
}

const aState = (name: string) => {
  let value = 0
  const state: SharedState = {
    update: (seq) => Buffer.from(`${name} ${value} #${seq}`),
    snapshot: () => Buffer.from(`${name} ${value}`),
  }
  return { state, set: (next: number) => (value = next) }
}

const createOwnState = (text = 'mine') => {
  const own = { snapshot: () => Buffer.from(text), release: vi.fn() } satisfies OwnState
  return own
}

/** A channel without initial states; `join` adds a client. */
const aChannel = (acquireOwnState?: () => OwnState, now?: () => number) => {
  const channel = createChannel({
    key: 'weekend/1',
    log,
    ...(acquireOwnState ? { acquireOwnState } : {}),
    ...(now ? { now } : {}),
  })
  const join = () => {
    const one = aClient()
    channel.join(one.client)
    one.received.length = 0
    return one
  }
  return { channel, join }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('channel of very many clients', () => {
  /** A channel whose clock advances by `eachMs` for each sent frame, as if sending took that long. */
  const sent = (eachMs: number) => {
    let spentMs = 0
    const { channel, join } = aChannel(undefined, () => performance.now() + spentMs)
    const received: string[] = []
    const one = join()
    const receive = (frame: Buffer) => {
      spentMs += eachMs
      received.push(frame.toString())
    }
    Object.assign(one.client, { write: receive, sendReliable: receive })
    const stream = channel.stream<number>((messages) => Buffer.from(messages.join()))
    return { received, pushMessage: (message: number) => stream.push(message) }
  }

  test.each([
    [50, 250],
    [150, 450],
    [400, 750],
  ])('after %i ms of sending, sends again %i ms later', (eachMs, tickMs) => {
    const { received, pushMessage } = sent(eachMs)
    pushMessage(1)
    vi.advanceTimersByTime(1)
    expect(received).toEqual(['1'])
    pushMessage(2)
    // Sending has already used `eachMs` of the tick.
    vi.advanceTimersByTime(tickMs - eachMs - 5)
    expect(received).toEqual(['1'])
    vi.advanceTimersByTime(10)
    expect(received).toEqual(['1', '2'])
  })
})

describe('channel states', () => {
  test('sends a changed state at once, and then the latest once a tick', () => {
    const { channel, join } = aChannel()
    const { received } = join()
    const board = aState('board')
    const change = (value: number) => {
      board.set(value)
      channel.markChanged(board.state)
    }
    change(1)
    vi.advanceTimersByTime(1)
    expect(received).toEqual(['board 1 #1'])
    for (let value = 2; value < 10; value++) change(value)
    vi.advanceTimersByTime(240)
    expect(received).toHaveLength(1)
    vi.advanceTimersByTime(10)
    expect(received).toEqual(['board 1 #1', 'board 9 #2'])
    vi.advanceTimersByTime(1_000)
    change(10)
    vi.advanceTimersByTime(1)
    expect(received).toHaveLength(3)
  })

  test('sends states and the own state of the user in one write', () => {
    const own = createOwnState()
    const owns = [own, createOwnState('another')]
    const { channel, join } = aChannel(() => owns.shift()!)
    const [with1, without] = [join(), join()]
    const [board, race] = [aState('board'), aState('race')]
    channel.markChanged(board.state)
    channel.markChanged(race.state)
    channel.markOwnChanged(own)
    vi.advanceTimersByTime(1)
    expect(without.received).toEqual(['board 0 #1race 0 #2'])
    expect(with1.received).toEqual(['board 0 #1race 0 #2', 'mine'])
  })

  test('marks states dirty under backpressure', () => {
    const own = createOwnState()
    const { channel, join } = aChannel(() => own)
    const slow = join()
    slow.state.hasBackpressure = true
    const board = aState('board')
    channel.markChanged(board.state)
    channel.markOwnChanged(own)
    vi.advanceTimersByTime(1)
    expect(slow.received).toEqual([])
    expect(slow.dirty).toEqual([board.state, own])
  })

  test('sends states to clients that join, and releases the own state of clients that leave', () => {
    const [board, own, one] = [aState('board'), createOwnState(), aClient()]
    const channel = createChannel({ key: 'weekend/1', states: () => [board.state], acquireOwnState: () => own, log })
    channel.join(one.client)
    expect(one.received).toEqual(['board 0', 'mine'])
    channel.markChanged(board.state)
    channel.leave(one.client)
    channel.leave(one.client)
    vi.advanceTimersByTime(1)
    expect(one.received).toHaveLength(2)
    expect(one.client.channels).toEqual([])
    expect(own.release).toHaveBeenCalledTimes(1)
  })

  test('sends states again to a client that joins again, and acquires its own state once', () => {
    const [board, one, own] = [aState('board'), aClient(), createOwnState()]
    const acquireOwnState = vi.fn(() => own)
    const channel = createChannel({ key: 'weekend/1', states: () => [board.state], acquireOwnState, log })
    channel.join(one.client)
    channel.join(one.client)
    expect(one.received).toEqual(['board 0', 'mine', 'board 0', 'mine'])
    expect(acquireOwnState).toHaveBeenCalledTimes(1)
    expect(one.client.channels).toEqual([channel])
  })

  test('sends the other states when one state cannot be built', () => {
    const own = {
      snapshot: (): Buffer => {
        throw new Error('broken')
      },
      release() {},
    }
    const owns: OwnState[] = [own, createOwnState()]
    const { channel, join } = aChannel(() => owns.shift()!)
    const [one, other] = [join(), join()]
    const broken: SharedState = { update: () => own.snapshot(), snapshot: () => own.snapshot() }
    const chat = channel.stream<number>(() => own.snapshot())
    chat.push(1)
    for (const state of [broken, aState('board').state]) channel.markChanged(state)
    channel.markOwnChanged(own)
    vi.advanceTimersByTime(1)
    expect(one.received).toEqual(['board 0 #3'])
    expect(other.received).toEqual(['board 0 #3'])
    expect(channel.snapshot(broken)).toBeUndefined()
  })
})

describe('closed channel', () => {
  test('sends buffered messages on closing, and then accepts no client', () => {
    const { channel, join } = aChannel()
    const { received, client } = join()
    const chat = channel.stream<number>((messages) => Buffer.from(messages.join(' ')))
    chat.push(1)
    channel.close()
    expect(received).toEqual(['1'])
    expect(channel.canJoin(client)).toBe(false)
    channel.join(client)
    channel.markChanged(aState('board').state)
    chat.push(2)
    vi.advanceTimersByTime(1_000)
    expect(received).toEqual(['1'])
    expect(channel.audience.size).toBe(0)
  })
})

describe('notice', () => {
  test('sends a notice at once and numbered, to its recipients only', () => {
    const { channel, join } = aChannel()
    const [one, other] = [join(), join()]
    const board = aState('board')
    channel.markChanged(board.state)
    vi.advanceTimersByTime(1)
    channel.send(
      (seq) => Buffer.from(`result #${seq}`),
      (client) => client === one.client,
    )
    expect(one.received).toEqual(['board 0 #1', 'result #2'])
    expect(other.received).toEqual(['board 0 #1'])
  })
})

describe('channel stream', () => {
  const withStream = () => {
    const { channel, join } = aChannel()
    const chat = channel.stream<number>((messages, seq) => Buffer.from(`${messages.join(' ')} #${seq}`))
    return { channel, join, chat }
  }

  test('sends stream messages in one batch a tick, each once and in order', () => {
    const { join, chat } = withStream()
    const { received } = join()
    for (let message = 1; message <= 30; message++) {
      chat.push(message)
      vi.advanceTimersByTime(33)
    }
    vi.advanceTimersByTime(250)
    expect(received.length).toBeLessThanOrEqual(6)
    const sent = received.flatMap((frame) => frame.replace(/ #\d+$/, '').split(' '))
    expect(sent.map(Number)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
    expect(received.map((frame) => Number(frame.split('#')[1]))).toEqual(received.map((_, index) => index + 1))
  })

  test('sends stream messages despite backpressure, before the states of the tick', () => {
    const { channel, join, chat } = withStream()
    const [slow, quick] = [join(), join()]
    slow.state.hasBackpressure = true
    const board = aState('board')
    channel.markChanged(board.state)
    chat.push(1)
    chat.push(2)
    vi.advanceTimersByTime(1)
    expect(slow.received).toEqual(['1 2 #1'])
    expect(slow.dirty).toEqual([board.state])
    expect(quick.received).toEqual(['1 2 #1', 'board 0 #2'])
  })

  test('builds no frame without clients', () => {
    const { channel } = aChannel()
    const write = vi.fn(() => Buffer.from(''))
    channel.stream<number>(write).push(1)
    vi.advanceTimersByTime(250)
    channel.send(write)
    expect(write).not.toHaveBeenCalled()
  })

  test('sends nothing of a tick to a client that left before it', () => {
    const { channel, join, chat } = withStream()
    const [gone, stays] = [join(), join()]
    chat.push(1)
    channel.leave(gone.client)
    vi.advanceTimersByTime(1)
    expect(gone.received).toEqual([])
    expect(stays.received).toEqual(['1 #1'])
  })

  test('sends the streams of a channel in the same tick', () => {
    const { channel, join, chat } = withStream()
    const { received } = join()
    const deletions = channel.stream<number>((messages) => Buffer.from(`deleted ${messages.join(' ')}`))
    chat.push(1)
    deletions.push(7)
    vi.advanceTimersByTime(1)
    expect(received).toEqual(['1 #1deleted 7'])
  })

  test('keeps the order of messages across the streams of a channel', () => {
    const { channel, join, chat } = withStream()
    const { received } = join()
    const deletions = channel.stream<number>((messages) => Buffer.from(`, deleted ${messages.join(' ')}, `))
    chat.push(1)
    deletions.push(1)
    chat.push(2)
    chat.push(3)
    deletions.push(3)
    vi.advanceTimersByTime(1)
    expect(received).toEqual(['1 #1, deleted 1, 2 3 #3, deleted 3, '])
  })

  test('sends buffered stream messages before a later notice', () => {
    const { channel, join, chat } = withStream()
    const { received } = join()
    chat.push(1)
    channel.send((seq) => Buffer.from(`result #${seq}`))
    vi.advanceTimersByTime(250)
    expect(received).toEqual(['1 #1', 'result #2'])
  })

  test('sends no earlier message to a new client, which gets it in the states', () => {
    const { channel, join, chat } = withStream()
    const present = join()
    chat.push(1)
    const newcomer = join()
    chat.push(2)
    vi.advanceTimersByTime(250)
    expect(present.received.join(' ')).toBe('1 #1 2 #2')
    expect(newcomer.received).toEqual(['2 #2'])
    expect(channel.audience.size).toBe(2)
  })
})
