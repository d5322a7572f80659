import { describe, expect, test } from 'vitest'
import { createHandshakeLimits } from './handshake-limits.ts'

describe('handshakes of a session', () => {
  test('allows 120 a minute per session', () => {
    const limits = createHandshakeLimits()
    for (let count = 0; count < 120; count++) expect(limits.count('ann', 1_000)).toBe(0)
    expect(limits.count('ann', 11_000)).toBe(50)
    expect(limits.count('bob', 11_000)).toBe(0)
    expect(limits.count('ann', 61_000)).toBe(0)
  })

  test('bars the session for half a minute after a socket was terminated', () => {
    const limits = createHandshakeLimits()
    limits.count('ann', 1_000)
    limits.bar('ann', 5_000)
    expect(limits.count('ann', 5_001)).toBe(30)
    limits.sweep(34_999)
    expect(limits.count('ann', 34_999)).toBe(1)
    limits.sweep(35_000)
    expect(limits.count('ann', 35_000)).toBe(0)
  })
})
