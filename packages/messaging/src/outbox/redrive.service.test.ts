import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { migrate, openDatabase } from '@purple-sector/database'
import { acquireTimeoutMs, createTestDatabase, type TestDatabase } from '@purple-sector/testing/databases/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBusTables } from '../in-process/tables.ts'
import { messagingMigrations } from '../migrations.ts'

const COMMAND = fileURLToPath(new URL('redrive.ts', import.meta.url))

let bus: TestDatabase
beforeAll(async () => {
  bus = await createTestDatabase({ service: 'redrive' })
  const database = openDatabase({ url: bus.adminUrl, schema: 'bus', maxConnections: 1, acquireTimeoutMs })
  await createBusTables(database)
  await database('dead_letters').insert(
    ['one', 'two'].map((id) => ({
      consumer: 'tipping',
      topic: 'weekends.states',
      lane: 'weekends.states weekend/1',
      event: JSON.stringify({ id }),
      error: 'rejected',
      tries: 6,
    })),
  )
  await database.destroy()
})
afterAll(() => bus.drop())

const runRedrive = (options: string[], settings: Record<string, string> = {}) => {
  const env = { ...process.env, DATABASE_URL: bus.adminUrl, KAFKA_BROKERS: '', ...settings }
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...options], { env, encoding: 'utf8' })
  return { status, stdout, stderr }
}
const runList = (...options: string[]) => runRedrive(['--list', ...options])

describe('redrive --list', () => {
  test('prints one JSON line per dead letter and nothing else', () => {
    const { status, stdout, stderr } = runList('--consumer', 'tipping')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const letters = stdout.trimEnd().split('\n')
    expect(letters.map((line) => JSON.parse(line))).toMatchObject([
      { consumer: 'tipping', event: { id: 'one' }, error: 'rejected', tries: 6 },
      { event: { id: 'two' } },
    ])
  })

  test('reports on standard error when there are no dead letters', () => {
    const stderr = 'No dead letters of admin\n'
    expect(runList('--consumer', 'admin')).toEqual({ status: 0, stdout: '', stderr })
    expect(runList('--consumer', 'tipping', '--topic', 'weekends.facts').stdout).toBe('')
  })
})

describe('redrive of outbox dead letters', () => {
  const event = { type: 'chat.noted.v1', subject: 'note/1', key: 'board/a', sequence: 7 }

  beforeAll(async () => {
    const database = openDatabase({ url: bus.adminUrl, schema: 'chat', maxConnections: 1, acquireTimeoutMs })
    await database.raw('create schema chat')
    await migrate(database, { directories: [messagingMigrations], schema: 'chat' })
    const row = {
      ...event,
      event_id: randomUUID(),
      time: '2026-11-22T01:00:00Z',
      data: '{"text":"xxx"}',
      error: 'large',
    }
    await database('outbox_dead_letters').insert(row)
    await database.destroy()
  })

  test('lists unpublished events without their data and moves them back into the outbox', async () => {
    const { status, stdout } = runList('--service', 'chat')
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ event, bytes: 14, error: 'large' })
    expect(stdout).not.toContain('xxx')
    expect(runRedrive(['--service', 'chat'])).toEqual({ status: 0, stdout: '1 re-driven\n', stderr: '' })
    expect(runList('--service', 'chat')).toEqual({ status: 0, stdout: '', stderr: 'No dead letters of chat\n' })
    const database = openDatabase({ url: bus.adminUrl, schema: 'chat', maxConnections: 1, acquireTimeoutMs })
    expect(await database('outbox')).toMatchObject([{ ...event, data: { text: 'xxx' } }])
    await database.destroy()
  })

  test.each([
    ['an unknown service', ['--service', 'unknown'], {}, 'There is no service unknown.'],
    [
      'a service without its database',
      ['--service', 'chat'],
      { KAFKA_BROKERS: 'a:1', DATABASE_URL: '' },
      'DATABASE_URL',
    ],
    ['both a service and a consumer', ['--service', 'chat', '--consumer', 'chat'], {}, 'npm run redrive'],
    ['neither a service nor a consumer', [], {}, 'npm run redrive'],
  ])('rejects a command with %s', (_description, options, env, message) => {
    const { status, stderr } = runRedrive(options, env)
    expect(status).toBe(1)
    expect(stderr).toContain(message)
  })
})
