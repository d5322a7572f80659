import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Database, openDatabase } from '@purple-sector/database'
import { removeTopics } from '@purple-sector/messaging/kafka/remove-topics'
import { services } from '@purple-sector/product'
import { createHttpClient, productApi } from '@purple-sector/race-day'
import { createLogger } from '@purple-sector/service-kit/logger'
import { temporaryFolder } from '@purple-sector/testing/temporary-folder'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { archiveWal, baseBackup, restoreTo, startArchivedPostgres } from '../../test/archived-postgres.ts'
import { category, createWeekendWithRace } from '../../test/create-weekend.ts'
import { errorsIn } from '../../test/errors-in.ts'
import { sendBytes } from '../operations/send-bytes.ts'
import { type DistributedProduct, startDistributedProduct } from '../processes.ts'
import { repositoryRoot } from '../repository-root.ts'

/*
 * The drill of docs/backup.md: base backup, tips, a weekend deleted by mistake, and the restore to the moment before.
 */

const TIPS = 200
const names = services.map(({ name }) => name)
const logFolder = join(repositoryRoot, 'var', 'logs', 'recovery')
const log = createLogger('recovery', 'warn')

let servers: { REDIS_URL: string; KAFKA_BROKERS: string }
let folder: Awaited<ReturnType<typeof temporaryFolder>>
const stops: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  servers = z.object({ REDIS_URL: z.string(), KAFKA_BROKERS: z.string() }).parse(process.env)
  folder = await temporaryFolder('recovery')
  stops.push(() => folder.remove())
})
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
}, 60_000)

/** Empties Kafka and Redis, whose contents are newer than a restored database. */
const emptyKafkaAndRedis = async (): Promise<void> => {
  await removeTopics({ brokers: servers.KAFKA_BROKERS.split(','), clientId: 'recovery', log }, names)
  expect(String(await sendBytes(Number(new URL(servers.REDIS_URL).port), 'FLUSHALL\r\n'))).toBe('+OK\r\n')
}

const startProduct = async (databaseUrl: string): Promise<DistributedProduct> => {
  const product = await startDistributedProduct({
    infrastructure: { databaseUrl, redisUrl: servers.REDIS_URL, kafkaBrokers: servers.KAFKA_BROKERS },
    log,
    logFolder,
    replicas: { gateway: 1, 'scoring-worker': 1 },
    settings: { LIMIT_WRITES: '1000000', PASSWORD_HASH_MEMORY_KIB: '8192', PASSWORD_HASH_PASSES: '1' },
  })
  stops.push(() => product.stop())
  return product
}

const apiOf = (product: DistributedProduct) => {
  const http = createHttpClient({ urls: product.gateways })
  stops.push(() => http.close())
  return productApi(http)
}

const open = (url: string): Database => {
  const database = openDatabase({ url, schema: 'tipping', maxConnections: 1 })
  stops.push(() => database.destroy())
  return database
}

/** The number of rows that a mistake must not cost, and a checksum of their contents. */
const contentsOf = async (database: Database): Promise<unknown> => {
  const checksum = (table: string) =>
    `(select json_build_array(count(*), md5(string_agg(t::text, ' ' order by t::text))) from ${table} t) as "${table}"`
  const tables = ['tipping.tips', 'tipping.tip_revisions', 'weekends.weekends', 'weekends.races', 'weekends.cars']
  return (await database.raw(`select ${tables.map(checksum).join(', ')}`)).rows[0]
}

const timed = async <T>(figures: Record<string, number>, name: string, work: () => Promise<T>): Promise<T> => {
  const startedAt = performance.now()
  const result = await work()
  figures[name] = Math.round(performance.now() - startedAt) / 1_000
  return result
}

test('restores the moment before a weekend was deleted, without losing an acknowledged tip', async () => {
  const figures: Record<string, number> = {}
  await emptyKafkaAndRedis()
  const primary = await startArchivedPostgres(folder.path)
  stops.push(() => primary.stop())
  const product = await startProduct(primary.url)
  const api = apiOf(product)
  const admin = await api.signIn(product.admin.email, product.admin.password)
  const { weekendId, raceId, cars, fans } = await createWeekendWithRace(api, admin, 'Deleted')
  await timed(figures, 'base backup, s', () => baseBackup(folder.path, primary.url))

  const tipsBefore = new Map<string, number>()
  for (let count = 0; count < TIPS; count++) {
    const [fan, carId = 0] = [fans[count % fans.length], cars[(count * 7 + (count >> 2)) % cars.length]]
    if (!fan) throw new Error('there is no fan')
    expect((await api.submitTip(fan.cookie, { weekendId, category, carId })).status).toBeLessThan(300)
    tipsBefore.set(fan.cookie, carId)
  }
  const before = open(primary.url)
  const contents = await contentsOf(before)
  const { rows } = await before.raw('select clock_timestamp()::text as moment')
  await api.deleteWeekend(admin.cookie, weekendId)
  await expect.poll(async () => (await before('tips').count({ count: '*' }).first())?.count).toBe(0)
  figures['archived WAL segments'] = await archiveWal(folder.path, primary.url)
  await product.stop()
  await primary.stop()

  const restored = await timed(figures, 'restore and replay, s', () => restoreTo(folder.path, rows[0].moment))
  stops.push(() => restored.stop())
  expect(await contentsOf(open(restored.url))).toEqual(contents)
  const restoredProduct = await timed(figures, 'until all services are ready, s', async () => {
    await emptyKafkaAndRedis()
    await promisify(execFile)(process.execPath, ['infra/native/src/operations/rebuild.ts', ...names], {
      cwd: repositoryRoot,
      env: { ...process.env, DATABASE_URL: restored.url },
    })
    return startProduct(restored.url)
  })

  const restoredApi = apiOf(restoredProduct)
  for (const { cookie } of fans) {
    const [tip] = await restoredApi.tips(cookie, weekendId)
    expect(tip?.carId).toBe(tipsBefore.get(cookie))
  }
  const order = cars.map((carId, index) => ({ position: index + 1, carId, status: 'classified' }))
  // Settings that were generated again include the administrator's password, which ends the old session.
  const { email, password } = restoredProduct.admin
  const { cookie } = await restoredApi.signIn(email, password)
  await restoredApi.publishResult(cookie, raceId, { status: 'official', classification: order })
  const board = () => restoredApi.board(fans[0]?.cookie ?? '', { weekendId }, 10, 0)
  await expect.poll(async () => (await board()).entries.some(({ totalPoints }) => (totalPoints ?? 0) > 0)).toBe(true)
  expect(errorsIn(logFolder, product.names)).toEqual([])
  process.stdout.write(
    `${TIPS} tips after the base backup; ${Object.entries(figures)
      .map(([name, figure]) => `${name}: ${figure}`)
      .join('; ')}\n`,
  )
}, 300_000)
