import { ExportResultCode } from '@opentelemetry/core'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { reportingExporter } from './reporting-exporter.ts'
import { currentTraceId, withTrace } from './trace.ts'

test('logs the first of several failures and the next success, outside of the trace of a span', () => {
  const lines: { event: string; traceId?: string }[] = []
  const log = pino(
    { mixin: () => ({ traceId: currentTraceId() }) },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  )
  let code = ExportResultCode.FAILED
  const exporter: SpanExporter = { export: (_spans, done) => done({ code }), shutdown: async () => {} }
  const reporting = reportingExporter(exporter, log)
  const exportOnce = () => withTrace(`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, () => reporting.export([], () => {}))
  exportOnce()
  exportOnce()
  code = ExportResultCode.SUCCESS
  exportOnce()
  exportOnce()
  code = ExportResultCode.FAILED
  exportOnce()
  expect(lines.map(({ event }) => event)).toEqual([
    'tracing.export_failed',
    'tracing.export_resumed',
    'tracing.export_failed',
  ])
  expect(lines.filter(({ traceId }) => traceId !== undefined)).toEqual([])
})
