import { Duplex } from 'node:stream'
import { silentLogger } from '@purple-sector/service-kit'
import { describe, expect, test, vi } from 'vitest'
import WebSocket from 'ws'
import { createChannel } from './channel.ts'
import type { State } from './channel-state.ts'
import { Client, type ClientChannel } from './client.ts'

/** A socket whose peer reads only when the test allows it. */
const aSocket = () => {
  const received: string[] = []
  let blockedWrite: { chunk: Buffer; done(): void } | undefined
  let isReading = true
  let writtenBytes = 0
  const socket = new Duplex({
    highWaterMark: 64 * 1024,
    read() {},
    write(chunk: Buffer, _encoding, done) {
      writtenBytes += chunk.length
      if (isReading) {
        received.push(chunk.toString())
        done()
      } else blockedWrite = { chunk, done }
    },
  })
  Object.defineProperty(socket, 'bytesWritten', {
    get: () => writtenBytes + Math.max(0, socket.writableLength - (blockedWrite?.chunk.length ?? 0)),
  })
  return {
    socket,
    received,
    freeze: () => {
      isReading = false
    },
    async thaw() {
      isReading = true
      const pendingWrite = blockedWrite
      blockedWrite = undefined
      if (pendingWrite) {
        received.push(pendingWrite.chunk.toString())
        pendingWrite.done()
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
  test('marks states of a slow client dirty, and sends the latest when it has drained', async () => {
    const { client, received, freeze, thaw } = connect()
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
    expect(received.slice(1)).toEqual(['board 3', 'standing'])
    client.sendStates(weekend, [board])
    expect(received.at(-1)).toBe('board 3')
  })

  test('sends a slow client no state of a channel that it has left', async () => {
    const { client, received, freeze, thaw } = connect()
    freeze()
    client.write(large)
    client.sendStates(weekend, [stateOf(() => 'board')])
    client.clearDirty(weekend)
    await thaw()
    expect(received).toHaveLength(1)
  })

  test('closes a client that does not flush a reliable frame within 10 s', async () => {
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

  test('keeps a client that flushes the reliable frame in time', async () => {
    const { client, closed, freeze, thaw, received } = connect()
    client.markSubscribed()
    freeze()
    client.write(large)
    client.sendReliable(Buffer.from('result'), 1_000)
    await thaw()
    expect(received.at(-1)).toBe('result')
    freeze()
    client.write(large)
    client.check(11_500)
    expect(closed).toEqual([])
  })

  test('closes a client that does not flush a ping, even without other reliable frames', () => {
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
  test('closes only the client that does not read for 10 s, and sends the others every message', () => {
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
      expect(quick.received.join('').trim().split(' ').map(Number)).toEqual(
        Array.from({ length: 330 }, (_, index) => index + 1),
      )
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('client', () => {
  test('closes a client that does not subscribe within 5 s', () => {
    const { client, closed } = connect()
    client.check(4_900)
    expect(closed).toEqual([])
    client.check(5_000)
    expect(closed[0]?.[0]).toBe(1008)
  })

  test('terminates a client that does not respond to the close frame', () => {
    const { client, closed } = connect()
    client.close('sessionOver')
    client.check(7_000)
    client.check(9_900)
    expect(closed).toEqual([[4401, 'The session has ended']])
    client.check(10_000)
    expect(closed.at(-1)).toEqual([1006, ''])
  })

  test('terminates a client that does not respond to a ping before the next one', () => {
    const { client, closed, received } = connect()
    client.markSubscribed()
    client.check(30_000)
    expect(received).toHaveLength(1)
    client.markAlive()
    client.check(60_000)
    expect(received).toHaveLength(2)
    client.check(90_000)
    expect(closed).toEqual([[1006, '']])
  })
})
