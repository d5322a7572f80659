import { createInProcessCache } from '@purple-sector/cache'
import type { SessionIdentity } from '@purple-sector/contracts/identity/http'
import { silentLogger } from '@purple-sector/service-kit'
import { beforeEach, describe, expect, test } from 'vitest'
import { createSessions } from './sessions.ts'

const minutes = (count: number) => count * 60_000
let now = 0
let requests: string[][] = []
let isAway = false
let rows = new Map<string, SessionIdentity>()
let answering: Promise<void> = Promise.resolve()

const aSession = (hash: string, overrides: Partial<SessionIdentity> = {}): SessionIdentity => ({
  hash,
  sessionId: `id-${hash}`,
  userId: 'ann',
  username: 'ann',
  firstName: null,
  lastName: null,
  isAdmin: false,
  theme: null,
  expiresAt: new Date(now + minutes(60)).toISOString(),
  ...overrides,
})
const gateway = (cache = createInProcessCache({ now: () => now })) =>
  createSessions({
    cache,
    log: silentLogger(),
    now: () => now,
    async request(hashes) {
      requests.push(hashes)
      const found = hashes.flatMap((hash) => rows.get(hash) ?? [])
      await answering
      if (isAway) throw new Error('identity is away')
      return found
    },
  })

beforeEach(() => {
  now = Date.UTC(2026, 10, 21)
  requests = []
  isAway = false
  answering = Promise.resolve()
  rows = new Map([['h1', aSession('h1')]])
})

describe('session', () => {
  test('fetches a session once, and again after some minutes, which extends it', async () => {
    const sessions = gateway()
    expect(await sessions.resolve('h1')).toMatchObject({ userId: 'ann' })
    now += minutes(2)
    expect(sessions.peek('h1')).toMatchObject({ userId: 'ann' })
    await sessions.resolve('h1')
    expect(requests).toHaveLength(1)
    now += minutes(2)
    expect(sessions.peek('h1')).toBeUndefined()
    await sessions.resolve('h1')
    expect(requests).toHaveLength(2)
  })

  test('does not fetch an unknown session with every request', async () => {
    const sessions = gateway()
    await sessions.resolve('nobody')
    await sessions.resolve('nobody')
    expect(requests).toHaveLength(1)
    now += minutes(1)
    await sessions.resolve('nobody')
    expect(requests).toHaveLength(2)
  })

  test('keeps a session cached, however many unknown ones are requested', async () => {
    const sessions = gateway()
    await sessions.resolve('h1')
    await Promise.all(Array.from({ length: 100_000 }, (_, index) => sessions.resolve(`nobody-${index}`)))
    expect(sessions.peek('h1')).toMatchObject({ userId: 'ann' })
  })

  test('reads a session from the cache shared with another gateway', async () => {
    const cache = createInProcessCache({ now: () => now })
    await gateway(cache).resolve('h1')
    expect(await gateway(cache).resolve('h1')).toMatchObject({ userId: 'ann' })
    expect(requests).toHaveLength(1)
  })

  test('ends a cached session when it expires', async () => {
    const sessions = gateway()
    rows.set('h1', aSession('h1', { expiresAt: new Date(now + minutes(1)).toISOString() }))
    await sessions.resolve('h1')
    rows.clear()
    now += minutes(1)
    expect(await sessions.resolve('h1')).toBeUndefined()
  })

  test('revokes a session in memory and in the shared cache', async () => {
    const cache = createInProcessCache({ now: () => now })
    const sessions = gateway(cache)
    await sessions.resolve('h1')
    await sessions.revoke(['h1'])
    expect(sessions.peek('h1')).toBeUndefined()
    expect(await sessions.resolve('h1')).toBeUndefined()
    expect(await cache.get('session:h1')).toBeUndefined()
  })

  test('revokes a session that is being resolved', async () => {
    const cache = createInProcessCache({ now: () => now })
    const sessions = gateway(cache)
    const answer = Promise.withResolvers<void>()
    answering = answer.promise
    const resolving = sessions.resolve('h1')
    await expect.poll(() => requests.length).toBe(1)
    await sessions.revoke(['h1'])
    answer.resolve()
    expect(await resolving).toBeUndefined()
    expect(await cache.get('session:h1')).toBeUndefined()
  })

  test('fetches a session again when its user has changed', async () => {
    const sessions = gateway()
    rows.set('h2', aSession('h2'))
    await Promise.all([sessions.resolve('h1'), sessions.resolve('h2')])
    rows = new Map([...rows].map(([hash, session]) => [hash, { ...session, isAdmin: true }]))
    await sessions.invalidateUser('ann')
    expect(await sessions.resolve('h1')).toMatchObject({ isAdmin: true })
    expect(await sessions.resolve('h2')).toMatchObject({ isAdmin: true })
  })

  test('does not cache a session requested before its user changed', async () => {
    const sessions = gateway()
    const answer = Promise.withResolvers<void>()
    answering = answer.promise
    const resolving = sessions.resolve('h1')
    await expect.poll(() => requests.length).toBe(1)
    await sessions.invalidateUser('ann')
    answer.resolve()
    await resolving
    expect(sessions.peek('h1')).toBeUndefined()
  })

  test('caches a session requested while another user changed', async () => {
    const sessions = gateway()
    const answer = Promise.withResolvers<void>()
    answering = answer.promise
    const resolving = sessions.resolve('h1')
    await expect.poll(() => requests.length).toBe(1)
    await sessions.invalidateUser('bob')
    await sessions.revoke(['h2'])
    answer.resolve()
    await resolving
    expect(sessions.peek('h1')).toMatchObject({ userId: 'ann' })
  })

  test('fetches a session again after a different republished user only', async () => {
    const sessions = gateway()
    await sessions.resolve('h1')
    const ann = { id: 'ann', username: 'ann', firstName: null, lastName: null, isAdmin: false, deleted: false }
    await sessions.invalidateUserIfChanged(ann)
    await sessions.invalidateUserIfChanged({ ...ann, id: 'bob' })
    expect(sessions.peek('h1')).toMatchObject({ userId: 'ann' })
    for (const change of [{ isAdmin: true }, { username: 'anna' }, { deleted: true }]) {
      await sessions.invalidateUserIfChanged({ ...ann, ...change })
      expect(sessions.peek('h1')).toBeUndefined()
      await sessions.resolve('h1')
    }
  })

  test('does not cache a session from before a change of its user, however many others changed since', async () => {
    const sessions = gateway()
    const answer = Promise.withResolvers<void>()
    answering = answer.promise
    const resolving = sessions.resolve('h1')
    await expect.poll(() => requests.length).toBe(1)
    await sessions.invalidateUser('ann')
    await Promise.all(Array.from({ length: 100_000 }, (_, index) => sessions.invalidateUser(`fan-${index}`)))
    answer.resolve()
    await resolving
    expect(sessions.peek('h1')).toBeUndefined()
  })

  test('uses a cached session for a while when identity is unavailable', async () => {
    const sessions = gateway()
    await sessions.resolve('h1')
    isAway = true
    now += minutes(5)
    expect(await sessions.resolve('h1')).toMatchObject({ userId: 'ann' })
    await expect(sessions.resolve('h2')).rejects.toThrow('away')
    now += minutes(6)
    await expect(sessions.resolve('h1')).rejects.toThrow('away')
  })
})
