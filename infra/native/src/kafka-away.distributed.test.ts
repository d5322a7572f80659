import { join } from 'node:path'
import { type Database, openDatabase } from '@purple-sector/database'
import { createKafkaBus } from '@purple-sector/messaging/kafka'
import { services } from '@purple-sector/product'
import { type Account, createHttpClient, productApi } from '@purple-sector/race-day'
import { createLogger, silentLogger } from '@purple-sector/service-kit/logger'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type NativeInfrastructure, startNativeInfrastructure } from './infrastructure.ts'
import { type DistributedProduct, startDistributedProduct } from './processes.ts'
import { repositoryRoot } from './repository-root.ts'
import { missingPrograms } from './required-programs.ts'
import { category, openWeekend } from './testing/open-weekend.ts'

const patient = { timeout: 60_000 }

describe.runIf(missingPrograms().length === 0)('while Kafka is away', () => {
  const stops: (() => Promise<unknown>)[] = []
  let infrastructure: NativeInfrastructure
  let product: DistributedProduct
  let database: Database

  beforeAll(async () => {
    infrastructure = await startNativeInfrastructure({ log: silentLogger() })
    stops.push(() => infrastructure.stop())
    product = await startDistributedProduct({
      infrastructure,
      log: createLogger('kafka-away', 'warn'),
      logFolder: join(repositoryRoot, 'var', 'logs', 'kafka-away'),
      replicas: { gateway: 1, 'scoring-worker': 1 },
      settings: { PASSWORD_HASH_MEMORY_KIB: '8192', PASSWORD_HASH_PASSES: '1' },
    })
    stops.push(() => product.stop())
    database = openDatabase({ url: infrastructure.databaseUrl, schema: 'tipping', maxConnections: 1 })
    stops.push(() => database.destroy())
  }, 240_000)

  afterAll(async () => {
    for (const stop of stops.reverse()) await stop()
  }, 60_000)

  /** The sequences of every tip, in the order in which a listener first saw them. */
  const listenToTips = async () => {
    const seen = new Map<string, number[]>()
    const log = silentLogger()
    const bus = await createKafkaBus({ brokers: [infrastructure.kafkaBrokers], clientId: 'listener', log })
    stops.push(() => bus.close())
    await bus.subscribe({
      consumer: 'listener',
      events: [{ type: 'tipping.tip-submitted.v1', topic: 'tipping.states' }],
      mode: 'broadcast',
      async handle({ subject, sequence = 0 }) {
        const sequences = seen.get(subject) ?? []
        if (!sequences.includes(sequence)) seen.set(subject, [...sequences, sequence])
      },
    })
    return seen
  }

  const waitingEvents = async (): Promise<number> => {
    const counts = services.map(({ name }) => `(select count(*) from ${name}.outbox)`)
    const { rows } = await database.raw<{ rows: { waiting: number }[] }>(`select ${counts.join(' + ')} as waiting`)
    return rows[0]?.waiting ?? 0
  }

  test('tips and results are accepted and a moved deadline holds; afterwards the outbox drains in order, nothing is lost or doubled', async () => {
    const http = createHttpClient({ urls: product.gateways })
    stops.push(() => http.close())
    const api = productApi(http)
    const admin = await api.signIn(product.admin.email, product.admin.password)
    const { weekendId, raceId, cars, fans } = await openWeekend(api, admin, 'Kafka away')
    const tip = async (fan: Account, carId: number | undefined) =>
      (await api.submitTip(fan.cookie, { weekendId, category, carId: carId ?? 0 })).status
    const boardOf = async (fan: Account) => {
      const { entries } = await api.board(fan.cookie, { weekendId }, 10, 0)
      return entries.map(({ userId, position, totalPoints }) => [userId, position, totalPoints])
    }
    const carOf = (index: number, step: number) => cars[(index + step) % cars.length]
    for (const [index, fan] of fans.entries()) expect(await tip(fan, carOf(index, 3))).toBe(201)
    await expect.poll(waitingEvents, patient).toBe(0)
    const seen = await listenToTips()
    const { retries } = http

    await infrastructure.kill('kafka')
    for (const [index, fan] of fans.entries())
      for (const step of [1, 2, 0]) expect(await tip(fan, carOf(index, step))).toBe(200)
    const startTime = new Date(Date.now() + 3_600_000).toISOString()
    await api.moveRace(admin.cookie, raceId, startTime)
    const [held] = await api.tips(fans[0]!.cookie, weekendId)
    expect(held?.countsFrom?.deadline).toBe(Date.parse(startTime) - 120_000)
    await api.setRaceStatus(admin.cookie, raceId, 'running')
    expect(await tip(fans[0]!, cars[1])).toBe(409)
    const classification = cars.map((carId, index) => ({ position: index + 1, carId, status: 'classified' }))
    await api.publishResult(admin.cookie, raceId, { status: 'official', classification })
    expect(http.retries).toBe(retries)
    expect(await waitingEvents()).toBeGreaterThanOrEqual(3 * fans.length)
    await infrastructure.restart('kafka')

    await expect
      .poll(() => boardOf(fans[3]!), patient)
      .toEqual([50, 25, 15, 0].map((points, index) => [fans[index]?.user.id, index + 1, points]))
    await expect.poll(waitingEvents, patient).toBe(0)
    await expect.poll(() => [...seen.values()], patient).toEqual(fans.map(() => [2, 3, 4]))
    const awards = await database('awards').where({ race_id: raceId }).orderBy('place').select('place', 'points')
    expect(awards).toEqual([
      { place: 1, points: 50 },
      { place: 2, points: 25 },
      { place: 3, points: 15 },
    ])
  }, 240_000)
})
