import { beforeEach, expect, test, vi } from 'vitest'
import { keptHeatMaps } from './kept-heat-maps.ts'

let current = 1
const entries = vi.fn(async (_weekendId: number) => [])
const mapOf = () => keptHeatMaps({ version: async () => current, entries, changedAt: async () => null })
beforeEach(() => {
  current = 1
  entries.mockClear()
})

test('a map is made once, however many ask at the same time', async () => {
  const read = mapOf()
  await Promise.all([read(1), read(1), read(1)])
  await read(1)
  expect(entries).toHaveBeenCalledTimes(1)
})

test('a new version is made anew', async () => {
  const read = mapOf()
  await read(1)
  current = 2
  await read(1)
  expect(entries).toHaveBeenCalledTimes(2)
})

test('one that failed is tried again by who asks next', async () => {
  const read = mapOf()
  entries.mockRejectedValueOnce(new Error('away'))
  await expect(read(1)).rejects.toThrow('away')
  await expect(read(1)).resolves.toEqual({ entries: [], changedAt: null })
})

test('memory holds the weekends that were asked for last', async () => {
  const read = mapOf()
  for (let weekendId = 1; weekendId <= 25; weekendId += 1) await read(weekendId)
  entries.mockClear()
  await read(25)
  expect(entries).not.toHaveBeenCalled()
  await read(1)
  expect(entries).toHaveBeenCalledTimes(1)
})
