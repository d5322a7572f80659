import { silentLogger } from '@purple-sector/service-kit'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createChannel } from './channel.ts'
import type { Client } from './client.ts'
import { createOpenChannels } from './open-channels.ts'

const EMPTY_TTL_MS = 10 * 60_000

const aKind = (load: () => Promise<boolean> = async () => true) =>
  createOpenChannels((id) => ({
    channel: createChannel({ key: `weekend/${id}`, log: silentLogger() }),
    load,
    sweep() {},
    close() {},
  }))

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})
afterEach(() => {
  vi.useRealTimers()
})

test('releases a channel without clients, but not before its opener joins', async () => {
  const weekends = aKind()
  const first = await weekends.open(1)
  vi.setSystemTime(EMPTY_TTL_MS - 1)
  expect(await weekends.open(1)).toBe(first)
  weekends.removeExpired(EMPTY_TTL_MS)
  expect(weekends.get(1)).toBe(first)
  weekends.removeExpired(2 * EMPTY_TTL_MS)
  expect(weekends.get(1)).toBeUndefined()
  expect(first?.channel.canJoin({} as Client)).toBe(false)
})

test('limits concurrent loads of channels from their owner', async () => {
  let [inFlight, maxInFlight] = [0, 0]
  const weekends = aKind(async () => {
    maxInFlight = Math.max(maxInFlight, ++inFlight)
    await new Promise((resolve) => setTimeout(resolve, 10))
    inFlight--
    return true
  })
  const opened = Promise.all(Array.from({ length: 100 }, (_, index) => weekends.open(index)))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await opened).toHaveLength(100)
  expect(maxInFlight).toBe(16)
})

test('stops retrying an owner once channels close', async () => {
  const load = vi.fn(() => Promise.reject(new Error('not there')))
  const weekends = aKind(load)
  const opened = weekends.open(1)
  const failed = expect(opened).rejects.toThrow()
  await vi.advanceTimersByTimeAsync(100)
  expect(load).toHaveBeenCalledTimes(1)
  weekends.closeAll()
  await failed
  await vi.advanceTimersByTimeAsync(20_000)
  expect(load).toHaveBeenCalledTimes(1)
})
