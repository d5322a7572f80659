import { telemetrySchema, telemetrySettings } from '@purple-sector/telemetry/settings'
import { readEnvironment } from './config.ts'
import type { Logger } from './logger.ts'

/**
 * Starts tracing if the `OTEL_*` variables turn it on (docs/tracing.md); else nothing of OpenTelemetry is loaded. Call
 * it before services are built. Returns the stop, which sends the last spans within 1.5 s. Throws a `ConfigError` that
 * lists invalid variables.
 */
export const startTracing = async (
  processName: string,
  env: NodeJS.ProcessEnv,
  log: Logger,
): Promise<() => Promise<void>> => {
  const settings = telemetrySettings(readEnvironment(telemetrySchema, env))
  if (!settings) return async () => {}
  const { startSdk } = await import('@purple-sector/telemetry/sdk')
  return startSdk(settings, processName, log)
}
