import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { batched } from './batched.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const make = (fail = false, startsInBurst = false) => {
  const calls: string[][] = []
  const request = async (keys: string[]) => {
    calls.push(keys)
    if (fail) throw new Error('away')
    return new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, key.toUpperCase()]))
  }
  return {
    calls,
    find: batched<string, string>(request, { limit: 5, delayMs: 4, debounceMs: 20, maxBurstMs: 60, startsInBurst }),
  }
}
const many = (from: number, count: number) => Array.from({ length: count }, (_, index) => `k${from + index}`)

describe('batched requests', () => {
  test('requests keys that arrive at nearly the same time in one call, each once', async () => {
    const { calls, find } = make()
    const found = Promise.all(['a', 'b', 'a', 'nobody'].map(find))
    await vi.advanceTimersByTimeAsync(4)
    expect(await found).toEqual(['A', 'B', 'A', undefined])
    expect(calls).toEqual([['a', 'b', 'nobody']])
  })

  test('sends a full batch at once', async () => {
    const { calls, find } = make()
    const found = Promise.all(many(0, 12).map(find))
    await vi.advanceTimersByTimeAsync(0)
    expect(calls.map(({ length }) => length)).toEqual([5, 5])
    await vi.advanceTimersByTimeAsync(4)
    expect((await found).length).toBe(12)
  })

  test('keeps a batch open in a burst until no more keys arrive', async () => {
    const { calls, find } = make()
    const first = Promise.all(many(0, 4).map(find))
    await vi.advanceTimersByTimeAsync(4)
    await first
    const second = find('x')
    await vi.advanceTimersByTimeAsync(15)
    const third = find('y')
    await vi.advanceTimersByTimeAsync(15)
    expect(calls).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(5)
    expect(await Promise.all([second, third])).toEqual(['X', 'Y'])
    expect(calls).toHaveLength(2)
  })

  test('treats the first batch as part of a burst with startsInBurst', async () => {
    const { calls, find } = make(false, true)
    const found = [find('a')]
    await vi.advanceTimersByTimeAsync(15)
    found.push(find('b'))
    await vi.advanceTimersByTimeAsync(20)
    expect(await Promise.all(found)).toEqual(['A', 'B'])
    await vi.advanceTimersByTimeAsync(1_000)
    void find('c')
    await vi.advanceTimersByTimeAsync(4)
    expect(calls).toEqual([['a', 'b'], ['c']])
  })

  test('sends a batch after the maximum wait in an endless burst', async () => {
    const { calls, find } = make()
    const found = many(0, 4).map(find)
    await vi.advanceTimersByTimeAsync(4)
    for (let count = 0; count < 4; count++) {
      found.push(find(`late${count}`))
      await vi.advanceTimersByTimeAsync(15)
    }
    await Promise.all(found)
    expect(calls.map(({ length }) => length)).toEqual([4, 4])
  })

  test('rejects the callers of a failed call only, and requests again for the next', async () => {
    const { calls, find } = make(true)
    const failing = expect(find('a')).rejects.toThrow('away')
    await vi.advanceTimersByTimeAsync(4)
    await failing
    const again = expect(find('a')).rejects.toThrow('away')
    await vi.advanceTimersByTimeAsync(200)
    await again
    expect(calls).toHaveLength(2)
  })
})
