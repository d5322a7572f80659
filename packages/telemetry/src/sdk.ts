import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { context } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { registerInstrumentations } from '@opentelemetry/instrumentation'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import {
  defaultResource,
  detectResources,
  type Resource,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type TracerProviderOptions,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { outgoingRequests } from './outgoing-requests.ts'
import { createIdGenerator, createRecorder, type Tracers } from './recorder.ts'
import { reportingExporter } from './reporting-exporter.ts'
import type { SamplerSettings, TelemetrySettings } from './settings.ts'
import { setRecorder } from './trace.ts'

const SCOPE = 'purple-sector'
/** How long a stop waits for the last spans; a collector that does not answer delays no shutdown. */
const FLUSH_TIMEOUT_MS = 1_500
/** Longest text of an attribute: a statement of scoring has several kB. */
const MAX_ATTRIBUTE_LENGTH = 2_000

const rootSampler = ({ root, ratio }: SamplerSettings): Sampler => {
  if (root === 'always_on') return new AlwaysOnSampler()
  return root === 'always_off' ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(ratio)
}

const resourceOf = (processName: string): Resource =>
  defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': processName,
        'service.namespace': 'purple-sector',
        'service.instance.id': randomUUID(),
      }),
    )
    .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }))

/** Creates a tracer for each way to decide; their spans take one way out. */
const createTracers = (
  { sampler }: TelemetrySettings,
  options: Pick<TracerProviderOptions, 'resource' | 'idGenerator' | 'spanProcessors'>,
) => {
  const root = rootSampler(sampler)
  const providerWith = (decidedBy: Sampler): TracerProvider =>
    new TracerProvider({
      ...options,
      sampler: decidedBy,
      spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_LENGTH },
    })
  const always = providerWith(new AlwaysOnSampler())
  const tracers: Tracers = {
    parent: providerWith(sampler.isParentBased ? new ParentBasedSampler({ root }) : root).getTracer(SCOPE),
    edge: providerWith(root).getTracer(SCOPE),
    always: always.getTracer(SCOPE),
  }
  return { tracers, always }
}

/**
 * Starts OpenTelemetry's SDK: spans of this process are recorded and sent to a collector, and inside them those of pg
 * and undici. Call it before databases are opened. `processName` names the process in traces, unless
 * `OTEL_SERVICE_NAME` has another name. Returns the stop, which sends the last spans within 1.5 s.
 */
export const startSdk = (settings: TelemetrySettings, processName: string, log: Logger): (() => Promise<void>) => {
  const processor = new BatchSpanProcessor({
    exporter: reportingExporter(new OTLPTraceExporter(), log),
    scheduledDelayMillis: settings.scheduleDelayMs,
    maxQueueSize: settings.maxQueueSize,
  })
  const ids = createIdGenerator()
  const { tracers, always } = createTracers(settings, {
    resource: resourceOf(processName),
    idGenerator: ids.generator,
    spanProcessors: [processor],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const unregister = registerInstrumentations({
    // They record only inside recorded spans.
    tracerProvider: always,
    instrumentations: [
      new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
      outgoingRequests(),
    ],
  })
  setRecorder(createRecorder(tracers, ids))
  const { endpoint, sampler } = settings
  log.info({ event: 'tracing.started', endpoint, sampler }, 'Tracing is on')
  return async () => {
    const flushed = processor.shutdown().catch(() => {})
    await Promise.race([flushed, pause(FLUSH_TIMEOUT_MS, undefined, { ref: false })])
    setRecorder(undefined)
    unregister()
    context.disable()
  }
}
