import { fileURLToPath } from 'node:url'
import { type Database, openDatabase } from '@purple-sector/database'
import { type BackgroundTask, silentLogger } from '@purple-sector/service-kit'
import { createTestDatabase, startProxy, type TestDatabase } from '@purple-sector/testing'
import { startNatsoftServer } from '@purple-sector/testing/servers/natsoft-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { natsoftSource } from './natsoft-source.ts'
import { runSources } from './run-sources.ts'
import { sourceRepository } from './source-repository.ts'
import type { Adapter } from './timing-source.ts'

let state: TestDatabase
let proxy: Awaited<ReturnType<typeof startProxy>>
let cuttable: Database
const running: BackgroundTask[] = []
beforeAll(async () => {
  const migrationsDirectory = fileURLToPath(new URL('../../migrations', import.meta.url))
  state = await createTestDatabase({ service: 'admin', migrationsDirectory })
  proxy = await startProxy(state.url)
  cuttable = openDatabase({ url: proxy.url, schema: 'admin', acquireTimeoutMs: 1_000 })
})
afterEach(async () => {
  await proxy.restore()
  for (const one of running.splice(0)) await one.stop().catch(() => {})
  await state.database('timing_sources').delete()
})
afterAll(async () => {
  await cuttable.destroy()
  await proxy.stop()
  await state.drop()
})

let last = 0
/** Creates a source that is due at once. */
const source = async (url = 'tcp://127.0.0.1:1') => {
  const raceId = ++last
  const { database } = state
  await database('races').insert({ id: raceId, weekend_id: 1, name: 'Race 1', category_id: 1 })
  await database('timing_sessions').insert({ race_id: raceId, weekend_id: 1 })
  const wanted = { kind: 'natsoft', url, startAutomatically: false, publishAutomatically: false } as const
  await sourceRepository(database).set(raceId, wanted)
  return raceId
}

/** Starts replicas with a source that never fails, and records what each of them accepts. */
const replicas = () => {
  const acceptances: { by: string; raceId: number; at: number; sequence: number }[] = []
  const listening = new Set<string>()
  const adapterOf =
    (by: string): Adapter =>
    async (_source, listener, signal) => {
      listening.add(by)
      listener.onResponse()
      const entries = [{ carNumber: '5', position: 1, laps: 1, status: 'running' as const }]
      const timer = setInterval(() => {
        const sequence = listener.nextSequence()
        listener.onSnapshot({ sequence, capturedAt: new Date().toISOString(), flag: 'green', lap: 1, entries })
      }, 20)
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      clearInterval(timer)
      listening.delete(by)
    }
  const start = (by: string, database = state.database): BackgroundTask => {
    const replica = runSources({
      database,
      acceptSnapshot: async (raceId, { sequence }) => {
        acceptances.push({ by, raceId, at: performance.now(), sequence })
        return { raceId, accepted: true, sequence }
      },
      adapters: { ndjson: adapterOf(by), natsoft: adapterOf(by) },
      allowPrivate: true,
      log: silentLogger(),
      owner: by,
    })
    running.push(replica)
    return replica
  }
  return {
    start,
    acceptances,
    listening: () => [...listening],
    acceptors: () => [...new Set(acceptances.map(({ by }) => by))],
  }
}

test('runs a source in exactly one of many replicas, and in another one at once when that stops', async () => {
  const { start, acceptors, acceptances, listening } = replicas()
  await source()
  const first = start('first')
  await expect.poll(acceptors).toEqual(['first'])
  start('second')
  start('third')
  await expect.poll(() => acceptances.length).toBeGreaterThan(60)
  expect([acceptors(), listening()]).toEqual([['first'], ['first']])
  await first.stop()
  const highest = Math.max(...acceptances.map(({ sequence }) => sequence))
  await expect.poll(listening).toHaveLength(1)
  await expect.poll(() => acceptors().length).toBe(2)
  const others = acceptances.filter(({ by }) => by !== 'first').map(({ sequence }) => sequence)
  expect(Math.min(...others)).toBeGreaterThan(highest)
})

