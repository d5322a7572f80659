import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { enter, type Person } from '@purple-sector/testing/group-weekend/person'
import { CATEGORY, openOneRaceWeekend } from '@purple-sector/testing/one-race-weekend'
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '@purple-sector/testing/servers/otlp-receiver'
import type { TestSocket } from '@purple-sector/testing/test-socket'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestProduct, type TestProduct } from '../../test/create-test-product.ts'

/** Timeout for effects of events, on a busy machine. */
const LONG_TIMEOUT = { timeout: 60_000, interval: 100 }
const RESULT_ROUTE = '/api/admin/races/:id/results'
const ERROR = 2

const stops: (() => Promise<unknown>)[] = []
let receiver: OtlpReceiver
let testProduct: TestProduct
let raceControl: Person
let fan: Person
let screen: TestSocket
let scene: Awaited<ReturnType<typeof openOneRaceWeekend>>

/** No trace is sampled by chance: what arrives is always recorded. */
beforeAll(async () => {
  receiver = await startOtlpReceiver()
  stops.push(() => receiver.stop())
  testProduct = await createTestProduct('tracing', {
    replicas: { gateway: 1, 'scoring-worker': 1 },
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_TRACES_SAMPLER: 'parentbased_always_off',
      OTEL_BSP_SCHEDULE_DELAY: '200',
    },
  })
  stops.push(() => testProduct.stop())
  const { gateways, admin } = testProduct.product
  const [url = ''] = gateways
  const gateway = { calls: url, sockets: url }
  raceControl = await enter(gateway, '/api/auth/login', admin)
  scene = await openOneRaceWeekend(raceControl)
  const credentials = { email: 'ann@example.org', password: 'the flag is green', username: 'ann' }
  fan = await enter(gateway, '/api/auth/register', credentials)
  const tip = { weekendId: scene.weekend.id, category: CATEGORY, carId: scene.cars[0]?.id }
  await vi.waitFor(() => fan.post('/api/tips', tip), LONG_TIMEOUT)
  screen = await fan.open()
  screen.subscribe(scene.weekend.id, [])
  await screen.next('subscribed')
  screen.forget()
}, 240_000)
afterAll(async () => {
  screen?.close()
  for (const stop of stops.reverse()) await stop()
}, 60_000)

/** Spans from the root of the trace down to this one, each with its process. A relay runs in any process of its service. */
const pathTo = (span: ReceivedSpan): string[] => {
  const parent = receiver.spans.find(({ spanId }) => spanId === span.parentSpanId)
  const process = span.name.startsWith('publish ') ? 'relay' : span.process
  return [...(parent ? pathTo(parent) : []), `${process}: ${span.name}`]
}

describe('a published result', () => {
  let traceId: string
  const spans = () => receiver.spans.filter((span) => span.traceId === traceId)
  const lastSpanOf = (path: readonly string[]) =>
    vi.waitFor(() => expect(spans().map(pathTo)).toContainEqual(path), LONG_TIMEOUT)
  const WORKER_PATH = [
    `gateway: PUT ${RESULT_ROUTE}`,
    'gateway: PUT',
    `admin: PUT ${RESULT_ROUTE}`,
    'relay: publish admin.result-published.v1',
    'tipping: process admin.result-published.v1',
    'tipping-scoring: score race',
  ]

  beforeAll(async () => {
    const classification = scene.cars.map(({ id }, place) => ({ carId: id, position: place + 1, status: 'classified' }))
    await raceControl.send('PUT', `/api/admin/races/${scene.race.id}/results`, { status: 'official', classification })
    await screen.next('race_completed')
    await screen.next('leaderboard_update')
    const root = await vi.waitUntil(
      () => receiver.spans.find(({ name, process }) => name === `PUT ${RESULT_ROUTE}` && process === 'gateway'),
      LONG_TIMEOUT,
    )
    expect(root.parentSpanId).toBe('')
    traceId = root.traceId
  })

  test.each(['tipping.board-changed.v1', 'tipping.session-scored.v1'])(
    'is one trace from the request to the frame that follows from %s',
    async (type) => {
      await lastSpanOf([...WORKER_PATH, `relay: publish ${type}`, `gateway: process ${type}`, 'gateway: send frame'])
    },
  )

  test('has the calls between services in its trace', async () => {
    await vi.waitFor(
      () =>
        expect(spans().map((span) => pathTo(span).slice(-3))).toContainEqual([
          `admin: PUT ${RESULT_ROUTE}`,
          'admin: POST',
          expect.stringMatching(/^tipping: POST \/internal\//),
        ]),
      LONG_TIMEOUT,
    )
  })

  test('has the queries of its spans', async () => {
    const processes = () =>
      new Set(spans().flatMap(({ scope, process }) => (scope === '@opentelemetry/instrumentation-pg' ? [process] : [])))
    await vi.waitFor(
      () => expect([...processes()]).toEqual(expect.arrayContaining(['admin', 'tipping', 'tipping-scoring'])),
      LONG_TIMEOUT,
    )
  })

  test('has no span without its parent, and no failed one', async () => {
    const ids = () => new Set(spans().map(({ spanId }) => spanId))
    const orphans = () => spans().filter(({ parentSpanId }) => parentSpanId !== '' && !ids().has(parentSpanId))
    await vi.waitFor(() => expect(orphans()).toEqual([]), LONG_TIMEOUT)
    expect(spans().filter(({ status }) => status.code === ERROR)).toEqual([])
  })

  test('has the trace id of the log lines', () => {
    const lines = readFileSync(join(testProduct.logFolder, 'scoring-worker.log'), 'utf8')
      .split('\n')
      .filter((line) => line.includes('"scoring.completed"'))
    expect(lines.map((line) => JSON.parse(line).traceId)).toContain(traceId)
  })
})

test('a tip is not recorded, because no sampler has chosen it', () => {
  expect(receiver.spans.filter(({ attributes }) => attributes['http.route'] === '/api/tips')).toEqual([])
})

test('a request that fails is recorded after its end', async () => {
  await testProduct.product.kill('chat')
  const { status } = await fan.call('GET', `/api/weekends/${scene.weekend.id}/chat`)
  expect(status).toBe(503)
  const failed = await vi.waitUntil(
    () => receiver.spans.find(({ attributes }) => attributes['http.route'] === '/api/weekends/:id/chat'),
    LONG_TIMEOUT,
  )
  expect(failed).toMatchObject({
    process: 'gateway',
    parentSpanId: '',
    status: { code: ERROR },
    attributes: { 'http.response.status_code': 503 },
  })
  expect(receiver.spans.filter(({ traceId }) => traceId === failed.traceId)).toEqual([failed])
})

test('every export was accepted', () => {
  expect(receiver.problems).toEqual([])
})
