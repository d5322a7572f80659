import { weekendSubject } from '@purple-sector/contracts/event'
import { databaseTime, lockSubject } from '@purple-sector/database'
import type { TestDatabase } from '@purple-sector/testing'
import { lockWaiters } from '@purple-sector/testing/databases/lock-waiters'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTippingDatabase } from '../../test/tipping-scenario.ts'
import { committedTips } from './committed-tips.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

const countLockWaiters = async (): Promise<number> => (await lockWaiters(testDatabase.database)).length
/** A tip in progress: it holds the weekend's shared lock. */
const startTip = async () => {
  const tip = await testDatabase.database.transaction()
  await lockSubject(tip, 'shared', weekendSubject(1))
  return tip
}

test('concurrent readers wait once for the tips in progress, and not again for an older lock', async () => {
  const waitForCommittedTips = committedTips(testDatabase.database)
  const lock = await databaseTime(testDatabase.database)
  const tip = await startTip()
  const requests = Array.from({ length: 20 }, () => waitForCommittedTips(1, lock))
  await vi.waitFor(async () => expect(await countLockWaiters()).toBeGreaterThan(0))
  expect(await countLockWaiters()).toBe(1)
  await tip.commit()
  const moments = await Promise.all(requests)
  expect(new Set(moments.map(Number)).size).toBe(1)
  expect(moments[0]!.getTime()).toBeGreaterThan(lock.getTime())

  const later = await startTip()
  expect(await waitForCommittedTips(1, lock)).toEqual(moments[0])
  const next = waitForCommittedTips(1, await databaseTime(testDatabase.database))
  await vi.waitFor(async () => expect(await countLockWaiters()).toBe(1))
  await later.commit()
  expect((await next).getTime()).toBeGreaterThan(moments[0]!.getTime())
})

test('a failed wait is repeated', async () => {
  const waitForCommittedTips = committedTips(testDatabase.database)
  const lock = await databaseTime(testDatabase.database)
  const tip = await startTip()
  const failingWait = waitForCommittedTips(1, lock)
  failingWait.catch(() => {})
  await vi.waitFor(async () => expect(await countLockWaiters()).toBe(1))
  await testDatabase.database.raw(
    `select pg_cancel_backend(pid) from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  await expect(failingWait).rejects.toThrow()
  await tip.commit()
  expect((await waitForCommittedTips(1, lock)).getTime()).toBeGreaterThan(lock.getTime())
})
