import { differencesInWords, playSeason, readSeason, shippedSeason } from '@purple-sector/race-day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProductProcess } from '../test/prepared-product.ts'
import { ADMINISTRATOR, type ProductProcess } from '../test/product-process.ts'

let product: ProductProcess
beforeAll(async () => {
  product = await startProductProcess()
}, 300_000)
afterAll(() => product?.dispose())

/** Steps at which the product is killed: while scopes open, after a result, and after the correction. */
const CRASHES = ['announced 3', 'published 4 supercars-race-1 1', 'corrected 1 supercars-race-2']

test('a recorded season is what its tips and results make it, with the product killed in between', async () => {
  let crashes = 0
  const report = await playSeason({
    url: product.url,
    season: await readSeason(shippedSeason),
    admin: ADMINISTRATOR,
    fans: 24,
    onStep: async (step) => {
      if (!CRASHES.includes(step)) return
      crashes += 1
      await product.crash()
      await product.start()
    },
  })
  expect(differencesInWords(report.differences)).toBe('')
  expect(crashes).toBe(CRASHES.length)
  expect(report).toMatchObject({ rounds: 4, groups: 4, fans: 24, compared: { times: 6 } })
  expect(report.tips.automatic).toBeGreaterThan(10)
  expect(report.tips.copied).toBeGreaterThan(20)
  expect(report.compared.entries).toBeGreaterThan(300)
}, 900_000)
