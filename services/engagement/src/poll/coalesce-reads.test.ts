import { expect, test, vi } from 'vitest'
import { coalesceReads } from './coalesce-reads.ts'

/** A source whose numbered reads end on demand. */
const createSource = () => {
  const finishRead: ((failure?: Error) => void)[] = []
  const read = vi.fn(
    (_key: number) =>
      new Promise<number>((resolve, reject) => {
        const number = finishRead.length + 1
        finishRead.push((failure) => (failure ? reject(failure) : resolve(number)))
      }),
  )
  return { read, finishRead, readCoalesced: coalesceReads(read) }
}

test('callers during a read share the next one, which starts after their call', async () => {
  const { read, finishRead, readCoalesced } = createSource()
  const first = readCoalesced(7)
  const laterReads = [readCoalesced(7), readCoalesced(7), readCoalesced(7)]
  expect(read).toHaveBeenCalledTimes(1)
  finishRead[0]?.()
  expect(await first).toBe(1)
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2))
  finishRead[1]?.()
  expect(await Promise.all(laterReads)).toEqual([2, 2, 2])
})

test('a call after a read starts a new one', async () => {
  const { finishRead, readCoalesced } = createSource()
  for (const number of [1, 2]) {
    const pendingRead = readCoalesced(7)
    finishRead[number - 1]?.()
    expect(await pendingRead).toBe(number)
  }
})

test('a failed read rejects only its own callers', async () => {
  const { read, finishRead, readCoalesced } = createSource()
  const [first, second] = [readCoalesced(7), readCoalesced(7)]
  finishRead[0]?.(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2))
  finishRead[1]?.()
  expect(await second).toBe(2)
})

test('reads of different keys do not wait for each other', async () => {
  const { finishRead, readCoalesced } = createSource()
  void readCoalesced(7)
  const other = readCoalesced(8)
  finishRead[1]?.()
  expect(await other).toBe(2)
})
