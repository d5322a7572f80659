import { expect, test, vi } from 'vitest'

/** Longer than the default timeout of vitest. */
const LATE_MS = 1_300

test('waits for late results without an explicit timeout', async () => {
  const startedAt = performance.now()
  const isLate = () => performance.now() - startedAt > LATE_MS
  const waits = [
    vi.waitFor(() => expect(isLate()).toBe(true)),
    vi.waitFor(() => expect(isLate()).toBe(true), { interval: 20 }),
    vi.waitUntil(isLate),
    vi.waitUntil(isLate, { interval: 20 }),
  ]
  await Promise.all(waits)
})

test('keeps an explicit timeout', async () => {
  const never = () => expect(false).toBe(true)
  await expect(vi.waitFor(never, 20)).rejects.toThrow('expected false to be true')
  await expect(vi.waitFor(never, { timeout: 20 })).rejects.toThrow('expected false to be true')
  await expect(vi.waitUntil(() => false, 20)).rejects.toThrow('Timed out')
})

test('applies once per process', async () => {
  const { waitFor, waitUntil } = vi
  vi.resetModules()
  await import('./long-waits.ts')
  expect([vi.waitFor === waitFor, vi.waitUntil === waitUntil]).toEqual([true, true])
})
