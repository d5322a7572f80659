import { beforeEach, describe, expect, test } from 'vitest'
import type { Session } from '../sessions/sessions.ts'
import { createCountReads } from './count-reads.ts'

let now = 0
let status = 200
let unread = 0
let requests: string[] = []

const session = (userId: string): Session => ({
  ...{ hash: userId, sessionId: userId, userId, username: userId, firstName: null, lastName: null },
  ...{ isAdmin: false, theme: null, expiresAt: '' },
})
const LAST_CHANGED = '2026-03-01T10:00:00.000Z'
/** An unread count whose newest notification was sent at `LAST_CHANGED`. */
const counted = (count: number) => ({ count, lastChanged: LAST_CHANGED })
const [ann, bob] = [session('ann'), session('bob')]

const newReads = (maxBytes = 1_000_000) =>
  createCountReads({
    async read(path, { userId }) {
      requests.push(`${userId} ${path}`)
      const body = Buffer.from(JSON.stringify({ count: unread }))
      await Promise.resolve()
      return { status, contentType: 'application/json', cacheControl: '', lastChanged: LAST_CHANGED, body }
    },
    maxBytes,
    now: () => now,
  })
let reads = newReads()

beforeEach(() => {
  now = 1_000_000
  status = 200
  unread = 3
  requests = []
  reads = newReads()
})

describe('unread counts', () => {
  test('fetches a count once per user and weekend, however often it is polled', async () => {
    expect(reads.peek(7, ann)).toBeUndefined()
    await Promise.all([reads.read(7, ann), reads.read(7, ann), reads.read(7, bob)])
    for (let time = 0; time < 5; time++) {
      expect(reads.peek(7, ann)).toEqual(counted(3))
      expect(await reads.read(7, ann)).toEqual(counted(3))
    }
    await reads.read(8, ann)
    expect(requests).toEqual(
      ['ann', 'bob'].map((who) => `${who} /api/notifications/7/count`).concat('ann /api/notifications/8/count'),
    )
  })

  test('fetches a count again after a change of its user, and no other count', async () => {
    for (const who of [ann, bob]) for (const weekend of [7, 8]) await reads.read(weekend, who)
    reads.invalidate('ann')
    expect([7, 8].map((weekend) => reads.peek(weekend, ann))).toEqual([undefined, undefined])
    expect(reads.peek(7, bob)).toEqual(counted(3))
    unread = 0
    expect(await reads.read(7, ann)).toEqual(counted(0))
    reads.invalidate()
    expect(reads.peek(7, bob)).toBeUndefined()
  })

  test('does not cache a count requested before a change', async () => {
    const early = reads.read(7, ann)
    reads.invalidate('ann')
    unread = 1
    expect(await reads.read(7, ann)).toEqual(counted(1))
    expect(await early).toEqual(counted(3))
    expect(reads.peek(7, ann)).toEqual(counted(1))
  })

  test('fetches a count without the cache on request', async () => {
    await reads.read(7, ann)
    unread = 9
    expect(await reads.readUncached(7, ann)).toEqual(counted(9))
  })

  test('leaves a rejection to the owner, and fetches the count again', async () => {
    status = 404
    expect(await reads.read(7, ann)).toBeUndefined()
    status = 200
    expect(await reads.read(7, ann)).toEqual(counted(3))
  })

  test('fetches a count again after its TTL, in case an event was missed', async () => {
    await reads.read(7, ann)
    now += 6 * 60_000
    expect(reads.peek(7, ann)).toBeUndefined()
  })

  test('limits the memory of counts of many weekends or users', async () => {
    for (let weekend = 1; weekend <= 50; weekend++) await reads.read(weekend, ann)
    const kept = Array.from({ length: 50 }, (_, index) => reads.peek(index + 1, ann)).filter(
      (count) => count !== undefined,
    )
    expect(kept.length).toBeLessThanOrEqual(4)
    const small = newReads(3_200)
    for (let fan = 0; fan < 50; fan++) await small.read(1, session(`fan ${fan}`))
    const fans = Array.from({ length: 50 }, (_, fan) => small.peek(1, session(`fan ${fan}`)))
    expect(fans.filter((count) => count !== undefined)).toHaveLength(10)
  })
})
