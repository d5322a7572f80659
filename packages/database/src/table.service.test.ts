import { createTestDatabase, type TestDatabase } from '@purple-sector/testing'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { table } from './table.ts'

type Marshal = { id: number; name: string; posts: number[] | null; since: Date }
const marshals = table<Marshal, { posts: string | null }>('marshals')

let clone: TestDatabase
beforeAll(async () => {
  clone = await createTestDatabase({ service: 'kit' })
  await clone.database.schema.createTable('marshals', (columns) => {
    columns.integer('id').primary()
    columns.text('name').notNullable()
    columns.jsonb('posts')
    columns.timestamp('since', { useTz: true }).notNullable()
  })
})
afterAll(() => clone.drop())

describe('table', () => {
  test('reads rows by their type and accepts the written form', async () => {
    const { database } = clone
    await marshals(database).insert({ id: 7, name: 'Kim', posts: JSON.stringify([3, 4]), since: database.raw('now()') })
    const kim = await marshals(database).where({ id: 7 }).first()
    expectTypeOf(kim).toEqualTypeOf<Marshal | undefined>()
    expect(kim).toEqual({ id: 7, name: 'Kim', posts: [3, 4], since: expect.any(Date) })
  })

  test('reads and writes rows in a transaction', async () => {
    const names = await clone.database.transaction(async (sql) => {
      await marshals(sql).where({ id: 7 }).update({ name: 'Kim B.' })
      return marshals(sql).where({ id: 7 }).pluck('name')
    })
    expect(names).toEqual(['Kim B.'])
  })
})
