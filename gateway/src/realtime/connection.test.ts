import { Duplex } from 'node:stream'
import { describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { Connection, type Slot } from './connection.ts'

/** A socket whose other side reads when the test says so. */
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
  const connection = new Connection(ws, other.socket, { userId: 'ann', hash: 'h' }, 0)
  return { connection, closed, ...other }
}
const large = Buffer.alloc(70_000, 'x')
const slotOf = (text: () => string): Slot => ({ frame: () => Buffer.from(text()) })

describe('a connection that does not read', () => {
  test('is owed the latest of what is superseded, and gets it when it has drained', async () => {
    const { connection, taken, freeze, thaw } = connect()
    let version = 1
    const board = slotOf(() => `board ${version}`)
    freeze()
    connection.write(large)
    connection.offer(board)
    version = 2
    connection.offer(board)
    connection.offer(slotOf(() => 'standing'))
    version = 3
    await thaw()
    expect(taken.slice(1)).toEqual(['board 3', 'standing'])
    connection.offer(board)
    expect(taken.at(-1)).toBe('board 3')
  })

  test('is forgiven what it left', async () => {
    const { connection, taken, freeze, thaw } = connect()
    freeze()
    connection.write(large)
    connection.offer(slotOf(() => 'board'))
    connection.forgiveAll()
    await thaw()
    expect(taken).toHaveLength(1)
  })

  test('is closed when it does not take within 10 s what must not be left out', async () => {
    const { connection, closed, freeze } = connect()
    connection.hasSubscribed()
    freeze()
    connection.write(large)
    connection.insist(Buffer.from('result'), 1_000)
    connection.check(10_900)
    expect(closed).toEqual([])
    connection.check(11_000)
    expect(closed).toEqual([[1013, 'This connection cannot keep up']])
    connection.write(Buffer.from('more'))
    connection.insist(Buffer.from('more'), 12_000)
    expect(closed).toHaveLength(1)
  })

  test('stays when it took it in time', async () => {
    const { connection, closed, freeze, thaw, taken } = connect()
    connection.hasSubscribed()
    freeze()
    connection.write(large)
    connection.insist(Buffer.from('result'), 1_000)
    await thaw()
    expect(taken.at(-1)).toBe('result')
    freeze()
    connection.write(large)
    connection.check(11_500)
    expect(closed).toEqual([])
  })

  test('is closed when it does not take a ping, though all else it is owed may wait', () => {
    const { connection, closed, freeze } = connect()
    connection.hasSubscribed()
    freeze()
    connection.write(large)
    connection.offer(slotOf(() => 'board'))
    connection.check(29_000)
    connection.check(30_000)
    connection.heard()
    connection.check(39_900)
    expect(closed).toEqual([])
    connection.check(40_000)
    expect(closed[0]?.[0]).toBe(1013)
  })
})

describe('a connection', () => {
  test('is closed when it does not subscribe within 5 s', () => {
    const { connection, closed } = connect()
    connection.check(4_900)
    expect(closed).toEqual([])
    connection.check(5_000)
    expect(closed[0]?.[0]).toBe(1008)
  })

  test('is not waited for when it does not answer our farewell', () => {
    const { connection, closed } = connect()
    connection.close('sessionOver')
    connection.check(7_000)
    connection.check(9_900)
    expect(closed).toEqual([[4401, 'The session has ended']])
    connection.check(10_000)
    expect(closed.at(-1)).toEqual([1006, ''])
  })

  test('is pinged, and cut when it does not answer until the next', () => {
    const { connection, closed, taken } = connect()
    connection.hasSubscribed()
    connection.check(30_000)
    expect(taken).toHaveLength(1)
    connection.heard()
    connection.check(60_000)
    expect(taken).toHaveLength(2)
    connection.check(90_000)
    expect(closed).toEqual([[1006, '']])
  })
})
