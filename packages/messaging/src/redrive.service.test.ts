import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@purple-sector/database'
import { createTestDatabase, type TestDatabase } from '@purple-sector/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBusTables } from './in-process/tables.ts'

const COMMAND = fileURLToPath(new URL('redrive.ts', import.meta.url))

let bus: TestDatabase
beforeAll(async () => {
  bus = await createTestDatabase({ service: 'redrive' })
  const database = openDatabase({ url: bus.adminUrl, schema: 'bus', maxConnections: 1 })
  await createBusTables(database)
  await database('dead_letters').insert(
    ['one', 'two'].map((id) => ({
      consumer: 'tipping',
      topic: 'weekends',
      lane: 'weekends weekend/1',
      event: JSON.stringify({ id }),
      error: 'refused',
      tries: 6,
    })),
  )
  await database.destroy()
})
afterAll(() => bus.drop())

const list = (...options: string[]) => {
  const env = { ...process.env, DATABASE_URL: bus.adminUrl, KAFKA_BROKERS: '' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, '--list', ...options], {
    env,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

describe('the list of dead letters', () => {
  test('is one JSON line each, and nothing else', () => {
    const { status, stdout, stderr } = list('--consumer', 'tipping')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const letters = stdout.trimEnd().split('\n')
    expect(letters.map((line) => JSON.parse(line))).toMatchObject([
      { consumer: 'tipping', event: { id: 'one' }, error: 'refused', tries: 6 },
      { event: { id: 'two' } },
    ])
  })

  test('says so beside its output where there are none', () => {
    const stderr = 'No dead letters of admin\n'
    expect(list('--consumer', 'admin')).toEqual({ status: 0, stdout: '', stderr })
    expect(list('--consumer', 'tipping', '--topic', 'identity').stdout).toBe('')
  })
})
