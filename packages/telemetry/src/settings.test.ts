import { describe, expect, test } from 'vitest'
import { telemetrySchema, telemetrySettings } from './settings.ts'

const settingsOf = (env: Record<string, string>) => telemetrySettings(telemetrySchema.parse(env))
const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }

describe('tracing is off', () => {
  test.each([
    ['without a setting', {}],
    ['without an exporter', { ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }],
    ['while the SDK is disabled', { ...ENDPOINT, OTEL_SDK_DISABLED: 'true' }],
    ['with a sampler alone', { OTEL_TRACES_SAMPLER: 'always_on' }],
  ])('%s', (_when, env) => expect(settingsOf(env)).toBeUndefined())
})

describe('tracing is on', () => {
  test('with an endpoint, for one trace of a hundred and by the parent', () => {
    expect(settingsOf(ENDPOINT)).toMatchObject({
      endpoint: 'http://collector:4318',
      sampler: { root: 'traceidratio', isParentBased: true, ratio: 0.01 },
    })
  })

  test('with the exporter alone, for a collector on the same machine', () => {
    expect(settingsOf({ OTEL_TRACES_EXPORTER: 'otlp' })).toMatchObject({ endpoint: 'http://localhost:4318' })
  })

  test.each([
    ['always_on', { root: 'always_on', isParentBased: false }],
    ['parentbased_always_off', { root: 'always_off', isParentBased: true }],
    ['traceidratio', { root: 'traceidratio', isParentBased: false, ratio: 0.5 }],
  ])('with the sampler %s', (name, sampler) => {
    expect(settingsOf({ ...ENDPOINT, OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: '0.5' })).toMatchObject({
      sampler,
    })
  })
})

test.each([
  ['OTEL_TRACES_EXPORTER', 'zipkin', 'must be otlp or none'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'must be an http or https URL'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'must be http/protobuf, which collectors take on port 4318'],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote', expect.stringContaining('must be one of always_on')],
  ['OTEL_TRACES_SAMPLER_ARG', '1%', 'must be a number'],
  ['OTEL_TRACES_SAMPLER_ARG', '5', 'must be from 0 to 1'],
])('refuses %s=%s with a clear message', (name, value, message) => {
  const { error } = telemetrySchema.safeParse({ [name]: value })
  expect(error?.issues).toMatchObject([{ path: [name], message }])
})
