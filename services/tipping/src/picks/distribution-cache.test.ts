import { describe, expect, test, vi } from 'vitest'
import { cachedDistributions } from './distribution-cache.ts'
import type { Distribution, PickedScope } from './pick-read-model.ts'

const scope: PickedScope = { scopeId: 3, weekendId: 1, groupId: null }
const qualifying = { categoryId: 1, decidedBy: '7@100' }
const distribution = (overrides: Partial<Distribution> = {}): Distribution => ({
  ...qualifying,
  tips: 2,
  cars: [],
  ...overrides,
})

/** Reads that resolve when the test does it. */
const deferredReads = () => {
  const pendingReads: PromiseWithResolvers<Distribution[]>[] = []
  const read = () => {
    const deferred = Promise.withResolvers<Distribution[]>()
    pendingReads.push(deferred)
    return deferred.promise
  }
  return { pendingReads, read }
}

describe('the cached distribution of a closed category', () => {
  test('is read once for concurrent requests, and reused for a short time', async () => {
    const { pendingReads, read } = deferredReads()
    let now = 1
    const distributionOf = cachedDistributions({ read, now: () => now })
    const requests = Array.from({ length: 1000 }, () => distributionOf(scope, qualifying))
    await vi.waitFor(() => expect(pendingReads).toHaveLength(1))
    pendingReads[0]?.resolve([distribution()])
    expect(new Set(await Promise.all(requests))).toEqual(new Set([distribution()]))
    now = 1_001
    expect(await distributionOf(scope, qualifying)).toEqual(distribution())
    expect(pendingReads).toHaveLength(1)
    now = 10_000
    const later = distributionOf(scope, qualifying)
    await vi.waitFor(() => expect(pendingReads).toHaveLength(2))
    pendingReads[1]?.resolve([distribution({ tips: 3 })])
    expect(await later).toEqual(distribution({ tips: 3 }))
  })

  test('is read again if the read started before the lock', async () => {
    const { pendingReads, read } = deferredReads()
    const distributionOf = cachedDistributions({ read, now: () => 1 })
    const early = distributionOf(scope, { categoryId: 2, decidedBy: '8@90' })
    await vi.waitFor(() => expect(pendingReads).toHaveLength(1))
    const late = Array.from({ length: 3 }, () => distributionOf(scope, qualifying))
    pendingReads[0]?.resolve([distribution({ categoryId: 2, decidedBy: '8@90' })])
    expect(await early).toMatchObject({ categoryId: 2 })
    await vi.waitFor(() => expect(pendingReads).toHaveLength(2))
    pendingReads[1]?.resolve([distribution()])
    expect(await Promise.all(late)).toEqual([distribution(), distribution(), distribution()])
    expect(pendingReads).toHaveLength(2)
  })

  test('is not used for other locks than those it was read for', async () => {
    const distributionOf = cachedDistributions({ read: async () => [distribution()], now: () => 1 })
    expect(await distributionOf(scope, qualifying)).toEqual(distribution())
    expect(await distributionOf(scope, { ...qualifying, decidedBy: '7@200' })).toBeUndefined()
  })
})
