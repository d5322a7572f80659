import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { ConfigError } from './config.ts'
import { silentLogger } from './logger.ts'
import { startTracing } from './start-tracing.ts'

/**
 * Starts tracing in a process of its own, and prints how many modules of OpenTelemetry it has loaded. Those of its API do
 * not count, because prom-client loads them.
 */
const PROGRAM = `
import { registerHooks } from 'node:module'
let loaded = 0
registerHooks({
  load(url, context, nextLoad) {
    if (url.includes('/@opentelemetry/') && !url.includes('/@opentelemetry/api/')) loaded += 1
    return nextLoad(url, context)
  },
})
await import(${JSON.stringify(new URL('./run-service.ts', import.meta.url).href)})
const { startTracing } = await import(${JSON.stringify(new URL('./start-tracing.ts', import.meta.url).href)})
await startTracing('test', process.env, { info() {} })
process.stdout.write(String(loaded))
process.exit(0)
`
const loadedModules = async (env: Record<string, string>): Promise<number> => {
  const args = ['--input-type=module', '--eval', PROGRAM]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { PATH: process.env.PATH, ...env } })
  return Number(stdout)
}

describe('what a process loads', () => {
  test('is nothing of OpenTelemetry while tracing is off', async () => {
    expect(await loadedModules({})).toBe(0)
  })

  test('is the SDK while tracing is on', async () => {
    expect(await loadedModules({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })).toBeGreaterThan(10)
  })
})

test('refuses invalid variables with a message for the operator', async () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector', OTEL_TRACES_SAMPLER_ARG: '2' }
  const starting = startTracing('test', env, silentLogger())
  await expect(starting).rejects.toThrow(ConfigError)
  await expect(starting).rejects.toThrow(/OTEL_EXPORTER_OTLP_ENDPOINT: must be .*\n.*OTEL_TRACES_SAMPLER_ARG: must be/)
})
