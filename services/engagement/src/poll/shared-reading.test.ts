import { expect, test, vi } from 'vitest'
import { sharedReading } from './shared-reading.ts'

/** A source whose readings end when they are told to, each with its number. */
const source = () => {
  const ends: ((failure?: Error) => void)[] = []
  const read = vi.fn(
    (_key: number) =>
      new Promise<number>((resolve, reject) => {
        const number = ends.length + 1
        ends.push((failure) => (failure ? reject(failure) : resolve(number)))
      }),
  )
  return { read, ends, ask: sharedReading(read) }
}

test('who asks while one is under way shares the next, which begins after they asked', async () => {
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

test('who asks after it has ended begins anew', async () => {
  const { ends, ask } = source()
  for (const number of [1, 2]) {
    const reading = ask(7)
    ends[number - 1]?.()
    expect(await reading).toBe(number)
  }
})

test('a failure is told to who waited for it alone', async () => {
  const { read, ends, ask } = source()
  const [first, second] = [ask(7), ask(7)]
  ends[0]?.(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2))
  ends[1]?.()
  expect(await second).toBe(2)
})

test('what is asked by another key waits for nobody', async () => {
  const { ends, ask } = source()
  void ask(7)
  const other = ask(8)
  ends[1]?.()
  expect(await other).toBe(2)
})
