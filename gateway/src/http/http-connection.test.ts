import { describe, expect, test } from 'vitest'
import {
  abortReasonOf,
  bufferedBytes,
  type Exchange,
  type HttpConnection,
  selectOverBudget,
} from './http-connection.ts'

const KB = 1024
const seconds = (count: number): number => count * 1000

type Under = { complete?: boolean; unread?: number; startedAt?: number }

/** The first exchange of a connection. */
const exchange = ({ complete = true, unread = 0, startedAt = 0 }: Under = {}): Exchange =>
  ({
    request: { complete, readableLength: unread },
    response: {},
    startedAt,
    bytesReadBefore: 0,
  }) as unknown as Exchange
const aConnection = (...exchanges: Exchange[]): HttpConnection => ({
  socket: { bytesRead: 0, bytesWritten: 0, writableLength: 0 },
  exchanges,
  leftover: undefined,
})
/** Checks a connection every second, after `happens` has changed it, until there is a reason to abort it. */
const checkUntilAbort = (
  connection: HttpConnection,
  forSeconds: number,
  changeConnection: (second: number) => void,
) => {
  for (let second = 0; second <= forSeconds; second++) {
    changeConnection(second)
    const abortReason = abortReasonOf(connection, seconds(second))
    if (abortReason) return { abortReason, second }
  }
  return undefined
}

describe('body rate', () => {
  test('accepts 5 MB at 20 KB/s', () => {
    const connection = aConnection(exchange({ complete: false }))
    expect(checkUntilAbort(connection, 260, () => (connection.socket.bytesRead += 20 * KB))).toBeUndefined()
  })

  test('accepts a pause of some seconds, but no longer one', () => {
    const connection = aConnection(exchange({ complete: false }))
    const upTo = (second: number) => () => (connection.socket.bytesRead = second * 20 * KB)
    expect(
      checkUntilAbort(connection, 40, (second) => upTo(second < 10 || second > 22 ? second : 10)()),
    ).toBeUndefined()
    expect(checkUntilAbort(aConnection(exchange({ complete: false })), 60, () => {})).toEqual({
      abortReason: 'slow-request',
      second: 15,
    })
  })

  test('rejects a body that only trickles', () => {
    const connection = aConnection(exchange({ complete: false }))
    expect(checkUntilAbort(connection, 60, () => (connection.socket.bytesRead += 500))?.abortReason).toBe(
      'slow-request',
    )
  })

  test('measures the rate per body, not from the previous one on the connection', () => {
    const connection = aConnection(exchange({ complete: false }))
    const small = () => {
      connection.exchanges = [exchange({ complete: false })]
      connection.socket.bytesRead += 300
    }
    expect(checkUntilAbort(connection, 120, small)).toBeUndefined()
  })

  test('does not abort for a body that the gateway has not read yet', () => {
    const connection = aConnection(exchange({ complete: false, unread: 10 }))
    expect(checkUntilAbort(connection, 600, () => {})).toBeUndefined()
  })

  test('stops measuring at the end of the body, however long the reply takes', () => {
    expect(checkUntilAbort(aConnection(exchange()), 600, () => {})).toBeUndefined()
  })

  test('allows a short while for the rest of a body after the reply', () => {
    const connection = aConnection()
    connection.leftover = { request: exchange({ complete: false }).request, startedAt: 0 }
    expect(checkUntilAbort(connection, 60, () => (connection.socket.bytesRead += 1000 * KB))).toEqual({
      abortReason: 'leftover-body',
      second: 5,
    })
  })
})

describe('reply rate', () => {
  const waiting = () => {
    const connection = aConnection(exchange())
    Object.assign(connection.socket, { bytesWritten: 300 * KB, writableLength: 300 * KB })
    return connection
  }

  test('aborts a reply that is not read for half a minute', () => {
    expect(checkUntilAbort(waiting(), 60, () => {})).toEqual({ abortReason: 'unread-reply', second: 30 })
  })

  test('accepts a reply that is read now and then', () => {
    const connection = waiting()
    expect(
      checkUntilAbort(connection, 600, (second) => (connection.socket.writableLength -= second % 29 === 0 ? KB : 0)),
    ).toBeUndefined()
  })
})

test('ignores a connection that has become a WebSocket', () => {
  const connection = aConnection()
  Object.assign(connection.socket, { bytesWritten: 300 * KB, writableLength: 300 * KB })
  expect(checkUntilAbort(connection, 600, () => {})).toBeUndefined()
  expect(bufferedBytes(connection)).toBe(0)
})

describe('memory budget', () => {
  test('counts unread replies and incomplete bodies', () => {
    const connection = aConnection(exchange({ complete: false }))
    connection.socket = { bytesRead: 70, bytesWritten: 500, writableLength: 5 }
    expect(bufferedBytes(connection)).toBe(75)
    connection.exchanges = [exchange()]
    expect(bufferedBytes(connection)).toBe(5)
  })

  test('aborts the connection with most bytes times age first', () => {
    const buffering = (bytes: number, startedAt: number): HttpConnection => {
      const connection = aConnection(exchange({ startedAt }))
      connection.socket.writableLength = bytes
      return connection
    }
    const [small, old, young] = [buffering(10, 0), buffering(400, seconds(10)), buffering(500, seconds(90))]
    const all = [young, small, old]
    expect(selectOverBudget(all, 910, seconds(100))).toEqual([])
    expect(selectOverBudget(all, 600, seconds(100))).toEqual([old])
    expect(selectOverBudget(all, 100, seconds(100))).toEqual([old, young])
  })

  test('never aborts a connection without buffered bytes', () => {
    const [idle, newcomer] = [aConnection(exchange()), aConnection(exchange({ startedAt: seconds(100) }))]
    newcomer.socket.writableLength = 500
    expect(selectOverBudget([idle, newcomer], 100, seconds(100))).toEqual([newcomer])
  })
})
