import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { catalogue } from './catalogue.ts'
import type { Definition } from './definition.ts'
import { collectAtScrape, counter, gauge, histogram, metricsText } from './metrics.ts'

const definitions = Object.entries<Definition>(catalogue)

test.each(definitions)('%s has a standard name and bounded labels', (name, { type, labels = {}, buckets }) => {
  expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/)
  expect(name.endsWith('_total')).toBe(type === 'counter')
  if (type === 'histogram') expect(name).toMatch(/_(seconds|bytes)$/)
  expect(buckets !== undefined).toBe(type === 'histogram')
  for (const values of Object.values(labels)) expect(values).not.toBe('')
})

test('returns the one metric of a name in each registry', async () => {
  const registry = new Registry()
  counter('outbox_published_total', registry).inc({ service: 'tipping' })
  counter('outbox_published_total', registry).inc({ service: 'tipping' })
  histogram('event_handling_seconds', registry).observe({ consumer: 'tipping', type: 'a' }, 0.02)
  const text = await registry.metrics()
  expect(text).toContain('outbox_published_total{service="tipping"} 2')
  expect(text).toContain('event_handling_seconds_bucket{le="0.05",consumer="tipping",type="a"} 1')
})

test('collects before each scrape, and counts what fails', async () => {
  let size = 3
  onTestFinished(collectAtScrape(() => gauge('gateway_sockets').set(size)))
  onTestFinished(collectAtScrape(() => Promise.reject(new Error('unreachable'))))
  const first = await metricsText()
  expect(first.contentType).toContain('text/plain')
  expect(first.text).toContain('gateway_sockets 3')
  expect(first.text).toContain('metrics_collection_failures_total 1')
  expect(first.text).toContain('nodejs_eventloop_lag_seconds')
  expect(first.text).toMatch(/^purple_sector_build_info\{version="\d+\.\d+\.\d+"\} 1$/m)
  size = 5
  expect((await metricsText()).text).toContain('gateway_sockets 5')
})

test('collects no more once stopped', async () => {
  let calls = 0
  const stop = collectAtScrape(() => {
    calls += 1
  })
  await metricsText()
  stop()
  await metricsText()
  expect(calls).toBe(1)
})

test('a scrape does not wait for a collector that hangs, nor start it again', async () => {
  let calls = 0
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const stop = collectAtScrape(async () => {
    calls += 1
    await answered
    gateway.set(7)
  })
  onTestFinished(stop)
  const gateway = gauge('gateway_sockets')
  gateway.set(1)
  const failures = async (): Promise<[number, string | undefined]> => {
    const { text } = await metricsText()
    const failed = Number(/^metrics_collection_failures_total (\d+)$/m.exec(text)?.[1])
    return [failed, /^gateway_sockets (\d+)$/m.exec(text)?.[1]]
  }
  const [before] = await failures()
  expect(await failures()).toEqual([before + 1, '1'])
  expect(calls).toBe(1)
  answer()
  await expect.poll(failures).toEqual([before + 1, '7'])
  await failures()
  expect(calls).toBeGreaterThan(1)
})
