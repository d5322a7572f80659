import { currentTraceparent } from '@purple-sector/telemetry/trace'
import { recordSpans } from '@purple-sector/testing/record-spans'
import { expect, test } from 'vitest'
import { busy } from '../errors.ts'
import { silentLogger } from '../logger.ts'
import { createApp } from './app.ts'

const TRACE_ID = 'a'.repeat(32)
const sampled = { traceparent: `00-${TRACE_ID}-${'b'.repeat(16)}-01` }
const notSampled = { traceparent: `00-${TRACE_ID}-${'b'.repeat(16)}-00` }

/** Answers requests of a service while tracing is on; returns the spans and the traceparents of the handlers. */
const answer = async (...requests: { url: string; headers?: Record<string, string> }[]) => {
  const seen: (string | undefined)[] = []
  const spans = await recordSpans(async () => {
    const app = createApp({
      service: 'weekends',
      log: silentLogger(),
      verifyIdentity: async () => undefined,
      internalSecret: 's'.repeat(32),
    })
    const config = { access: 'public' as const }
    app.get('/api/weekends/:id', { config }, async () => {
      seen.push(currentTraceparent())
      return { id: 1 }
    })
    app.get('/api/broken', { config }, async () => {
      throw new Error('broken')
    })
    app.get('/api/busy', { config }, async () => {
      throw busy(new Error('the database does not answer'))
    })
    for (const { url, headers = {} } of requests) await app.inject({ method: 'GET', url, headers })
    await app.close()
  })
  return { spans, seen }
}

test('records a sampled request as a span of its route, in which its handler runs', async () => {
  const { spans, seen } = await answer({ url: '/api/weekends/7', headers: sampled })
  expect(spans).toMatchObject([
    {
      name: 'GET /api/weekends/:id',
      kind: 2,
      traceId: TRACE_ID,
      parentSpanId: 'b'.repeat(16),
      status: { code: 0 },
      attributes: {
        service: 'weekends',
        'http.route': '/api/weekends/:id',
        'http.request.method': 'GET',
        'http.response.status_code': 200,
      },
    },
  ])
  expect(seen).toEqual([`00-${TRACE_ID}-${spans[0]?.spanId}-01`])
})

test('records no request that is not sampled, and passes that on', async () => {
  const { spans, seen } = await answer({ url: '/api/weekends/7', headers: notSampled }, { url: '/api/weekends/7' })
  expect(spans).toEqual([])
  expect(seen).toEqual([
    expect.stringMatching(/^00-a{32}-[0-9a-f]{16}-00$/),
    expect.stringMatching(/^00-(?!a{32})[0-9a-f]{32}-[0-9a-f]{16}-00$/),
  ])
})

test('records a request answered with 500 or 503, with its error, although it is not sampled', async () => {
  const { spans } = await answer({ url: '/api/broken', headers: notSampled }, { url: '/api/busy' })
  expect(spans).toMatchObject([
    {
      name: 'GET /api/broken',
      traceId: TRACE_ID,
      parentSpanId: 'b'.repeat(16),
      status: { code: 2, message: 'broken' },
    },
    { name: 'GET /api/busy', parentSpanId: '', status: { code: 2 }, attributes: { 'http.response.status_code': 503 } },
  ])
})

test('records no rejection of a client, and no probe', async () => {
  const { spans } = await answer(
    { url: '/api/nothing' },
    { url: '/healthz', headers: sampled },
    { url: '/metrics', headers: sampled },
  )
  expect(spans).toEqual([])
})
