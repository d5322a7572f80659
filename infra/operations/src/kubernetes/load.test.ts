import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { saturate, sendAtRate } from './load.ts'

test('keeps requests in flight, and separates rejected ones', async () => {
  let inFlight = 0
  let most = 0
  const figures = await saturate(
    async (number) => {
      most = Math.max(most, ++inFlight)
      await pause(5)
      inFlight -= 1
      return { isAcknowledged: number % 2 === 0 }
    },
    4,
    0.2,
  )
  expect(most).toBe(4)
  expect(figures.rejected).toBeGreaterThan(0)
  expect(Math.abs(figures.perSecond * 0.2 - figures.rejected)).toBeLessThanOrEqual(4)
  expect(figures.p50).toBeGreaterThanOrEqual(4)
})

test('counts latency from the planned moment, and waits for all replies', async () => {
  const figures = await sendAtRate(async () => pause(30).then(() => ({ isAcknowledged: true })), 100, 0.2)
  expect(figures.perSecond).toBe(100)
  expect(figures.p50).toBeGreaterThanOrEqual(29)
  expect(figures.p99).toBeGreaterThanOrEqual(figures.p50)
})
