import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openDatabase } from '@purple-sector/database'
import {
  type DistributedProduct,
  type NativeInfrastructure,
  startDistributedProduct,
  startNativeInfrastructure,
} from '@purple-sector/native'
import { category, createWeekendWithRace } from '@purple-sector/native/create-weekend'
import { type Account, createHttpClient, type HttpClient, type ProductApi, productApi } from '@purple-sector/race-day'
import { createLogger, silentLogger } from '@purple-sector/service-kit/logger'
import { startNdjsonServer } from '@purple-sector/testing/servers/ndjson-server'
import { startPushService } from '@purple-sector/testing/servers/push-service'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { repositoryRoot } from '../repository-root.ts'
import { readRuleGroups } from './files.ts'
import { type Prometheus, startPrometheus } from './start-prometheus.ts'

/** Until an alert fires or ends: thresholds of 20 s, measurements every 15 s, a report a minute, a busy machine. */
const TIMEOUT = { timeout: 150_000, interval: 500 }
const SCRAPE = '3s'
/** What this machine has no exporter or script for. */
const ALWAYS_FIRING = ['BackupTooOld']

/** `make alerts-drill` runs this suite, which takes minutes and needs Prometheus; `make test-distributed` does not. */
const isDrill = process.env.DRILL === 'on'

/** The rules of the repository that do not wait, so that an alert fires as soon as its expression is true. */
const impatientRules = () => ({
  groups: readRuleGroups().map((group) => ({
    ...group,
    rules: group.rules.map((rule) =>
      'alert' in rule
        ? {
            ...rule,
            for: '0s',
            expr: rule.expr.replace('min_over_time(database_pool_waiting[1m])', 'database_pool_waiting'),
          }
        : rule,
    ),
  })),
})

