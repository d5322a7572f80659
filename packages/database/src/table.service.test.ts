import { createTestDatabase, type TestDatabase } from '@purple-sector/testing'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { table } from './table.ts'

type Marshal = { id: number; name: string; posts: number[] | null; since: Date }
const marshals = table<Marshal, { posts: string | null }>('marshals')

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase({ service: 'kit' })
  await testDatabase.database.schema.createTable('marshals', (columns) => {
    columns.integer('id').primary()
    columns.text('name').notNullable()
    columns.jsonb('posts')
    columns.timestamp('since', { useTz: true }).notNullable()
  })
})
afterAll(() => testDatabase.drop())

describe('table', () => {
  test('reads rows by their type and accepts the written form', async () => {
    const { database } = testDatabase
    await marshals(database).insert({ id: 7, name: 'Kim', posts: JSON.stringify([3, 4]), since: database.raw('now()') })
    const kim = await marshals(database).where({ id: 7 }).first()
    expectTypeOf(kim).toEqualTypeOf<Marshal | undefined>()
    expect(kim).toEqual({ id: 7, name: 'Kim', posts: [3, 4], since: expect.any(Date) })
  })

  test('reads and writes rows in a transaction', async () => {
    const names = await testDatabase.database.transaction(async (sql) => {
      await marshals(sql).where({ id: 7 }).update({ name: 'Kim B.' })
      return marshals(sql).where({ id: 7 }).pluck('name')
    })
    expect(names).toEqual(['Kim B.'])
  })
})
