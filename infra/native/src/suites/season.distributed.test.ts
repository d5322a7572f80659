import {
  differencesInWords,
  playSeason,
  type RecordedSeason,
  readSeason,
  type SeasonReport,
  shippedSeason,
} from '@purple-sector/race-day'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestProduct, type TestProduct } from '../../test/create-test-product.ts'
import { errorsIn } from '../../test/errors-in.ts'

let testProduct: TestProduct
beforeAll(async () => {
  testProduct = await createTestProduct('season')
}, 240_000)
afterAll(() => testProduct?.stop(), 60_000)

/** Replaces the last round, a whole weekend, by the first one again. */
const shortened = (season: RecordedSeason): RecordedSeason => {
  const [first] = season.rounds
  const last = season.rounds.at(-1)
  if (!first || !last) throw new Error('a season without rounds')
  return { ...season, rounds: [...season.rounds.slice(0, -1), { ...last, recording: first.recording }] }
}

/** The processes killed at each step of the season. */
const KILLS: Record<string, string> = {
  'announced 1': 'tipping',
  'published 1 supercars-race-1 1': 'scoring-worker-1',
  'lock 1 supercars-race-2': 'weekends',
  'completed 1': 'groups',
  'announced 3': 'groups',
  'publish 3 supercars-race-1 1': 'gateway-1',
  'lock 4 supercars-race-2': 'tipping',
  'corrected 1 supercars-race-2': 'scoring-worker-2',
}

describe('the distributed product', () => {
  const killed: string[] = []
  let report: SeasonReport

  test('plays a season without a difference while processes are killed', async () => {
    const { product } = testProduct
    const [url = '', secondUrl] = product.gateways
    const restarts: Promise<void>[] = []
    const kill = async (name: string) => {
      await product.kill(name)
      killed.push(name)
      // Play goes on meanwhile: its calls meet the outage.
      restarts.push(product.restart(name))
    }
    report = await playSeason({
      url,
      ...(secondUrl && { secondUrl }),
      season: shortened(await readSeason(shippedSeason)),
      admin: product.admin,
      fans: 18,
      onStep: async (step) => {
        const name = KILLS[step]
        if (name) await kill(name)
      },
    })
    await Promise.all(restarts)
    expect(differencesInWords(report.differences)).toBe('')
    expect(killed).toEqual(Object.values(KILLS))
    expect(report).toMatchObject({ rounds: 4, groups: 4, fans: 18, compared: { times: 6 } })
    expect(report.tips.automatic).toBeGreaterThan(5)
    expect(report.tips.copied).toBeGreaterThan(10)
    expect(report.compared.entries).toBeGreaterThan(300)
    expect(report.retries).toBeGreaterThan(0)
  }, 420_000)

  test('logs no error', () => {
    expect(errorsIn(testProduct.logFolder, testProduct.product.names)).toEqual([])
  })
})
