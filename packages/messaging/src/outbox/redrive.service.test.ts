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
      error: 'refused',
      tries: 6,
    })),
  )
  await database.destroy()
})
afterAll(() => bus.drop())

const run = (options: string[], more: Record<string, string> = {}) => {
  const env = { ...process.env, DATABASE_URL: bus.adminUrl, KAFKA_BROKERS: '', ...more }
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...options], { env, encoding: 'utf8' })
  return { status, stdout, stderr }
}
const list = (...options: string[]) => run(['--list', ...options])

describe('redrive --list', () => {
  test('prints one JSON line per dead letter and nothing else', () => {
    const { status, stdout, stderr } = list('--consumer', 'tipping')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const letters = stdout.trimEnd().split('\n')
    expect(letters.map((line) => JSON.parse(line))).toMatchObject([
      { consumer: 'tipping', event: { id: 'one' }, error: 'refused', tries: 6 },
      { event: { id: 'two' } },
    ])
  })

  test('reports on standard error when there are no dead letters', () => {
    const stderr = 'No dead letters of admin\n'
    expect(list('--consumer', 'admin')).toEqual({ status: 0, stdout: '', stderr })
    expect(list('--consumer', 'tipping', '--topic', 'weekends.facts').stdout).toBe('')
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
    const { status, stdout } = list('--service', 'chat')
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ event, bytes: 14, error: 'large' })
    expect(stdout).not.toContain('xxx')
    expect(run(['--service', 'chat'])).toEqual({ status: 0, stdout: '1 re-driven\n', stderr: '' })
    expect(list('--service', 'chat')).toEqual({ status: 0, stdout: '', stderr: 'No dead letters of chat\n' })
    const database = openDatabase({ url: bus.adminUrl, schema: 'chat', maxConnections: 1, acquireTimeoutMs })
    expect(await database('outbox')).toMatchObject([{ ...event, data: { text: 'xxx' } }])
    await database.destroy()
  })

  test.each([
    ['an unknown service', ['--service', 'nobody'], {}, 'There is no service nobody.'],
    [
      'a service without its database',
      ['--service', 'chat'],
      { KAFKA_BROKERS: 'a:1', DATABASE_URL: '' },
      'DATABASE_URL',
    ],
    ['both', ['--service', 'chat', '--consumer', 'chat'], {}, 'npm run redrive'],
    ['nobody', [], {}, 'npm run redrive'],
  ])('rejects a command with %s', (_words, options, env, words) => {
    const { status, stderr } = run(options, env)
    expect(status).toBe(1)
    expect(stderr).toContain(words)
  })
})
