import { z } from 'zod'

const number = z.coerce.number('must be a number')
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/**
 * OpenTelemetry's variables that the product reads; keys are their names, defaults the standard's but for the sampler.
 * The SDK reads `OTEL_EXPORTER_OTLP_*`, `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` by itself.
 */
export const telemetrySchema = z.object({
  OTEL_SDK_DISABLED: z.enum(['true', 'false'], 'must be true or false').default('false'),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], 'must be otlp or none').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .literal('http/protobuf', 'must be http/protobuf, which collectors take on port 4318')
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_EXPORTER_OTLP_TIMEOUT: number.int().min(1).optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional(),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS, `must be one of ${SAMPLERS.join(', ')}`).default('parentbased_traceidratio'),
  OTEL_TRACES_SAMPLER_ARG: number.min(0, 'must be from 0 to 1').max(1, 'must be from 0 to 1').optional(),
  OTEL_BSP_SCHEDULE_DELAY: number.int().min(1).default(5_000),
  OTEL_BSP_MAX_QUEUE_SIZE: number.int().min(1).default(2_048),
})

/** Share of the traces that is recorded unless `OTEL_TRACES_SAMPLER_ARG` says otherwise. */
const DEFAULT_RATIO = 0.01

export type SamplerSettings = {
  /** What decides for a trace without a parent. */
  root: 'always_on' | 'always_off' | 'traceidratio'
  /** Whether a span is recorded if its parent is. */
  isParentBased: boolean
  /** Share of the traces from 0 to 1, for `traceidratio`. */
  ratio: number
}

export type TelemetrySettings = {
  /** Where spans are sent, for the log; the exporter reads it by itself. */
  endpoint: string
  sampler: SamplerSettings
  /** How long finished spans wait for further ones before they are sent, in ms. */
  scheduleDelayMs: number
  /** Finished spans that wait; further ones are dropped. */
  maxQueueSize: number
}

const rootOf = (sampler: (typeof SAMPLERS)[number]): SamplerSettings['root'] => {
  if (sampler.endsWith('always_on')) return 'always_on'
  return sampler.endsWith('always_off') ? 'always_off' : 'traceidratio'
}

/**
 * Returns the settings of tracing; undefined while it is off. It is on if an endpoint is set or the exporter is `otlp`,
 * and neither the exporter is `none` nor the SDK disabled.
 */
export const telemetrySettings = (env: z.infer<typeof telemetrySchema>): TelemetrySettings | undefined => {
  const { OTEL_TRACES_EXPORTER: exporter, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env
  const isWanted = exporter === 'otlp' || (exporter === undefined && endpoint !== undefined)
  if (!isWanted || env.OTEL_SDK_DISABLED === 'true') return undefined
  return {
    endpoint: endpoint ?? 'http://localhost:4318',
    sampler: {
      root: rootOf(env.OTEL_TRACES_SAMPLER),
      isParentBased: env.OTEL_TRACES_SAMPLER.startsWith('parentbased_'),
      ratio: env.OTEL_TRACES_SAMPLER_ARG ?? DEFAULT_RATIO,
    },
    scheduleDelayMs: env.OTEL_BSP_SCHEDULE_DELAY,
    maxQueueSize: env.OTEL_BSP_MAX_QUEUE_SIZE,
  }
}
