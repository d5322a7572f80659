import { fileURLToPath } from 'node:url'
import { type Database, openDatabase } from '@purple-sector/database'
import { type BackgroundTask, silentLogger } from '@purple-sector/service-kit'
import { createTestDatabase, startProxy, type TestDatabase } from '@purple-sector/testing'
import { measuredValue } from '@purple-sector/testing/measured-value'
import { startNatsoftServer } from '@purple-sector/testing/servers/natsoft-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { natsoftSource } from './natsoft-source.ts'
import { runSources } from './run-sources.ts'
import { sourceRepository } from './source-repository.ts'
import type { Adapter } from './timing-source.ts'

let testDatabase: TestDatabase
let proxy: Awaited<ReturnType<typeof startProxy>>
let proxiedDatabase: Database
const running: BackgroundTask[] = []
beforeAll(async () => {
  const migrationsDirectory = fileURLToPath(new URL('../../migrations', import.meta.url))
  testDatabase = await createTestDatabase({ service: 'admin', migrationsDirectory })
  proxy = await startProxy(testDatabase.url)
  proxiedDatabase = openDatabase({ url: proxy.url, schema: 'admin', acquireTimeoutMs: 1_000 })
})
afterEach(async () => {
  await proxy.restore()
  for (const replica of running.splice(0)) await replica.stop().catch(() => {})
  await testDatabase.database('timing_sources').delete()
})
afterAll(async () => {
  await proxiedDatabase.destroy()
  await proxy.stop()
  await testDatabase.drop()
})

let lastRaceId = 0
/** Creates a source that is due at once. */
const createSource = async (url = 'tcp://127.0.0.1:1') => {
  const raceId = ++lastRaceId
  const { database } = testDatabase
  await database('races').insert({ id: raceId, weekend_id: 1, name: 'Race 1', category_id: 1 })
  await database('timing_sessions').insert({ race_id: raceId, weekend_id: 1 })
  const settings = { kind: 'natsoft', url, startAutomatically: false, publishAutomatically: false } as const
  await sourceRepository(database).set(raceId, settings)
  return raceId
}

/** Starts replicas with a source that never fails, and records what each of them accepts. */
const createReplicas = () => {
  const acceptances: { replicaName: string; raceId: number; at: number; sequence: number }[] = []
  const listening = new Set<string>()
  const adapterOf =
    (replicaName: string): Adapter =>
    async (_source, listener, signal) => {
      listening.add(replicaName)
      listener.onResponse()
      const entries = [{ carNumber: '5', position: 1, laps: 1, status: 'running' as const }]
      const timer = setInterval(() => {
        const sequence = listener.nextSequence()
        listener.onSnapshot({ sequence, capturedAt: new Date().toISOString(), flag: 'green', lap: 1, entries })
      }, 20)
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      clearInterval(timer)
      listening.delete(replicaName)
    }
  const start = (replicaName: string, database = testDatabase.database): BackgroundTask => {
    const replica = runSources({
      database,
      acceptSnapshot: async (raceId, { sequence }) => {
        acceptances.push({ replicaName, raceId, at: performance.now(), sequence })
        return { raceId, accepted: true, sequence }
      },
      adapters: { ndjson: adapterOf(replicaName), natsoft: adapterOf(replicaName) },
      allowPrivate: true,
      log: silentLogger(),
      owner: replicaName,
    })
    running.push(replica)
    return replica
  }
  return {
    start,
    acceptances,
    listening: () => [...listening],
    acceptors: () => [...new Set(acceptances.map(({ replicaName }) => replicaName))],
  }
}

test('runs a source in exactly one of many replicas, and in another one at once when that stops', async () => {
  const { start, acceptors, acceptances, listening } = createReplicas()
  await createSource()
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
  const laterSequences = acceptances
    .filter(({ replicaName }) => replicaName !== 'first')
    .map(({ sequence }) => sequence)
  expect(Math.min(...laterSequences)).toBeGreaterThan(highest)
})

test('measures how long a connected source has been silent', async () => {
  const adapter: Adapter = async (_source, listener, signal) => {
    listener.onResponse()
    const entries = [{ carNumber: '5', position: 1, laps: 1, status: 'running' as const }]
    const snapshot = { capturedAt: new Date().toISOString(), flag: 'green' as const, lap: 1, entries }
    listener.onSnapshot({ ...snapshot, sequence: listener.nextSequence() })
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  }
  await createSource()
  const replica = runSources({
    database: testDatabase.database,
    acceptSnapshot: async (raceId, { sequence }) => ({ raceId, accepted: true, sequence }),
    adapters: { ndjson: adapter, natsoft: adapter },
    allowPrivate: true,
    log: silentLogger(),
  })
  running.push(replica)
  await expect.poll(() => measuredValue('live_timing_sources{state="receiving"}')).toBe(1)
  await expect.poll(() => measuredValue('live_timing_snapshot_age_seconds')).toBeGreaterThan(1)
})

