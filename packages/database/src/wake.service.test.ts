import { createTestDatabase, type TestDatabase } from '@purple-sector/testing'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { afterCommit } from './after-commit.ts'
import { openDatabase } from './open-database.ts'
import { onWake, openWakeChannel, type WakeTopic, wake, wakeAfterCommit, wakeOtherProcesses } from './wake.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase({ service: 'kit' })
})
afterAll(() => testDatabase.drop())

const log = { debug: () => {} }

/** Opens the database like another process of the service, connected by a wake channel. */
const openAsOtherProcess = () => {
  const database = openDatabase({ url: testDatabase.url, schema: 'kit', maxConnections: 1 })
  const channel = openWakeChannel(database, log)
  onTestFinished(async () => {
    await channel.close()
    await database.destroy()
  })
  return database
}

const registerListener = (database = testDatabase.database, topic: WakeTopic = 'tasks', isHandled = true) => {
  const listener = vi.fn(() => isHandled)
  onTestFinished(onWake(database, topic, listener))
  return listener
}

test('runs afterCommit once the outermost transaction has committed, and never after a rollback', async () => {
  const calls: string[] = []
  await testDatabase.database.transaction(async (sql) => {
    await sql.transaction(async (inner) => afterCommit(inner, () => calls.push('inner')))
    await sql.raw('select 1')
    expect(calls).toEqual([])
  })
  await expect.poll(() => calls).toEqual(['inner'])
  const failed = testDatabase.database.transaction(async (sql) => {
    afterCommit(sql, () => calls.push('never'))
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  await testDatabase.database.raw('select 1')
  expect(calls).toEqual(['inner'])
})

test('wakes loops of a topic once per transaction, and at once outside of one', async () => {
  const listener = registerListener()
  const outboxListener = registerListener(testDatabase.database, 'outbox')
  await testDatabase.database.transaction(async (sql) => {
    wakeAfterCommit(sql, 'tasks')
    await sql.transaction(async (inner) => wakeAfterCommit(inner, 'tasks'))
    expect(listener).not.toHaveBeenCalled()
  })
  await expect.poll(() => listener.mock.calls.length).toBe(1)
  wakeAfterCommit(testDatabase.database, 'tasks')
  expect(listener).toHaveBeenCalledTimes(2)
  expect(outboxListener).not.toHaveBeenCalled()
})

test('wakes loops of another process if none of this process handles the topic, or by wakeOtherProcesses', async () => {
  const channel = openWakeChannel(testDatabase.database, log)
  onTestFinished(() => channel.close())
  const otherDatabase = openAsOtherProcess()
  const [taskListener, outboxListener] = [registerListener(otherDatabase), registerListener(otherDatabase, 'outbox')]
  // A wake-up is lost until both sides are connected.
  await vi.waitFor(() => {
    wakeOtherProcesses(testDatabase.database, 'tasks')
    expect(taskListener).toHaveBeenCalled()
  }, 20_000)
  expect(outboxListener).not.toHaveBeenCalled()
  const localListener = registerListener(testDatabase.database, 'outbox', false)
  wake(testDatabase.database, 'outbox')
  await expect.poll(() => outboxListener.mock.calls.length).toBe(1)
  expect(localListener).toHaveBeenCalled()
})

test('wakes other processes after the connection was cut', async () => {
  const channel = openWakeChannel(testDatabase.database, log)
  onTestFinished(() => channel.close())
  const remoteListener = registerListener(openAsOtherProcess())
  const wakeUntilReceived = () =>
    vi.waitFor(() => {
      wake(testDatabase.database, 'tasks')
      expect(remoteListener).toHaveBeenCalled()
    }, 20_000)
  await wakeUntilReceived()
  remoteListener.mockClear()
  const admin = openDatabase({ url: testDatabase.adminUrl, schema: 'public', maxConnections: 1 })
  await admin
    .raw('select pg_terminate_backend(pid) from pg_stat_activity where query like ?', ['listen "wake%'])
    .finally(() => admin.destroy())
  await wakeUntilReceived()
})
