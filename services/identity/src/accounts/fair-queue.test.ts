import { describe, expect, test } from 'vitest'
import { fairQueue } from './fair-queue.ts'

/** `a.x1` is an item of the address a and the account x. */
const queueOf = (...items: string[]) => {
  const queue = fairQueue<string>()
  for (const item of items) queue.push({ address: item.charAt(0), account: item.charAt(2) }, item)
  return queue
}
const drain = (shift: () => string | undefined): string[] => {
  const items: string[] = []
  for (let item = shift(); item !== undefined; item = shift()) items.push(item)
  return items
}

describe('fair queue', () => {
  test('alternates between addresses, in order within each', () => {
    expect(drain(queueOf('a.x1', 'a.x2', 'a.x3', 'b.y1', 'b.y2', 'c.z1').shift)).toEqual([
      'a.x1',
      'b.y1',
      'c.z1',
      'a.x2',
      'b.y2',
      'a.x3',
    ])
  })

  test('alternates between accounts of one address', () => {
    expect(drain(queueOf('a.x1', 'a.x2', 'a.y1', 'a.y2').shift)).toEqual(['a.x1', 'a.y1', 'a.x2', 'a.y2'])
  })

  test('alternates between addresses of one account', () => {
    expect(drain(queueOf('a.x1', 'a.x2', 'b.x1', 'b.x2').shift)).toEqual(['a.x1', 'b.x1', 'a.x2', 'b.x2'])
  })

  test.each([
    ['of one account at one address', (index: number) => ({ address: 'a', account: 'x', index })],
    ['of many accounts at one address', (index: number) => ({ address: 'a', account: `x${index}`, index })],
    ['of one account at many addresses', (index: number) => ({ address: `a${index}`, account: 'x', index })],
  ])('serves a new owner within four turns while 1,000 items wait %s', (_, owner) => {
    const queue = fairQueue<string>()
    for (let index = 0; index < 1_000; index++) queue.push(owner(index), 'one of many')
    queue.push({ address: 'b', account: 'y' }, 'the newcomer')
    expect(Array.from({ length: 4 }, queue.shift)).toContain('the newcomer')
    expect(drain(queue.shift)).toHaveLength(997)
  })

  test('counts waiting items, in total and per owner', () => {
    const queue = queueOf('a.x1', 'a.x2', 'a.y1', 'b.z1')
    const sizes = () => [
      queue.size(),
      queue.size({ address: 'a', account: 'x' }),
      queue.size({ address: 'c', account: 'x' }),
    ]
    expect(sizes()).toEqual([4, 2, 0])
    queue.shift()
    expect(sizes()).toEqual([3, 1, 0])
    expect([drain(queue.shift).length, ...sizes()]).toEqual([3, 0, 0, 0])
  })

  test('removes the latest item of the address with most items, the youngest among equals', () => {
    expect(drain(queueOf('a.x1', 'b.y1', 'b.z1', 'b.z2', 'c.w1').removeFromLongest)).toEqual([
      'b.z2',
      'b.z1',
      'c.w1',
      'b.y1',
      'a.x1',
    ])
  })

  test('removes the latest item of the account with most items', () => {
    expect(queueOf('a.x1', 'b.x1', 'c.x1', 'd.y1', 'd.z1').removeFromLongest()).toBe('c.x1')
  })

  test('does not change turns when it removes an item from the longest branch', () => {
    const queue = queueOf('a.x1', 'a.x2', 'b.y1')
    queue.removeFromLongest()
    expect(drain(queue.shift)).toEqual(['a.x1', 'b.y1'])
  })
})
