import { weekendsRaceLockFinalized } from '@purple-sector/contracts/weekends/events'
import type { Transaction } from '@purple-sector/database'
import { createTestDatabase, type TestDatabase } from '@purple-sector/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { callsBy, notInstalled } from '../calls/rpc.ts'
import { silentLogger } from '../logger.ts'
import { createProvisionalLocks, type ProvisionalLock, type ProvisionalLocks } from './provisional-locks.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase({ service: 'kit' })
  await testDatabase.database.raw(`create table provisional_locks (id uuid primary key, race_id integer not null,
    weekend_id integer not null, started_at timestamptz not null default clock_timestamp())`)
})
afterAll(() => testDatabase.drop())

const RACE = { id: 1, weekendId: 2 }

const createLocks = (): ProvisionalLocks =>
  createProvisionalLocks({
    database: testDatabase.database,
    calls: callsBy({ call: async () => notInstalled }),
    log: silentLogger(),
    closeTimeoutMs: 100,
    finalized: weekendsRaceLockFinalized,
  })

/** Runs a write; returns its attempt. */
const write = async (
  locks: ProvisionalLocks,
  store: (sql: Transaction, lock: ProvisionalLock) => Promise<void>,
): Promise<string> => {
  let attempt = ''
  await locks
    .around(RACE, (lock) => {
      attempt = lock.attempt
      return testDatabase.database.transaction((sql) => store(sql, lock))
    })
    .catch(() => {})
  return attempt
}

const remainingAttempts = (): Promise<string[]> => testDatabase.database('provisional_locks').pluck('id')

/** Records the ended attempts of each removal of abandoned locks. */
const recordRemovals = (): unknown[] => {
  const removals: unknown[] = []
  const record = ({ sql, bindings }: { sql: string; bindings: unknown[] }) =>
    void (sql.includes('delete from provisional_locks where id = any(array(') && removals.push(bindings[0]))
  testDatabase.database.on('query', record)
  onTestFinished(() => void testDatabase.database.off('query', record))
  return removals
}

test('cancels attempts that ended without storing, and forgets all others', async () => {
  const locks = createLocks()
  const removals = recordRemovals()
  await write(locks, (sql, lock) => locks.store(sql, lock))
  await write(locks, (sql, lock) => locks.store(sql, lock))
  await write(locks, async (sql, lock) => {
    await testDatabase.database('provisional_locks').where({ id: lock.attempt }).delete()
    await locks.store(sql, lock)
  })
  const unstored = await write(locks, async () => {})
  const rolledBack = await write(locks, async (sql, lock) => {
    await locks.store(sql, lock)
    throw new Error('rolled back')
  })
  expect((await remainingAttempts()).toSorted()).toEqual([unstored, rolledBack].toSorted())
  const task = locks.start()
  onTestFinished(() => task.stop())
  await expect.poll(remainingAttempts).toEqual([])
  expect(removals).toEqual([[unstored, rolledBack]])
})
