import { enter } from '@purple-sector/testing/group-weekend/person'
import { CATEGORY, openOneRaceWeekend } from '@purple-sector/testing/one-race-weekend'
import { type ReceivedSpan, startOtlpReceiver } from '@purple-sector/testing/servers/otlp-receiver'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startProductProcess } from '../test/prepared-product.ts'
import { ADMINISTRATOR } from '../test/product-process.ts'

const ROUTE = 'PUT /api/admin/races/:id/results'

test('a stop sends the spans of a published result, from its request to the frame, as one trace of one process', async () => {
  const receiver = await startOtlpReceiver()
  onTestFinished(() => receiver.stop())
  const product = await startProductProcess({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_TRACES_SAMPLER: 'parentbased_always_off',
    // Nothing is sent before the stop.
    OTEL_BSP_SCHEDULE_DELAY: '600000',
  })
  onTestFinished(() => product.dispose())
  const gateway = { calls: product.url, sockets: product.url }
  const raceControl = await enter(gateway, '/api/auth/login', ADMINISTRATOR)
  const { weekend, race, cars } = await openOneRaceWeekend(raceControl)
  const fan = await enter(gateway, '/api/auth/register', {
    email: 'ann@example.org',
    password: 'the flag is green',
    username: 'ann',
  })
  const tip = { weekendId: weekend.id, category: CATEGORY, carId: cars[0]?.id }
  await vi.waitFor(() => fan.post('/api/tips', tip), 60_000)
  const screen = await fan.open()
  screen.subscribe(weekend.id)
  await screen.next('subscribed')
  const classification = cars.map(({ id }, place) => ({ carId: id, position: place + 1, status: 'classified' }))
  await raceControl.send('PUT', `/api/admin/races/${race.id}/results`, { status: 'official', classification })
  await screen.next('race_completed')
  screen.close()
  expect(receiver.spans).toEqual([])
  await product.dispose()

  const pathTo = (span: ReceivedSpan): string[] => {
    const parent = receiver.spans.find(({ spanId }) => spanId === span.parentSpanId)
    return [...(parent ? pathTo(parent) : []), span.name]
  }
  const service = (span: ReceivedSpan | undefined) => span?.attributes.service
  const requests = receiver.spans.filter(({ name }) => name === ROUTE)
  expect(requests.map(service).sort()).toEqual(['admin', 'gateway'])
  const root = requests.find((span) => service(span) === 'gateway')
  const spans = receiver.spans.filter(({ traceId }) => traceId === root?.traceId)
  expect(spans.map(pathTo)).toContainEqual([
    ROUTE,
    ROUTE,
    'publish admin.result-published.v1',
    'process admin.result-published.v1',
    'score race',
    'publish tipping.session-scored.v1',
    'process tipping.session-scored.v1',
    'send frame',
  ])
  expect(spans.some(({ scope }) => scope === '@opentelemetry/instrumentation-pg')).toBe(true)
  expect(new Set(receiver.spans.map(({ process }) => process))).toEqual(new Set(['purple-sector']))
  expect(receiver.spans.some(({ attributes }) => attributes['http.route'] === '/api/tips')).toBe(false)
  expect(receiver.problems).toEqual([])
})
