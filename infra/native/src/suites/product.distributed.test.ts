import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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
import type { DistributedProduct } from '../processes.ts'

/** Eleven processes share the machine: not as fast as where one does. */
const SPEED = 2_000

let tested: TestProduct
let database: Database
let product: DistributedProduct

beforeAll(async () => {
  tested = await createTestProduct('distributed')
  product = tested.product
  database = openDatabase({
    url: tested.databaseUrl,
    schema: 'tipping',
    applicationName: 'fault-test',
    maxConnections: 2,
  })
}, 240_000)

afterAll(async () => {
  await database?.destroy()
  await tested?.stop()
}, 60_000)

/** Keeps every scoring job from writing awards until it is released: each stands still in the middle of its work. */
const holdScoring = async (): Promise<{ release(): Promise<unknown> }> => {
  const hold = await database.transaction()
  await hold.raw('lock table awards in share mode')
  return { release: () => hold.rollback() }
}

/** The worker whose transaction stands still; there is only the job that was just asked for. */
const workerInMidJob = async (): Promise<string> => {
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
 * The whole programme with fewer laps to look at and fewer groups of generated fans, each switch of theirs on in some and
 * off in others: all of them, and reminders, for which it would be held up, are seen in the main job on the embedded product.
 */
const shortened = (recording: Recording): Recording => ({
  ...recording,
  pauses: [],
  sessions: recording.sessions.map((race) => ({ ...race, laps: race.laps.filter((_, index) => index % 3 === 2) })),
  groups: recording.groups.filter(({ founder }, index) => typeof founder === 'string' || index % 5 === 0),
})

describe('the product, every service its own process, two gateways, two scoring workers', () => {
  const killed: string[] = []
  let report: RaceDayReport

  test('plays a weekend without a difference while a worker dies in mid-job and a gateway in mid-weekend', async () => {
    const [url = '', secondUrl] = product.gateways
    let held: { release(): Promise<unknown> } | undefined
    const killWorkerInMidJob = async () => {
      const victim = await workerInMidJob()
      await product.kill(victim)
      killed.push(victim)
      await held?.release()
    }
    const faults: Record<string, () => Promise<void>> = {
      // A result that no later one follows at once: a correction that came before the scoring would rightly take its place.
      'publish supercars-qualifying-2 1': async () => {
        held = await holdScoring()
      },
      'published supercars-qualifying-2 1': killWorkerInMidJob,
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

  test('every result was scored, the one of the dead worker too', async () => {
    await expect.poll(pendingScoring, { timeout: 20_000 }).toBe(0)
  })

  test('a fan has at most one award in force for a race', async () => {
    const doubled = await database('awards')
      .whereNull('to_revision')
      .groupBy('race_id', 'scope_id', 'user_id')
      .havingRaw('count(*) > 1')
      .count()
    expect(doubled).toEqual([])
  })

  test('ends without being forced to', async () => {
    const codes = await product.stop()
    expect(Object.values(codes)).toEqual(Object.values(codes).map(() => 0))
    expect(Object.keys(codes)).toContain('gateway-1')
  }, 60_000)

  test('nothing in the logs says that somebody must act', () => {
    const errors = product.names.flatMap((name) =>
      readFileSync(join(tested.logFolder, `${name}.log`), 'utf8')
        .split('\n')
        .filter((line) => /"level":(50|60)/.test(line)),
    )
    expect(errors).toEqual([])
  })
})
