import { startSdk } from '@purple-sector/telemetry/sdk'
import { pino } from 'pino'
import { type ReceivedSpan, startOtlpReceiver } from './servers/otlp-receiver.ts'

/**
 * Runs work while tracing is on, and returns the spans that a collector received. `ratio` is the share of new traces
 * that is recorded; what is part of a sampled trace always is.
 */
export const recordSpans = async (work: () => unknown, { ratio = 0 } = {}): Promise<ReceivedSpan[]> => {
  const receiver = await startOtlpReceiver()
  const former = process.env.OTEL_EXPORTER_OTLP_ENDPOINT
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = receiver.url
  const settings = {
    endpoint: receiver.url,
    sampler: { root: 'traceidratio', isParentBased: true, ratio },
    scheduleDelayMs: 5_000,
    maxQueueSize: 1_000,
  } as const
  const stop = startSdk(settings, 'test', pino({ level: 'silent' }))
  try {
    await work()
  } finally {
    await stop()
    if (former === undefined) delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT
    else process.env.OTEL_EXPORTER_OTLP_ENDPOINT = former
    await receiver.stop()
  }
  if (receiver.problems.length > 0) throw new AggregateError(receiver.problems, 'A collector would refuse these spans')
  return receiver.spans
}
