import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { openDatabase } from '@purple-sector/database'
import { freePort } from '@purple-sector/machine/free-port'
import { outbox } from '@purple-sector/messaging'
import { services } from '@purple-sector/product'
import { environmentOf, productProcesses } from '@purple-sector/product/processes'
import { createTestDatabase, type TestDatabase } from '@purple-sector/testing/databases/test-database'
import { temporaryFolder } from '@purple-sector/testing/temporary-folder'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startGuarded } from '../infrastructure/guarded-process.ts'
import { generateSecrets } from '../operations/secrets.ts'
import { repositoryRoot } from '../repository-root.ts'

/**
 * Time limit of a stop, with slack for a busy machine.
 * A process that waits for Kafka is killed after 20 s, with another code.
 */
const MAX_STOP_MS = 20_000

const secrets = generateSecrets()
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let testDatabase: TestDatabase
beforeAll(async () => {
  folder = await temporaryFolder('without-kafka')
  const migrationsDirectory = services.find(({ name }) => name === 'tipping')?.migrationsDirectory
  testDatabase = await createTestDatabase({ service: 'tipping', ...(migrationsDirectory && { migrationsDirectory }) })
})
afterAll(async () => {
  await testDatabase.drop()
  await folder.remove()
})

/** Accepts connections and never replies. */
const silentBroker = async (): Promise<string> => {
  const server = createServer(() => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
const closedPort = async (): Promise<string> => `127.0.0.1:${await freePort()}`

const start = async (name: string, broker: string) => {
  const productProcess = productProcesses.find((one) => one.name === name)
  if (!productProcess) throw new Error(`There is no process ${name}`)
  const port = String(await freePort())
  const settings = {
    ...secrets,
    ...Object.fromEntries(
      productProcess.required.filter((key) => key.endsWith('_URL')).map((key) => [key, 'http://127.0.0.1:1']),
    ),
    PORT: port,
    HOST: '127.0.0.1',
    DATABASE_URL: testDatabase.url,
    REDIS_URL: process.env.REDIS_URL,
    KAFKA_BROKERS: broker,
  }
  const program = await startGuarded({
    name,
    command: process.execPath,
    args: [productProcess.entry],
    cwd: repositoryRoot,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environmentOf(productProcess, settings) },
    logFile: join(folder.path, `${name}-${port}.log`),
  })
  onTestFinished(() => program.stop(0))
  await vi.waitUntil(() => program.lastOutput(200).includes('"running"'), { timeout: 60_000, interval: 50 })
  return program
}

/** Leaves an event in the outbox, which the relay tries to publish until it is stopped. */
const addUnpublishedEvents = async () => {
  const database = openDatabase({ url: testDatabase.url, schema: 'tipping', maxConnections: 1 })
  await database.transaction((sql) =>
    outbox(sql).appendMany([
      { kind: 'fact', type: 'tipping.session-scored.v1', subject: 'race/1', key: 'weekend/1', data: { raceId: 1 } },
    ]),
  )
  await database.destroy()
}

describe.each([
  ['accepts connections without replying', silentBroker],
  ['rejects connections', closedPort],
])('while Kafka %s', (_what, broker) => {
  test.each(['gateway', 'tipping', 'scoring-worker'])('%s stops in time with exit code 0', async (name) => {
    await addUnpublishedEvents()
    const program = await start(name, await broker())
    const signalledAt = performance.now()
    program.kill('SIGTERM')
    const { code } = await program.exited
    const tookMs = performance.now() - signalledAt
    process.stdout.write(`${name} stopped in ${(tookMs / 1000).toFixed(1)} s\n`)
    expect(code, program.lastOutput()).toBe(0)
    expect(tookMs).toBeLessThan(MAX_STOP_MS)
  })
})
