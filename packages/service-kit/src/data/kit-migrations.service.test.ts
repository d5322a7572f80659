import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { defineFact, defineState } from '@purple-sector/contracts/event'
import { type Database, migrate, openDatabase, provisionService } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { acquireTimeoutMs, createTestDatabase, type TestDatabase } from '@purple-sector/testing/databases/test-database'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { kitMigrations } from './kit-migrations.ts'

const directories = [...kitMigrations, fileURLToPath(new URL('../fixtures/migrations', import.meta.url))]

const definition = { owner: 'chat' as const, data: z.object({ note: z.string() }), key: () => 'board/a' }
const changed = defineState({ ...definition, type: 'chat.note-changed.v1', subject: ({ note }) => `note/${note}` })
const sent = defineFact({ ...definition, type: 'chat.note-sent.v1', subject: ({ note }) => `note/${note}` })

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase({ service: 'kit' })
})
afterAll(() => testDatabase.drop())

/** Creates an empty schema with its own role. */
const emptySchema = async (): Promise<{ database: Database; schema: string }> => {
  const schema = `service_${randomUUID().slice(0, 8)}`
  const url = await provisionService(testDatabase.adminUrl, { service: schema, password: 'test' })
  const database = openDatabase({ url, schema, maxConnections: 2, acquireTimeoutMs })
  onTestFinished(() => database.destroy())
  return { database, schema }
}

const append = (database: Database) =>
  database.transaction(async (sql) => {
    await outbox(sql).append(changed, { note: '1' })
    await outbox(sql).append(sent, { note: '1' })
  })
const outboxRows = (database: Database) => database('outbox').orderBy('id').select('type', 'sequence', 'republish')

test('creates the tables of the kit before the first migration of the service', async () => {
  const { database, schema } = await emptySchema()
  expect(await migrate(database, { directories, schema })).toEqual([
    '20261129140000_idempotency_keys.sql',
    '20261129140000_messaging.sql',
    '20261129140100_notes.sql',
  ])
  await append(database)
  expect(await outboxRows(database)).toMatchObject([{ sequence: 1 }, { sequence: null }])
  expect(await migrate(database, { directories, schema })).toEqual([])
})

test('rejects an event that is neither state nor fact', async () => {
  await expect(
    testDatabase.database.raw(
      `select outbox_append_many(array[row(null, 'chat.x.v1', 'x/1', 'x', '{}')::outbox_entry])`,
    ),
  ).rejects.toThrow('an event must be a state or a fact')
})