test('accepts nothing from a replica that was cut off before another takes over, within ten seconds', async () => {
  const { start, acceptances, acceptors, listening } = replicas()
  await source()
  start('cut off', cuttable)
  await expect.poll(acceptors).toEqual(['cut off'])
  start('successor')
  await proxy.cut()
  const cutAt = performance.now()
  await expect.poll(acceptors, { timeout: 10_000 }).toEqual(['cut off', 'successor'])
  expect(performance.now() - cutAt).toBeLessThan(10_000)
  await expect.poll(listening).toEqual(['successor'])
  const lastOfOne = Math.max(...acceptances.filter(({ by }) => by === 'cut off').map(({ at }) => at))
  const firstOfOther = Math.min(...acceptances.filter(({ by }) => by === 'successor').map(({ at }) => at))
  expect(lastOfOne).toBeLessThan(firstOfOther)
  const sequences = acceptances.map(({ sequence }) => sequence)
  expect(sequences).toEqual(sequences.toSorted((one, other) => one - other))
})

test('stops although the database is unavailable: the lease expires', async () => {
  const { start, listening } = replicas()
  await source()
  const replica = start('cut off', cuttable)
  await expect.poll(listening).toEqual(['cut off'])
  await proxy.cut()
  await replica.stop()
  expect(listening()).toEqual([])
})

test('runs a source again once the database of its only replica is available', async () => {
  const { start, listening } = replicas()
  await source()
  start('cut off', cuttable)
  await expect.poll(listening).toEqual(['cut off'])
  await proxy.cut()
  await expect.poll(listening).toEqual([])
  await proxy.restore()
  await expect.poll(listening).toEqual(['cut off'])
})

test('runs a source whose acquisition reply was lost once the lease has expired, beside others', async () => {
  const { start, acceptances } = replicas()
  const raceId = await source()
  await source()
  const lost = { owner: 'alone', expires_at: state.database.raw(`clock_timestamp() + interval '1 second'`) }
  await state.database('timing_sources').where({ race_id: raceId }).update(lost)
  start('alone')
  await expect.poll(() => acceptances.length).toBeGreaterThan(0)
  await expect.poll(() => acceptances.some((one) => one.raceId === raceId)).toBe(true)
})

test('stops a source at once whose lease another replica has, without reporting its state', async () => {
  const { start, listening } = replicas()
  const raceId = await source()
  start('first')
  await expect.poll(listening).toEqual(['first'])
  const of = () => state.database('timing_sources').where({ race_id: raceId })
  await of().update({
    owner: 'another',
    epoch: state.database.raw('epoch + 1'),
    expires_at: state.database.raw("clock_timestamp() + interval '1 hour'"),
    state: 'failing',
  })
  await expect.poll(listening, { timeout: 4_500 }).toEqual([])
  expect(await of().first('state', 'owner')).toEqual({ state: 'failing', owner: 'another' })
})

test.each(['localhost', '127.0.0.1', '[::1]'])('refuses %s again on connection', async (host) => {
  const server = await startNatsoftServer()
  const { port } = new URL(server.tcpUrl)
  const raceIds = [await source(`tcp://${host}:${port}`), await source(server.wsUrl.replace('127.0.0.1', host))]
  running.push(
    runSources({
      database: state.database,
      acceptSnapshot: () => Promise.reject(new Error('nothing is taken')),
      adapters: { ndjson: natsoftSource(), natsoft: natsoftSource() },
      allowPrivate: false,
      log: silentLogger(),
    }),
  )
  for (const raceId of raceIds)
    await expect
      .poll(() => sourceRepository(state.database).find(raceId))
      .toMatchObject({ state: 'failing', error: 'The address is not of the public internet.' })
  expect(server.listeners()).toBe(0)
  await server.close()
})
