import { describe, expect, it } from 'vitest'
import { fairQueue } from './fair-queue.ts'

const queueOf = (...items: string[]) => {
  const queue = fairQueue<string>()
  // `a.x1` waits at the address a for the account x.
  for (const item of items) queue.push([item.charAt(0), item.charAt(2)], item)
  return queue
}
const drained = (take: () => string | undefined): string[] => {
  const taken: string[] = []
  for (let item = take(); item !== undefined; item = take()) taken.push(item)
  return taken
}

describe('a fair queue', () => {
  it('lets addresses take turns, each in the order its own came', () => {
    expect(drained(queueOf('a.x1', 'a.x2', 'a.x3', 'b.y1', 'b.y2', 'c.z1').shift)).toEqual([
      'a.x1',
      'b.y1',
      'c.z1',
      'a.x2',
      'b.y2',
      'a.x3',
    ])
  })

  it('lets accounts take turns within an address', () => {
    expect(drained(queueOf('a.x1', 'a.x2', 'a.x3', 'a.y1', 'b.z1').shift)).toEqual([
      'a.x1',
      'b.z1',
      'a.y1',
      'a.x2',
      'a.x3',
    ])
  })

  it('serves a newcomer after one of each, however many wait', () => {
    const queue = queueOf(...Array.from({ length: 1_000 }, (_, index) => `a.x${index}`), 'b.y1')
    expect([queue.shift(), queue.shift()]).toEqual(['a.x0', 'b.y1'])
  })

  it('counts those who wait, of all and of each', () => {
    const queue = queueOf('a.x1', 'a.x2', 'a.y1', 'b.z1')
    expect([queue.size(), queue.size(['a']), queue.size(['a', 'x']), queue.size(['c', 'x'])]).toEqual([4, 3, 2, 0])
    queue.shift()
    queue.dropFromLongest()
    expect([queue.size(), queue.size(['a'])]).toEqual([2, 1])
  })

  it('gives up the latest of whoever has most, of equals the youngest', () => {
    expect(drained(queueOf('a.x1', 'b.y1', 'b.z1', 'b.z2', 'c.x1').dropFromLongest)).toEqual([
      'b.z2',
      'b.z1',
      'c.x1',
      'b.y1',
      'a.x1',
    ])
  })
})