describe.runIf(isDrill)('alerts on a product that breaks, measured by a real Prometheus', () => {
  const stops: (() => Promise<unknown>)[] = []
  /** Read at each start of a process. */
  const clocksAheadMs: Record<string, number> = {}
  let infrastructure: NativeInfrastructure
  let product: DistributedProduct
  let prometheus: Prometheus
  let pushService: Awaited<ReturnType<typeof startPushService>>
  let http: HttpClient
  let api: ProductApi
  let admin: Account
  let weekend: Awaited<ReturnType<typeof createWeekendWithRace>>

  const firing = async (): Promise<string[]> => {
    const series = await prometheus.query('ALERTS{alertstate="firing"}')
    return [...new Set(series.map(({ alertname = '' }) => alertname))].sort()
  }
  const timed = async (what: string, waiting: Promise<void>): Promise<void> => {
    const startedAt = performance.now()
    await waiting
    process.stdout.write(`${what} after ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`)
  }
  const fires = (alert: string) => timed(`${alert} fired`, expect.poll(firing, TIMEOUT).toContain(alert))
  const ends = (alert: string) => timed(`${alert} ended`, expect.poll(firing, TIMEOUT).not.toContain(alert))

  let revisions = 0
  const publishResult = async (): Promise<void> => {
    const winner = revisions++ % weekend.cars.length
    const order = [...weekend.cars.slice(winner), ...weekend.cars.slice(0, winner)]
    const classification = order.map((carId, index) => ({ position: index + 1, carId, status: 'classified' as const }))
    const reason = revisions === 1 ? {} : { reason: `Correction ${revisions}` }
    await api.publishResult(admin.cookie, weekend.raceId, { status: 'official', classification, ...reason })
  }
  /** Sends one tip, without a retry; returns the status. */
  const tip = async (round: number): Promise<number> => {
    const [gateway = ''] = product.gateways
    const fan = weekend.fans[round % weekend.fans.length]
    const carId = weekend.cars[round % weekend.cars.length]
    const response = await fetch(`${gateway}/api/tips`, {
      method: 'POST',
      headers: { cookie: fan?.cookie ?? '', origin: gateway, 'content-type': 'application/json' },
      body: JSON.stringify({ weekendId: weekend.weekendId, category, carId, tipSource: 'sector' }),
    })
    await response.text()
    return response.status
  }

  beforeAll(async () => {
    pushService = await startPushService()
    stops.push(() => pushService.close())
    infrastructure = await startNativeInfrastructure({ log: silentLogger() })
    stops.push(() => infrastructure.stop())
    product = await startDistributedProduct({
      infrastructure,
      log: createLogger('alerts', 'warn'),
      logFolder: join(repositoryRoot, 'var', 'logs', 'alerts'),
      replicas: { gateway: 1, 'scoring-worker': 1 },
      clocksAheadMs,
      settings: {
        ...{ PASSWORD_HASH_MEMORY_KIB: '8192', PASSWORD_HASH_PASSES: '1', LIMIT_WRITES: '100000' },
        ...{ PUSH_ALLOW_PRIVATE: 'on', TIMING_ALLOW_PRIVATE: 'on' },
      },
    })
    stops.push(() => product.stop())
    http = createHttpClient({ urls: product.gateways })
    stops.push(() => http.close())
    api = productApi(http)
    admin = await api.signIn(product.admin.email, product.admin.password)
    weekend = await createWeekendWithRace(api, admin, 'Alerts', ['ann', 'bob', 'cat', 'dan', 'eve'])
    for (const [index, { cookie }] of weekend.fans.entries()) {
      expect(await tip(index)).toBe(201)
      const subscription = { method: 'POST', path: '/api/notifications/push-subscriptions', cookie }
      expect((await http.send({ ...subscription, body: pushService.browser() })).status).toBeLessThan(300)
    }
    prometheus = await startPrometheus(
      {
        global: { scrape_interval: SCRAPE, scrape_timeout: SCRAPE, evaluation_interval: '1s' },
        scrape_configs: product.names.map((name) => {
          const { host } = new URL(product.metricsUrlOf(name))
          return { job_name: name, static_configs: [{ targets: [host] }] }
        }),
      },
      impatientRules(),
    )
    stops.push(() => prometheus.stop())
  }, 300_000)

  afterAll(async () => {
    for (const stop of stops.reverse()) await stop()
  }, 60_000)

  test('fires nothing on a product that works', async () => {
    await expect.poll(() => prometheus.query('up == 1'), TIMEOUT).toHaveLength(product.names.length)
    await expect.poll(firing, TIMEOUT).toEqual(ALWAYS_FIRING)
  }, 200_000)

  test('Kafka is stopped: OutboxNotDraining until it is back', async () => {
    await infrastructure.kill('kafka')
    // Of fans who had another car: the same one again has no event.
    for (const round of [6, 7, 8]) expect(await tip(round)).toBe(200)
    await fires('OutboxNotDraining')
    await infrastructure.restart('kafka')
    await ends('OutboxNotDraining')
  }, 400_000)

  test("a gateway's clock is ahead: DeadlineClockSkew until it is set", async () => {
    clocksAheadMs.gateway = 30_000
    await product.restart('gateway')
    await fires('DeadlineClockSkew')
    delete clocksAheadMs.gateway
    await product.restart('gateway')
    await ends('DeadlineClockSkew')
  }, 400_000)

  test('queries wait for connections of tipping: DatabasePoolExhausted until what blocks ends', async () => {
    const database = openDatabase({ url: infrastructure.databaseUrl, schema: 'tipping', maxConnections: 1 })
    onTestFinished(() => database.destroy())
    const lock = await database.transaction()
    await lock.raw('lock table tips in access exclusive mode')
    const [gateway = ''] = product.gateways
    const reads = weekend.fans.flatMap(({ cookie }) =>
      Array.from({ length: 6 }, () =>
        fetch(`${gateway}/api/tips/${weekend.weekendId}`, { headers: { cookie } }).then((response) => response.text()),
      ),
    )
    await fires('DatabasePoolExhausted')
    await lock.rollback()
    await Promise.all(reads)
    await ends('DatabasePoolExhausted')
  }, 400_000)

  test('the scoring worker is killed: ProcessMissing and ScoringLate until it runs', async () => {
    pushService.answers(() => ({ status: 403, body: 'BadJwtToken' }))
    await product.kill('scoring-worker')
    await publishResult()
    await fires('ProcessMissing')
    await fires('ScoringLate')
    await product.restart('scoring-worker')
    await ends('ScoringLate')
    await ends('ProcessMissing')
  }, 500_000)

  test('a push service refuses all pushes of that result: PushServiceRefusing until it accepts one', async () => {
    await fires('PushServiceRefusing')
    pushService.answers(() => ({ status: 201 }))
    await publishResult()
    await ends('PushServiceRefusing')
  }, 400_000)

  test('a timing source refuses connections, or is silent: LiveTimingSourceLost until it sends', async () => {
    const server = await startNdjsonServer()
    onTestFinished(() => server.close())
    const race = await weekend.addRace({ name: 'Race 2', sessionType: 'race2', startTime: new Date().toISOString() })
    for (const number of [21, 22]) await weekend.addCar(race.id, number)
    let sequence = 0
    const send = () =>
      server.append({
        ...{ sequence: ++sequence, capturedAt: new Date().toISOString(), flag: 'green', lap: sequence },
        entries: [21, 22].map((number, index) => ({
          ...{ carNumber: String(number), position: index + 1, laps: sequence, lastLapMs: 100_000, gapMs: index * 900 },
          status: 'running',
        })),
      })
    send()
    const source = { method: 'PUT', path: `/api/live-timing/races/${race.id}/source`, cookie: admin.cookie }
    const body = { kind: 'ndjson', url: server.url }
    expect((await http.send({ ...source, body, headers: { 'idempotency-key': randomUUID() } })).status).toBe(200)
    await expect.poll(() => prometheus.query('live_timing_sources{state="receiving"} == 1'), TIMEOUT).toHaveLength(1)

    await server.die()
    await fires('LiveTimingSourceLost')
    send()
    await server.comeBack()
    await ends('LiveTimingSourceLost')

    await fires('LiveTimingSourceLost')
    send()
    await ends('LiveTimingSourceLost')
  }, 400_000)

  test('tipping is killed: TipErrorBudgetBurn until it runs and tips succeed again', async () => {
    // Race 1 has locked by now: a tip is refused, which is no server error.
    await product.kill('tipping')
    let failed = 0
    await expect
      .poll(
        async () => {
          expect(await tip(failed++)).toBeGreaterThanOrEqual(500)
          return firing()
        },
        { timeout: 150_000, interval: 3_000 },
      )
      .toContain('TipErrorBudgetBurn')
    await product.restart('tipping')
    await expect
      .poll(
        async () => {
          const statuses = await Promise.all(Array.from({ length: 40 }, (_, round) => tip(round)))
          expect(statuses.filter((status) => status >= 500)).toEqual([])
          return firing()
        },
        { timeout: 300_000, interval: 10 },
      )
      .not.toContain('TipErrorBudgetBurn')
  }, 600_000)
})
