import { silentLogger } from '@purple-sector/service-kit/logger'
import { describe, expect, test } from 'vitest'
import { createDeadlineClock } from './deadline-clock.ts'

/** A clock whose owner's replies take `travelMs` each way; local time advances only when a test advances it. */
const scene = ({ travelMs = 10, owner = 1_000_000 }: { travelMs?: number; owner?: number | undefined } = {}) => {
  const here = { elapsed: 0, travelMs, owner: owner as number | undefined, answers: true }
  const clock = createDeadlineClock({
    elapsed: () => here.elapsed,
    log: silentLogger(),
    async request() {
      if (!here.answers) throw new Error('away')
      here.elapsed += here.travelMs
      const time = here.owner === undefined ? undefined : here.owner + here.elapsed
      here.elapsed += here.travelMs
      return time
    },
  })
  return { here, clock }
}

describe('deadline clock', () => {
  test('follows the owner’s time for any reply time', async () => {
    const { here, clock } = scene({ travelMs: 200 })
    await clock.synchronize()
    expect(clock.now()).toBe(1_000_000 + here.elapsed)
    here.elapsed += 60_000
    expect(clock.now()).toBe(1_000_000 + here.elapsed)
  })

  test('does not replace a better measurement by one from a slow reply', async () => {
    const { here, clock } = scene({ travelMs: 5 })
    await clock.synchronize()
    here.owner = 1_000_300
    here.travelMs = 400
    await clock.synchronize()
    expect(clock.now()).toBe(1_000_000 + here.elapsed)
  })

  test('replaces an old measurement', async () => {
    const { here, clock } = scene({ travelMs: 5 })
    await clock.synchronize()
    here.owner = 1_300_000
    here.travelMs = 20
    here.elapsed += 30_000
    await clock.synchronize()
    expect(clock.now()).toBe(1_300_000 + here.elapsed)
  })

  test('keeps its measurement while the owner is unavailable', async () => {
    const { here, clock } = scene()
    await clock.synchronize()
    here.answers = false
    await expect(clock.synchronize()).rejects.toThrow('away')
    expect(clock.now()).toBe(1_000_000 + here.elapsed)
  })

  test('uses this machine’s clock without an owner', async () => {
    const { here, clock } = scene()
    here.owner = undefined
    const before = Date.now()
    await clock.synchronize()
    expect(Math.abs(clock.now() - before)).toBeLessThan(10_000)
  })
})
