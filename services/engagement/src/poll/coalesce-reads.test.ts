import { expect, test, vi } from 'vitest'
import { coalesceReads } from './coalesce-reads.ts'

/** A source whose numbered reads end on demand. */
const source = () => {
  const ends: ((failure?: Error) => void)[] = []
  const read = vi.fn(
    (_key: number) =>
      new Promise<number>((resolve, reject) => {
        const number = ends.length + 1
        ends.push((failure) => (failure ? reject(failure) : resolve(number)))
      }),
  )
  return { read, ends, ask: coalesceReads(read) }
}

test('callers during a read share the next one, which starts after their call', async () => {
  const { read, ends, ask } = source()
  const first = ask(7)
  const others = [ask(7), ask(7), ask(7)]
  expect(read).toHaveBeenCalledTimes(1)
  ends[0]?.()
  expect(await first).toBe(1)
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2))
  ends[1]?.()
  expect(await Promise.all(others)).toEqual([2, 2, 2])
})

test('a call after a read starts a new one', async () => {
  const { ends, ask } = source()
  for (const number of [1, 2]) {
    const reading = ask(7)
    ends[number - 1]?.()
    expect(await reading).toBe(number)
  }
})

test('a failed read rejects only its own callers', async () => {
  const { read, ends, ask } = source()
  const [first, second] = [ask(7), ask(7)]
  ends[0]?.(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2))
  ends[1]?.()
  expect(await second).toBe(2)
})

test('reads of different keys do not wait for each other', async () => {
  const { ends, ask } = source()
  void ask(7)
  const other = ask(8)
  ends[1]?.()
  expect(await other).toBe(2)
})
