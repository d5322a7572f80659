import { Duplex } from 'node:stream'
import { silentLogger } from '@purple-sector/service-kit'
import { describe, expect, test, vi } from 'vitest'
import WebSocket from 'ws'
import { createChannel } from './channel.ts'
import type { State } from './channel-state.ts'
import { Client, type ClientChannel } from './client.ts'

/** A socket whose peer reads only when the test allows it. */
const aSocket = () => {
  const taken: string[] = []
  let waiting: { chunk: Buffer; done(): void } | undefined
  let isReading = true
  let handedIn = 0
  const socket = new Duplex({
    highWaterMark: 64 * 1024,
    read() {},
    write(chunk: Buffer, _encoding, done) {
      handedIn += chunk.length
      if (isReading) {
        taken.push(chunk.toString())
        done()
      } else waiting = { chunk, done }
    },
  })
  Object.defineProperty(socket, 'bytesWritten', {
    get: () => handedIn + Math.max(0, socket.writableLength - (waiting?.chunk.length ?? 0)),
  })
  return {
    socket,
    taken,
    freeze: () => {
      isReading = false
    },
    async thaw() {
      isReading = true
      const held = waiting
      waiting = undefined
      if (held) {
        taken.push(held.chunk.toString())
        held.done()
      }
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

const connect = () => {
  const closed: [number, string][] = []
  const other = aSocket()
  let readyState: number = WebSocket.OPEN
  const ws = {
    OPEN: WebSocket.OPEN,
    get readyState() {
      return readyState
    },
    close(code: number, text: string) {
      readyState = WebSocket.CLOSING
      closed.push([code, text])
    },
    terminate() {
      readyState = WebSocket.CLOSED
      closed.push([1006, ''])
    },
  } as unknown as WebSocket
  const client = new Client(ws, other.socket, { userId: 'ann', hash: 'h' }, 0)
  return { client, closed, ...other }
}
const weekend: ClientChannel = { key: 'weekend/1', leave() {}, snapshot: (state) => state.snapshot() }
const large = Buffer.alloc(70_000, 'x')
const stateOf = (text: () => string): State => ({ snapshot: () => Buffer.from(text()) })

describe('client that does not read', () => {
  test('has states marked dirty, and gets the latest of them when it has drained', async () => {
    const { client, taken, freeze, thaw } = connect()
    let version = 1
    const board = stateOf(() => `board ${version}`)
    freeze()
    client.write(large)
    client.sendStates(weekend, [board])
    version = 2
    client.sendStates(weekend, [board])
    client.sendStates(weekend, [stateOf(() => 'standing')])
    version = 3
    await thaw()
    expect(taken.slice(1)).toEqual(['board 3', 'standing'])
    client.sendStates(weekend, [board])
    expect(taken.at(-1)).toBe('board 3')
  })

  test('gets no state of a channel that it left', async () => {
    const { client, taken, freeze, thaw } = connect()
    freeze()
    client.write(large)
    client.sendStates(weekend, [stateOf(() => 'board')])
    client.clearDirty(weekend)
    await thaw()
    expect(taken).toHaveLength(1)
  })

  test('is closed when it does not flush a reliable frame within 10 s', async () => {
    const { client, closed, freeze } = connect()
    client.markSubscribed()
    freeze()
    client.write(large)
    client.sendReliable(Buffer.from('result'), 1_000)
    client.check(10_900)
    expect(closed).toEqual([])
    client.check(11_000)
    expect(closed).toEqual([[1013, 'This connection cannot keep up']])
    client.write(Buffer.from('more'))
    client.sendReliable(Buffer.from('more'), 12_000)
    expect(closed).toHaveLength(1)
  })

  test('stays open when it flushed the frame in time', async () => {
    const { client, closed, freeze, thaw, taken } = connect()
    client.markSubscribed()
    freeze()
    client.write(large)
    client.sendReliable(Buffer.from('result'), 1_000)
    await thaw()
    expect(taken.at(-1)).toBe('result')
    freeze()
    client.write(large)
    client.check(11_500)
    expect(closed).toEqual([])
  })

  test('is closed when it does not flush a ping, though other frames may wait', () => {
    const { client, closed, freeze } = connect()
    client.markSubscribed()
    freeze()
    client.write(large)
    client.sendStates(weekend, [stateOf(() => 'board')])
    client.check(29_000)
    client.check(30_000)
    client.markAlive()
    client.check(39_900)
    expect(closed).toEqual([])
    client.check(40_000)
    expect(closed[0]?.[0]).toBe(1013)
  })
})

describe('stream with one client that does not read', () => {
  test('closes that client after 10 s, and sends the others every message', () => {
    vi.useFakeTimers({ now: 1_000 })
    try {
      const [slow, quick] = [connect(), connect()]
      const channel = createChannel({ key: 'weekend/1', log: silentLogger() })
      const chat = channel.stream<number>((messages) => Buffer.from(`${messages.join(' ')} `))
      for (const { client } of [slow, quick]) {
        client.markSubscribed()
        channel.join(client)
      }
      slow.freeze()
      for (let message = 1; message <= 330; message++) {
        chat.push(message)
        vi.advanceTimersByTime(33)
        for (const { client } of [slow, quick]) client.check(Date.now())
      }
      vi.advanceTimersByTime(250)
      expect(slow.closed).toEqual([[1013, 'This connection cannot keep up']])
      expect(quick.closed).toEqual([])
      expect(quick.taken.join('').trim().split(' ').map(Number)).toEqual(
        Array.from({ length: 330 }, (_, index) => index + 1),
      )
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('client', () => {
  test('is closed when it does not subscribe within 5 s', () => {
    const { client, closed } = connect()
    client.check(4_900)
    expect(closed).toEqual([])
    client.check(5_000)
    expect(closed[0]?.[0]).toBe(1008)
  })

  test('is terminated when it does not answer the close frame', () => {
    const { client, closed } = connect()
    client.close('sessionOver')
    client.check(7_000)
    client.check(9_900)
    expect(closed).toEqual([[4401, 'The session has ended']])
    client.check(10_000)
    expect(closed.at(-1)).toEqual([1006, ''])
  })

  test('is pinged, and terminated when it does not answer until the next ping', () => {
    const { client, closed, taken } = connect()
    client.markSubscribed()
    client.check(30_000)
    expect(taken).toHaveLength(1)
    client.markAlive()
    client.check(60_000)
    expect(taken).toHaveLength(2)
    client.check(90_000)
    expect(closed).toEqual([[1006, '']])
  })
})
