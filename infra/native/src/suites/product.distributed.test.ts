import { type Database, openDatabase } from '@purple-sector/database'
import {
  differencesInWords,
  playRaceDay,
  type RaceDayReport,
  type Recording,
  readRecording,
  shippedRecording,
} from '@purple-sector/race-day'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestProduct, type TestProduct } from '../../test/create-test-product.ts'
import { errorsIn } from '../../test/errors-in.ts'
import type { DistributedProduct } from '../processes.ts'

/** Speed of the recording; lower than for one process, because eleven processes share the machine. */
const SPEED = 2_000

let testProduct: TestProduct
let database: Database
let product: DistributedProduct

beforeAll(async () => {
  testProduct = await createTestProduct('distributed')
  product = testProduct.product
  database = openDatabase({
    url: testProduct.databaseUrl,
    schema: 'tipping',
    applicationName: 'fault-test',
    maxConnections: 2,
  })
}, 240_000)

afterAll(async () => {
  await database?.destroy()
  await testProduct?.stop()
}, 60_000)

/** Blocks every scoring job in the middle of its work, before it writes awards, until released. */
const blockScoring = async (): Promise<{ release(): Promise<unknown> }> => {
  const transaction = await database.transaction()
  await transaction.raw('lock table awards in share mode')
  return { release: () => transaction.rollback() }
}

/** Returns the worker whose transaction is blocked; the job just requested is the only one. */
const findBlockedWorker = async (): Promise<string> => {
  const waiting = () =>
    database('pg_stat_activity')
      .whereRaw("datname = current_database() and wait_event_type = 'Lock' and application_name like 'scoring-worker%'")
      .pluck('application_name')
  await expect.poll(waiting, { timeout: 20_000 }).toHaveLength(1)
  return z.string().parse((await waiting())[0])
}

const pendingScoring = async (): Promise<number> =>
  Number((await database('scoring_requests').where({ state: 'pending' }).count({ count: '*' }).first())?.count)

/**
 * Shortens the recording to a third of its laps and a fifth of the generated groups.
 * Each switch of the groups is on in some and off in others. All laps and groups, and reminders, which would delay this
 * test, are covered by the main job on the embedded product.
 */
const shortened = (recording: Recording): Recording => ({
  ...recording,
  pauses: [],
  sessions: recording.sessions.map((race) => ({ ...race, laps: race.laps.filter((_, index) => index % 3 === 2) })),
  groups: recording.groups.filter(({ founder }, index) => typeof founder === 'string' || index % 5 === 0),
})

describe('the distributed product with two gateways and two scoring workers', () => {
  const killed: string[] = []
  let report: RaceDayReport

  test('plays a weekend without a difference while a worker dies during a job and a gateway during the weekend', async () => {
    const [url = '', secondUrl] = product.gateways
    let blockedScoring: { release(): Promise<unknown> } | undefined
    const killBlockedWorker = async () => {
      const victim = await findBlockedWorker()
      await product.kill(victim)
      killed.push(victim)
      await blockedScoring?.release()
    }
    const faults: Record<string, () => Promise<void>> = {
      // Picks a result without an immediate correction: a correction before the scoring would rightly replace it.
      'publish supercars-qualifying-2 1': async () => {
        blockedScoring = await blockScoring()
      },
      'published supercars-qualifying-2 1': killBlockedWorker,
      'running supercars-race-1': async () => {
        await product.kill('gateway-1')
        killed.push('gateway-1')
      },
      'completed supercars-race-1': () => product.restart('gateway-1'),
    }
    report = await playRaceDay({
      url,
      ...(secondUrl && { secondUrl }),
      recording: shortened(await readRecording(shippedRecording)),
      admin: product.admin,
      fans: 40,
      speed: SPEED,
      onStep: (step) => faults[step]?.(),
    })
    expect(killed).toEqual(['gateway-1', expect.stringMatching(/^scoring-worker-[12]$/)])
    expect(differencesInWords(report.differences)).toBe('')
    expect(report.participants).toBeGreaterThan(30)
    expect(report.sockets.interruptions).toBeGreaterThan(0)
  }, 420_000)

  test('scores every result, including that of the killed worker', async () => {
    await expect.poll(pendingScoring, { timeout: 20_000 }).toBe(0)
  })

  test('stores at most one award in force per fan and race', async () => {
    const duplicates = await database('awards')
      .whereNull('to_revision')
      .groupBy('race_id', 'scope_id', 'user_id')
      .havingRaw('count(*) > 1')
      .count()
    expect(duplicates).toEqual([])
  })

  test('stops without being killed', async () => {
    const codes = await product.stop()
    expect(Object.values(codes)).toEqual(Object.values(codes).map(() => 0))
    expect(Object.keys(codes)).toContain('gateway-1')
  }, 60_000)

  test('logs no error', () => {
    expect(errorsIn(testProduct.logFolder, product.names)).toEqual([])
  })
})
