import { createTestDatabase, type TestDatabase } from '@purple-sector/testing'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { afterCommit } from './after-commit.ts'
import { openDatabase } from './open-database.ts'
import { onWake, openWakeChannel, type WakeTopic, wake, wakeAfterCommit, wakeOtherProcesses } from './wake.ts'

let clone: TestDatabase
beforeAll(async () => {
  clone = await createTestDatabase({ service: 'kit' })
})
afterAll(() => clone.drop())

const log = { debug: () => {} }

/** Opens the database like another process of the service, connected by a wake channel. */
const anotherProcess = () => {
  const database = openDatabase({ url: clone.url, schema: 'kit', maxConnections: 1 })
  const channel = openWakeChannel(database, log)
  onTestFinished(async () => {
    await channel.close()
    await database.destroy()
  })
  return database
}

const listen = (database = clone.database, topic: WakeTopic = 'tasks', isSeenTo = true) => {
  const look = vi.fn(() => isSeenTo)
  onTestFinished(onWake(database, topic, look))
  return look
}

test('runs afterCommit once the outermost transaction has committed, and never after a rollback', async () => {
  const ran: string[] = []
  await clone.database.transaction(async (sql) => {
    await sql.transaction(async (inner) => afterCommit(inner, () => ran.push('inner')))
    await sql.raw('select 1')
    expect(ran).toEqual([])
  })
  await expect.poll(() => ran).toEqual(['inner'])
  const failed = clone.database.transaction(async (sql) => {
    afterCommit(sql, () => ran.push('never'))
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  await clone.database.raw('select 1')
  expect(ran).toEqual(['inner'])
})

test('wakes loops of a topic once per transaction, and at once outside of one', async () => {
  const look = listen()
  const other = listen(clone.database, 'outbox')
  await clone.database.transaction(async (sql) => {
    wakeAfterCommit(sql, 'tasks')
    await sql.transaction(async (inner) => wakeAfterCommit(inner, 'tasks'))
    expect(look).not.toHaveBeenCalled()
  })
  await expect.poll(() => look.mock.calls.length).toBe(1)
  wakeAfterCommit(clone.database, 'tasks')
  expect(look).toHaveBeenCalledTimes(2)
  expect(other).not.toHaveBeenCalled()
})

test('wakes loops of another process when none here handles it, or by wakeOtherProcesses', async () => {
  const channel = openWakeChannel(clone.database, log)
  onTestFinished(() => channel.close())
  const another = anotherProcess()
  const [meant, elsewhere] = [listen(another), listen(another, 'outbox')]
  // A wake-up is lost until both sides are connected.
  await vi.waitFor(() => {
    wakeOtherProcesses(clone.database, 'tasks')
    expect(meant).toHaveBeenCalled()
  }, 20_000)
  expect(elsewhere).not.toHaveBeenCalled()
  const here = listen(clone.database, 'outbox', false)
  wake(clone.database, 'outbox')
  await expect.poll(() => elsewhere.mock.calls.length).toBe(1)
  expect(here).toHaveBeenCalled()
})

test('wakes other processes after the connection was cut', async () => {
  const channel = openWakeChannel(clone.database, log)
  onTestFinished(() => channel.close())
  const elsewhere = listen(anotherProcess())
  const reached = () =>
    vi.waitFor(() => {
      wake(clone.database, 'tasks')
      expect(elsewhere).toHaveBeenCalled()
    }, 20_000)
  await reached()
  elsewhere.mockClear()
  const admin = openDatabase({ url: clone.adminUrl, schema: 'public', maxConnections: 1 })
  await admin
    .raw('select pg_terminate_backend(pid) from pg_stat_activity where query like ?', ['listen "wake%'])
    .finally(() => admin.destroy())
  await reached()
})
