import { describe, expect, test, vi } from 'vitest'
import { cachedDistributions } from './distribution-cache.ts'
import type { Distribution, PickedScope } from './pick-distribution.ts'

const scope: PickedScope = { scopeId: 3, weekendId: 1, groupId: null }
const qualifying = { categoryId: 1, decidedBy: '7@100' }
const distribution = (over: Partial<Distribution> = {}): Distribution => ({ ...qualifying, tips: 2, cars: [], ...over })

/** Reads that answer when the test says so. */
const heldReads = () => {
  const waiting: PromiseWithResolvers<Distribution[]>[] = []
  const read = () => {
    const reading = Promise.withResolvers<Distribution[]>()
    waiting.push(reading)
    return reading.promise
  }
  return { waiting, read }
}

describe('the spread of a closed category', () => {
  test('is counted once for all who ask at once, and for a short time after', async () => {
    const { waiting, read } = heldReads()
    let now = 1
    const spreadOf = cachedDistributions({ read, now: () => now })
    const asked = Array.from({ length: 1000 }, () => spreadOf(scope, qualifying))
    await vi.waitFor(() => expect(waiting).toHaveLength(1))
    waiting[0]?.resolve([distribution()])
    expect(new Set(await Promise.all(asked))).toEqual(new Set([distribution()]))
    now = 1_001
    expect(await spreadOf(scope, qualifying)).toEqual(distribution())
    expect(waiting).toHaveLength(1)
    now = 10_000
    const later = spreadOf(scope, qualifying)
    await vi.waitFor(() => expect(waiting).toHaveLength(2))
    waiting[1]?.resolve([distribution({ tips: 3 })])
    expect(await later).toEqual(distribution({ tips: 3 }))
  })

  test('is counted once more where the counting was begun before the lock', async () => {
    const { waiting, read } = heldReads()
    const spreadOf = cachedDistributions({ read, now: () => 1 })
    const early = spreadOf(scope, { categoryId: 2, decidedBy: '8@90' })
    await vi.waitFor(() => expect(waiting).toHaveLength(1))
    const late = Array.from({ length: 3 }, () => spreadOf(scope, qualifying))
    waiting[0]?.resolve([distribution({ categoryId: 2, decidedBy: '8@90' })])
    expect(await early).toMatchObject({ categoryId: 2 })
    await vi.waitFor(() => expect(waiting).toHaveLength(2))
    waiting[1]?.resolve([distribution()])
    expect(await Promise.all(late)).toEqual([distribution(), distribution(), distribution()])
    expect(waiting).toHaveLength(2)
  })

  test('is no answer for other locks than those it was counted for', async () => {
    const spreadOf = cachedDistributions({ read: async () => [distribution()], now: () => 1 })
    expect(await spreadOf(scope, qualifying)).toEqual(distribution())
    expect(await spreadOf(scope, { ...qualifying, decidedBy: '7@200' })).toBeUndefined()
  })
})
