import { startOtlpReceiver } from '@purple-sector/testing/servers/otlp-receiver'
import { type Logger, pino } from 'pino'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startSdk } from './sdk.ts'
import type { TelemetrySettings } from './settings.ts'
import { currentTraceparent, inSpan, inTraceOf, isTracing, startSpan, traceIdOf, withTrace } from './trace.ts'

const silent = pino({ level: 'silent' })
const PARENT = `00-${'a'.repeat(32)}-${'b'.repeat(16)}`

let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>
beforeEach(async () => {
  receiver = await startOtlpReceiver()
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', receiver.url)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  expect(receiver.problems).toEqual([])
  await receiver.stop()
})

type Options = {
  ratio?: number
  sampler?: Partial<TelemetrySettings['sampler']>
  log?: Logger
  scheduleDelayMs?: number
}

const start = ({ ratio = 0, sampler = {}, log = silent, scheduleDelayMs = 5_000 }: Options = {}) => {
  const stop = startSdk(
    {
      endpoint: receiver.url,
      sampler: { root: 'traceidratio', isParentBased: true, ratio, ...sampler },
      scheduleDelayMs,
      maxQueueSize: 100,
    },
    'test-process',
    log,
  )
  onTestFinished(stop)
  return stop
}

/** Runs work with the SDK on, and returns the spans that it has sent. */
const spansOf = async (work: () => unknown, options?: Options) => {
  const stop = start(options)
  await work()
  await stop()
  return receiver.spans
}

describe('what is recorded', () => {
  test('sends a sampled span with its children, attributes and process', async () => {
    const spans = await spansOf(() =>
      inTraceOf({ traceparent: `${PARENT}-01` }, () => inSpan({ name: 'inner' }, async () => {}), {
        name: 'outer',
        kind: 'consumer',
        attributes: { raceId: 7, isLate: false },
      }),
    )
    const [inner, outer] = spans
    expect(outer).toMatchObject({
      name: 'outer',
      kind: 5,
      process: 'test-process',
      traceId: 'a'.repeat(32),
      parentSpanId: 'b'.repeat(16),
      attributes: { raceId: 7, isLate: false },
      status: { code: 0 },
    })
    expect(inner).toMatchObject({ name: 'inner', traceId: 'a'.repeat(32), parentSpanId: outer?.spanId })
  })

  test('sends nothing of a trace that its parent does not sample, whatever the ratio', async () => {
    const work = () =>
      inTraceOf({ traceparent: `${PARENT}-00` }, () => inSpan({ name: 'inner' }, () => {}), { name: 'outer' })
    expect(await spansOf(work, { ratio: 1 })).toEqual([])
  })

  test('decides for a new trace by the ratio', async () => {
    const stop = start({ ratio: 0.5 })
    for (let run = 0; run < 64; run++) inTraceOf({}, () => {}, { name: 'root' })
    await stop()
    expect(receiver.spans.length).toBeGreaterThan(5)
    expect(receiver.spans.length).toBeLessThan(59)
  })

  test('ignores the flag of a client at the edge, and keeps its trace', async () => {
    const traceparents: string[] = []
    const work = () => {
      const span = startSpan({ name: 'request', sampling: 'edge' }, `${PARENT}-01`)
      traceparents.push(span.traceparent)
      span.end()
    }
    expect(await spansOf(work)).toEqual([])
    expect(traceparents).toEqual([expect.stringMatching(/^00-a{32}-[0-9a-f]{16}-00$/)])
  })

  test('records what is always recorded, and everything below it', async () => {
    const work = () => inTraceOf({}, () => inSpan({ name: 'child' }, () => {}), { name: 'result', sampling: 'always' })
    const spans = await spansOf(work)
    expect(spans.map(({ name }) => name)).toEqual(['child', 'result'])
    expect(spans[0]?.parentSpanId).toBe(spans[1]?.spanId)
  })
})

describe('errors', () => {
  test('records an error of a sampled span', async () => {
    const work = () =>
      inTraceOf({ traceparent: `${PARENT}-01` }, async () => Promise.reject(new Error('broken')), { name: 'outer' })
    const spans = await spansOf(() => expect(work()).rejects.toThrow('broken'))
    expect(spans).toMatchObject([
      { name: 'outer', status: { code: 2, message: 'broken' }, events: [{ name: 'exception' }] },
    ])
  })

  test('records spans that fail in a trace that is not sampled, with the ids that they had', async () => {
    const traceparents: (string | undefined)[] = []
    const fail = (): never => {
      traceparents.push(currentTraceparent())
      throw new Error('broken')
    }
    const work = () =>
      inTraceOf(
        {},
        () => {
          traceparents.push(currentTraceparent())
          inSpan({ name: 'fine' }, () => {})
          return inSpan({ name: 'inner' }, fail)
        },
        { name: 'outer' },
      )
    const spans = await spansOf(() => expect(work).toThrow('broken'))
    expect(spans.map(({ name }) => name)).toEqual(['inner', 'outer'])
    const [inner, outer] = spans
    expect(traceparents).toEqual([
      `00-${outer?.traceId}-${outer?.spanId}-00`,
      `00-${outer?.traceId}-${inner?.spanId}-00`,
    ])
    expect(inner).toMatchObject({ traceId: outer?.traceId, parentSpanId: outer?.spanId, status: { code: 2 } })
    expect(outer?.start).toBeLessThanOrEqual(inner?.start ?? 0n)
  })
})

test('keeps the trace id of log lines', async () => {
  const work = () => inTraceOf({}, () => expect(traceIdOf(currentTraceparent())).toHaveLength(32), { name: 'outer' })
  await spansOf(work, { ratio: 1 })
  expect(receiver.spans).toHaveLength(1)
})

test('is off after its stop', async () => {
  const stop = start()
  expect(isTracing()).toBe(true)
  await stop()
  expect(isTracing()).toBe(false)
  expect(withTrace(`${PARENT}-01`, currentTraceparent)).toBe(`${PARENT}-01`)
})

describe('a collector that does not answer', () => {
  const lines: { event: string }[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const events = () => lines.map(({ event }) => event).filter((event) => event !== 'tracing.started')
  beforeEach(() => {
    lines.length = 0
    vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '50')
  })
  const record = () => inTraceOf({ traceparent: `${PARENT}-01` }, () => {}, { name: 'lost' })

  test('is logged once', async () => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:1')
    const stop = start({ log, scheduleDelayMs: 5 })
    record()
    await vi.waitFor(() => expect(events()).toEqual(['tracing.export_failed']), 5_000)
    // The next exports fail as well: each waits for the one before.
    record()
    await stop()
    expect(events()).toEqual(['tracing.export_failed'])
  })

  test('delays a stop by 1.5 seconds at most', async () => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '60000')
    const { createServer } = await import('node:net')
    const deaf = createServer(() => {}).listen(0, '127.0.0.1')
    onTestFinished(() => void deaf.close())
    await new Promise((resolve) => deaf.once('listening', resolve))
    const address = deaf.address()
    const port = typeof address === 'object' ? address?.port : undefined
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${port}`)
    const stop = start({ log })
    record()
    const startedAt = performance.now()
    await stop()
    const tookMs = performance.now() - startedAt
    expect(tookMs).toBeGreaterThan(1_000)
    expect(tookMs).toBeLessThan(10_000)
  })

  test('drops spans beyond the queue without delaying the work', async () => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:1')
    const stop = start({ log })
    for (let nth = 0; nth < 1_000; nth++) record()
    await stop()
    expect(events()).toEqual(['tracing.export_failed'])
  })
})
