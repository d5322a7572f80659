import { pageQuery } from '@purple-sector/contracts/page'
import { createTestDatabase, type TestDatabase } from '@purple-sector/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPageById } from './read-page-by-id.ts'

const query = pageQuery({ usual: 3, most: 5 })

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase({ service: 'kit' })
  await testDatabase.database.schema.createTable('notes', (table) => {
    table.increments('id')
    table.text('board').notNullable()
  })
  const boards = ['open', 'open', 'closed', 'open', 'open', 'open', 'open']
  await testDatabase.database('notes').insert(boards.map((board) => ({ board })))
})
afterAll(() => testDatabase.drop())

const read = async (search: object) => {
  const rows = await readPageById<{ id: number }>(
    testDatabase.database('notes').where({ board: 'open' }),
    query.parse(search),
  )
  return rows.map(({ id }) => id)
}

describe('readPageById', () => {
  test('starts with the newest rows', async () => {
    expect(await read({})).toEqual([7, 6, 5])
  })

  test('continues with older rows to the end', async () => {
    expect(await read({ before: 5 })).toEqual([4, 2, 1])
    expect(await read({ before: 1 })).toEqual([])
  })

  test('skips no row on the way back to the newest', async () => {
    expect(await read({ after: 1, limit: 2 })).toEqual([4, 2])
    expect(await read({ after: 4, limit: 2 })).toEqual([6, 5])
    expect(await read({ after: 7 })).toEqual([])
  })
})

test('rejects a page query with both cursors or too large a limit', () => {
  const invalidFields = [{ before: 3, after: 1 }, { limit: 6 }, { limit: 0 }, { before: 'x' }].map(
    (search) => query.safeParse(search).error?.issues[0]?.path[0],
  )
  expect(invalidFields).toEqual(['after', 'limit', 'limit', 'before'])
})
