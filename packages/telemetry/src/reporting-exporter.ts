import { AsyncLocalStorage } from 'node:async_hooks'
import { ExportResultCode } from '@opentelemetry/core'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'

/** Logs once that spans cannot be exported, and once that they can be again; spans of failed exports are lost. */
export const reportingExporter = (exporter: SpanExporter, log: Logger): SpanExporter => {
  // An export runs in the context of any span; its lines belong to no trace.
  const outsideOfTraces = AsyncLocalStorage.snapshot()
  let isFailing = false
  const report = (error: Error | undefined): void => {
    if (error && !isFailing)
      log.warn(
        { event: 'tracing.export_failed', err: error },
        'Spans could not be exported; those of further failures are dropped without a line',
      )
    if (!error && isFailing) log.info({ event: 'tracing.export_resumed' }, 'Spans are exported again')
    isFailing = error !== undefined
  }
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const { code, error = new Error('The collector refused the spans') } = result
        outsideOfTraces(report, code === ExportResultCode.SUCCESS ? undefined : error)
        done(result)
      })
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}
