import { silentLogger } from '@purple-sector/service-kit/logger'
import { describe, expect, test } from 'vitest'
import { createDeadlineClock } from './deadline-clock.ts'

/** A clock whose owner answers after `travelMs` each way; the time here runs only where a test lets it. */
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

describe('the time of deadlines', () => {
  test("is the owner's, however long the answer took", async () => {
    const { here, clock } = scene({ travelMs: 200 })
    await clock.synchronize()
    expect(clock.now()).toBe(1_000_000 + here.elapsed)
    here.elapsed += 60_000
    expect(clock.now()).toBe(1_000_000 + here.elapsed)
  })

  test('an answer that took long does not replace a better one', async () => {
    const { here, clock } = scene({ travelMs: 5 })
    await clock.synchronize()
    here.owner = 1_000_300
    here.travelMs = 400
    await clock.synchronize()
    expect(clock.now()).toBe(1_000_000 + here.elapsed)
  })

  test('what was learned long ago gives way', async () => {
    const { here, clock } = scene({ travelMs: 5 })
    await clock.synchronize()
    here.owner = 1_300_000
    here.travelMs = 20
    here.elapsed += 30_000
    await clock.synchronize()
    expect(clock.now()).toBe(1_300_000 + here.elapsed)
  })

  test('holds on while nobody answers', async () => {
    const { here, clock } = scene()
    await clock.synchronize()
    here.answers = false
    await expect(clock.synchronize()).rejects.toThrow('away')
    expect(clock.now()).toBe(1_000_000 + here.elapsed)
  })

  test("is this machine's where there is no owner", async () => {
    const { here, clock } = scene()
    here.owner = undefined
    const before = Date.now()
    await clock.synchronize()
    expect(Math.abs(clock.now() - before)).toBeLessThan(10_000)
  })
})
