import { createTestDatabase, type TestDatabase } from '@purple-sector/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseTime } from './database-time.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase({ service: 'tipping' })
})
afterAll(() => test.drop())

it('tells the time of its own clock', async () => {
  const [first, second] = await test.database.transaction(async (sql) => [
    await databaseTime(sql),
    await databaseTime(sql),
  ])
  expect(second!.getTime()).toBeGreaterThanOrEqual(first!.getTime())
})