test('accepts nothing from a replica that was cut off before another takes over, within ten seconds', async () => {
  const { start, acceptances, acceptors, listening } = createReplicas()
  await createSource()
  start('cut off', proxiedDatabase)
  await expect.poll(acceptors).toEqual(['cut off'])
  start('successor')
  await proxy.cut()
  const cutAt = performance.now()
  await expect.poll(acceptors, { timeout: 10_000 }).toEqual(['cut off', 'successor'])
  expect(performance.now() - cutAt).toBeLessThan(10_000)
  await expect.poll(listening).toEqual(['successor'])
  const lastOfOne = Math.max(...acceptances.filter(({ replicaName }) => replicaName === 'cut off').map(({ at }) => at))
  const firstOfOther = Math.min(
    ...acceptances.filter(({ replicaName }) => replicaName === 'successor').map(({ at }) => at),
  )
  expect(lastOfOne).toBeLessThan(firstOfOther)
  const sequences = acceptances.map(({ sequence }) => sequence)
  expect(sequences).toEqual(sequences.toSorted((left, right) => left - right))
})

test('stops although the database is unavailable: the lease expires', async () => {
  const { start, listening } = createReplicas()
  await createSource()
  const replica = start('cut off', proxiedDatabase)
  await expect.poll(listening).toEqual(['cut off'])
  await proxy.cut()
  await replica.stop()
  expect(listening()).toEqual([])
})

test('runs a source again once the database of its only replica is available', async () => {
  const { start, listening } = createReplicas()
  await createSource()
  start('cut off', proxiedDatabase)
  await expect.poll(listening).toEqual(['cut off'])
  await proxy.cut()
  await expect.poll(listening).toEqual([])
  await proxy.restore()
  await expect.poll(listening).toEqual(['cut off'])
})

test('runs a source whose acquisition reply was lost once the lease has expired, beside others', async () => {
  const { start, acceptances } = createReplicas()
  const raceId = await createSource()
  await createSource()
  const staleLease = {
    owner: 'alone',
    expires_at: testDatabase.database.raw(`clock_timestamp() + interval '1 second'`),
  }
  await testDatabase.database('timing_sources').where({ race_id: raceId }).update(staleLease)
  start('alone')
  await expect.poll(() => acceptances.length).toBeGreaterThan(0)
  await expect.poll(() => acceptances.some((acceptance) => acceptance.raceId === raceId)).toBe(true)
})

test('stops a source at once whose lease another replica has, without reporting its state', async () => {
  const { start, listening } = createReplicas()
  const raceId = await createSource()
  start('first')
  await expect.poll(listening).toEqual(['first'])
  const sourceRow = () => testDatabase.database('timing_sources').where({ race_id: raceId })
  await sourceRow().update({
    owner: 'another',
    epoch: testDatabase.database.raw('epoch + 1'),
    expires_at: testDatabase.database.raw("clock_timestamp() + interval '1 hour'"),
    state: 'failing',
  })
  await expect.poll(listening, { timeout: 4_500 }).toEqual([])
  expect(await sourceRow().first('state', 'owner')).toEqual({ state: 'failing', owner: 'another' })
})

test.each(['localhost', '127.0.0.1', '[::1]'])('rejects %s again on connection', async (host) => {
  const server = await startNatsoftServer()
  const { port } = new URL(server.tcpUrl)
  const raceIds = [
    await createSource(`tcp://${host}:${port}`),
    await createSource(server.wsUrl.replace('127.0.0.1', host)),
  ]
  running.push(
    runSources({
      database: testDatabase.database,
      acceptSnapshot: () => Promise.reject(new Error('nothing is taken')),
      adapters: { ndjson: natsoftSource(), natsoft: natsoftSource() },
      allowPrivate: false,
      log: silentLogger(),
    }),
  )
  for (const raceId of raceIds)
    await expect
      .poll(() => sourceRepository(testDatabase.database).find(raceId))
      .toMatchObject({ state: 'failing', error: 'The address is not of the public internet.' })
  expect(server.listeners()).toBe(0)
  await server.close()
})
