import { expect, test } from 'vitest'
import { heapOf, residentOf, startMemoryLog } from './memory-samples.ts'
import type { ProcessMemory } from './product.ts'

const memoryOf = (resident: number, heap: number | null = null): ProcessMemory => ({ resident, heap })

test('memory is sampled repeatedly, with times since the first lap, until it is stopped', async () => {
  let turn = 0
  const log = startMemoryLog(async () => {
    turn += 1
    return new Map([['product', memoryOf(turn * 10, turn)], ...(turn > 2 ? [['Postgres', memoryOf(5)] as const] : [])])
  }, 5)
  await expect.poll(() => log.counts().taken).toBeGreaterThan(1)
  log.start()
  await expect.poll(() => log.counts().taken).toBeGreaterThan(4)
  log.end()
  const playedMs = log.playedMs()
  await log.stop()
  log.end()
  const { taken } = log.counts()
  const { product = [], Postgres = [] } = log.processes()
  expect(log.playedMs()).toBe(playedMs)
  expect(product).toHaveLength(taken)
  expect(product[0]?.at).toBeLessThan(0)
  expect(product.map(({ at }) => at)).toEqual(product.map(({ at }) => at).toSorted((one, other) => one - other))
  expect(residentOf(product).map(({ bytes }) => bytes)).toEqual(product.map((_, index) => (index + 1) * 10))
  expect(Postgres).toHaveLength(taken - 2)
  expect(heapOf(Postgres)).toEqual([])
})

test('a failed sample is counted, and the next one is taken', async () => {
  let turn = 0
  const log = startMemoryLog(async () => {
    turn += 1
    if (turn === 2) throw new Error('no answer')
    return new Map([['product', memoryOf(1)]])
  }, 5)
  log.start()
  await expect.poll(() => log.counts().taken).toBeGreaterThan(2)
  await log.stop()
  expect(log.counts().missed).toBe(1)
})
