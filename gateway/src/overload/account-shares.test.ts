import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { beforeEach, expect, test } from 'vitest'
import { type AccountShares, accountShares, type SlotOutcome } from './load-shedding.ts'

let shares: AccountShares
/** The outcome of each request, in the order in which they were decided. */
let outcomes: string[]

beforeEach(() => {
  shares = accountShares({ maxInFlight: 2, maxQueued: 2 })
  outcomes = []
})

type Response = EventEmitter & { destroyed: boolean }
const response = (): Response => Object.assign(new EventEmitter(), { destroyed: false })
const close = (closed: Response): void => {
  closed.destroyed = true
  closed.emit('close')
}
/** Requests a slot for an account, with a stub of the response. */
const request = (account: string, name: string, of = response()): { of: Response; outcome: Promise<SlotOutcome> } => {
  const outcome = shares.acquire(account, of as unknown as ServerResponse)
  void outcome.then((what) => outcomes.push(`${name} ${what}`))
  return { of, outcome }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('fills an account’s slots, then its queue in order, then rejects', async () => {
  const [first] = ['a', 'b', 'c', 'd', 'e'].map((name) => request('ann', name))
  await settled()
  expect(outcomes).toEqual(['a acquired', 'b acquired', 'e full'])
  close(first!.of)
  await settled()
  expect(outcomes.at(-1)).toBe('c acquired')
  request('ann', 'f')
  await settled()
  expect(outcomes).toHaveLength(4)
})

test('gives another account slots of its own', async () => {
  for (const name of ['a', 'b', 'c']) request('ann', name)
  request('bob', 'd')
  await settled()
  expect(outcomes).toEqual(['a acquired', 'b acquired', 'd acquired'])
})

test('passes the queue position of a disconnected client to the next', async () => {
  const [first, , third] = ['a', 'b', 'c', 'd'].map((name) => request('ann', name))
  close(third!.of)
  close(first!.of)
  await settled()
  expect(outcomes).toEqual(['a acquired', 'b acquired', 'c disconnected', 'd acquired'])
})

test('gives a disconnected client no slot', async () => {
  const disconnected = response()
  close(disconnected)
  request('ann', 'a', disconnected)
  await settled()
  expect([outcomes, shares.accounts()]).toEqual([['a disconnected'], 0])
})

test('stores nothing of an account without requests', async () => {
  const requests = ['a', 'b', 'c', 'd'].map((name) => request('ann', name))
  await settled()
  expect(shares.accounts()).toBe(1)
  for (const { of } of requests) close(of)
  await settled()
  expect(shares.accounts()).toBe(0)
})
