import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { defineFact, defineState } from '@purple-sector/contracts/event'
import { type Database, migrate, openDatabase, provisionService } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { acquireTimeoutMs, createTestDatabase, type TestDatabase } from '@purple-sector/testing/databases/test-database'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { kitMigrations } from './kit-migrations.ts'

const fixtures = (name: string): string => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url))
const currentDirectories = [...kitMigrations, fixtures('now')]

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

const tablesOf = async (database: Database, schema: string): Promise<unknown> => {
  const { rows } = await database.raw<{ rows: unknown[] }>(
    `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
     where table_schema = ? order by table_name, column_name`,
    [schema],
  )
  return rows
}

test('creates the tables of the kit before the first migration of the service', async () => {
  const { database, schema } = await emptySchema()
  expect(await migrate(database, { directories: currentDirectories, schema })).toEqual([
    '20261101000000_idempotency_keys.ts',
    '20261101000000_messaging.ts',
    '20261121000000_chat.ts',
    '20261122020000_outbox_dead_letters.ts',
    '20261122050000_states_and_facts.ts',
    '20261122160000_hold_subject.ts',
  ])
  await append(database)
  expect(await outboxRows(database)).toMatchObject([{ sequence: 1 }, { sequence: null }])
  expect(await migrate(database, { directories: currentDirectories, schema })).toEqual([])
})

test('keeps the data of tables that an older service created, and ends with the same schema', async () => {
  const { database, schema } = await emptySchema()
  expect(await migrate(database, { directories: [fixtures('before')], schema })).toHaveLength(2)
  await database.raw(`
    select outbox_append('tipping.tip-submitted.v1', 'tip/1', 'user/1', '{}');
    select outbox_append('tipping.session-scored.v1', 'scored/1', 'weekend/1', '{}');
    select outbox_append('tipping.session-scored.v1', 'scored/1', 'weekend/1', '{}');
    insert into bootstraps (consumer, owner, types, request_id, asked_at, completed_at)
      values ('chat', 'weekends', '{}', 'chat:1', now(), now());
    insert into idempotency_keys (user_id, route, key, body_hash) values ('u', 'POST /notes', 'k', 'h')`)
  const ids = await database('outbox').orderBy('id').pluck('event_id')

  expect(await migrate(database, { directories: currentDirectories, schema })).toEqual([
    '20261101000000_idempotency_keys.ts',
    '20261101000000_messaging.ts',
    '20261122050000_states_and_facts.ts',
    '20261122160000_hold_subject.ts',
  ])
  expect(await database('outbox').orderBy('id').pluck('event_id')).toEqual(ids)
  expect((await outboxRows(database)).map(({ type, sequence }) => `${type} ${sequence}`)).toEqual([
    'tipping.tip-submitted.v1 1',
    'tipping.session-scored.v1 null',
    'tipping.session-scored.v1 null',
  ])
  expect(await database('outbox_subjects').pluck('subject')).toEqual(['tip/1'])
  expect(await database('bootstraps')).toEqual([])
  expect(await database('idempotency_keys').pluck('key')).toEqual(['k'])
  await append(database)
  expect((await outboxRows(database)).slice(3)).toMatchObject([{ sequence: 1 }, { sequence: null }])

  const fresh = await emptySchema()
  await migrate(fresh.database, { directories: currentDirectories, schema: fresh.schema })
  expect(await tablesOf(database, schema)).toEqual(await tablesOf(fresh.database, fresh.schema))
})

test('rejects an event that is neither state nor fact', async () => {
  await expect(
    testDatabase.database.raw(
      `select outbox_append_many(array[row(null, 'chat.x.v1', 'x/1', 'x', '{}')::outbox_entry])`,
    ),
  ).rejects.toThrow('an event must be a state or a fact')
})
