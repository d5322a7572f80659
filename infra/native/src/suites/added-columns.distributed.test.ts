import { type Database, openDatabase } from '@purple-sector/database'
import { services } from '@purple-sector/product'
import { differencesInWords, playRaceDay, rareRecording, readRecording } from '@purple-sector/race-day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestProduct, type TestProduct } from '../../test/create-test-product.ts'
import { errorsIn } from '../../test/errors-in.ts'

let testProduct: TestProduct
let database: Database
beforeAll(async () => {
  testProduct = await createTestProduct('added-columns', { replicas: { gateway: 1, 'scoring-worker': 1 } })
  database = openDatabase({ url: testProduct.databaseUrl, schema: 'public', maxConnections: 1 })
}, 240_000)
afterAll(async () => {
  await database?.destroy()
  await testProduct?.stop()
}, 60_000)

/** Adds a nullable column to every table of every service, as the migrations of a next version do; returns their number. */
const addColumns = async (): Promise<number> => {
  const tables: { schema: string; name: string }[] = await database('pg_tables')
    .whereIn(
      'schemaname',
      services.map(({ name }) => name),
    )
    .select({ schema: 'schemaname', name: 'tablename' })
  for (const { schema, name } of tables) await database.raw('alter table ??.?? add column added text', [schema, name])
  return tables.length
}

test('plays a day without a difference or an error while every table gains a column', async () => {
  const { product, logFolder } = testProduct
  let changedTables = 0
  const report = await playRaceDay({
    url: product.gateways[0] ?? '',
    recording: await readRecording(rareRecording),
    admin: product.admin,
    fans: 40,
    speed: 1_500,
    onStep: async (step) => {
      // By then every connection has planned its statements.
      if (step === 'completed race-1') changedTables = await addColumns()
    },
  })
  expect(changedTables).toBeGreaterThan(100)
  expect(differencesInWords(report.differences)).toBe('')
  expect(errorsIn(logFolder, product.names)).toEqual([])
}, 300_000)
