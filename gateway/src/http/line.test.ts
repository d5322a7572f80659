import { describe, expect, test } from 'vitest'
import { type Exchange, faultOf, heldFor, type Line, overBudget } from './line.ts'

const KB = 1024
const seconds = (count: number): number => count * 1000

type Under = { complete?: boolean; unread?: number; since?: number }

/** A request that was the first bytes of its connection. */
const exchange = ({ complete = true, unread = 0, since = 0 }: Under = {}): Exchange =>
  ({ request: { complete, readableLength: unread }, response: {}, since, readBefore: 0 }) as unknown as Exchange
const aLine = (...exchanges: Exchange[]): Line => ({
  wire: { bytesRead: 0, bytesWritten: 0, writableLength: 0 },
  exchanges,
  leftover: undefined,
  arriving: undefined,
  leaving: undefined,
})
/** Looks at a line every second, while something happens to it, until it has a fault. */
const watched = (line: Line, forSeconds: number, happens: (second: number) => void) => {
  for (let second = 0; second <= forSeconds; second++) {
    happens(second)
    const fault = faultOf(line, seconds(second))
    if (fault) return { fault, second }
  }
  return undefined
}

describe('a body', () => {
  test('of 5 MB at 20 KB/s is slow enough for anybody', () => {
    const line = aLine(exchange({ complete: false }))
    expect(watched(line, 260, () => (line.wire.bytesRead += 20 * KB))).toBeUndefined()
  })

  test('may pause for some seconds, and not for longer', () => {
    const line = aLine(exchange({ complete: false }))
    const upTo = (second: number) => () => (line.wire.bytesRead = second * 20 * KB)
    expect(watched(line, 40, (second) => upTo(second < 10 || second > 22 ? second : 10)())).toBeUndefined()
    expect(watched(aLine(exchange({ complete: false })), 60, () => {})).toEqual({ fault: 'slow-request', second: 15 })
  })

  test('that only trickles is given up', () => {
    const line = aLine(exchange({ complete: false }))
    expect(watched(line, 60, () => (line.wire.bytesRead += 500))?.fault).toBe('slow-request')
  })

  test('is not blamed on the client while it waits here to be read', () => {
    const line = aLine(exchange({ complete: false, unread: 10 }))
    expect(watched(line, 600, () => {})).toBeUndefined()
  })

  test('that came is over, however long the reply takes', () => {
    expect(watched(aLine(exchange()), 600, () => {})).toBeUndefined()
  })

  test('that was answered already is waited for a little', () => {
    const line = aLine()
    line.leftover = { request: exchange({ complete: false }).request, since: 0 }
    expect(watched(line, 60, () => (line.wire.bytesRead += 1000 * KB))).toEqual({ fault: 'leftover-body', second: 5 })
  })
})

describe('a reply', () => {
  const waiting = () => {
    const line = aLine(exchange())
    Object.assign(line.wire, { bytesWritten: 300 * KB, writableLength: 300 * KB })
    return line
  }

  test('of which nothing is taken for half a minute is given up', () => {
    expect(watched(waiting(), 60, () => {})).toEqual({ fault: 'unread-reply', second: 30 })
  })

  test('of which something is taken now and then is not', () => {
    const line = waiting()
    expect(watched(line, 600, (second) => (line.wire.writableLength -= second % 29 === 0 ? KB : 0))).toBeUndefined()
  })
})

describe('what all connections hold together', () => {
  test('is the reply that is not taken and the body that is not whole', () => {
    const line = aLine(exchange({ complete: false }))
    line.wire = { bytesRead: 70, bytesWritten: 500, writableLength: 5 }
    expect(heldFor(line)).toBe(75)
    line.exchanges = [exchange()]
    expect(heldFor(line)).toBe(5)
  })

  test('stays within the budget: who has held most for longest goes first', () => {
    const holding = (bytes: number, since: number): Line => {
      const line = aLine(exchange({ since }))
      line.wire.writableLength = bytes
      return line
    }
    const [small, old, young] = [holding(10, 0), holding(400, seconds(10)), holding(500, seconds(90))]
    const all = [young, small, old]
    expect(overBudget(all, 910, seconds(100))).toEqual([])
    expect(overBudget(all, 600, seconds(100))).toEqual([old])
    expect(overBudget(all, 100, seconds(100))).toEqual([old, young])
  })
})
