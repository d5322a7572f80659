import { currentTraceId } from '@purple-sector/telemetry/trace'
import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/** Redacted fields, within the first three levels of a line. */
const SECRETS = ['password', 'currentPassword', 'token', 'cookie', 'authorization']

/** Adds the trace id of the current request, event or task to every line. */
const traceField = (): { traceId?: string } => {
  const traceId = currentTraceId()
  return traceId === undefined ? {} : { traceId }
}

/**
 * Creates a logger that writes one JSON line per record to stdout. `error` means that an operator must act.
 *
 * Secrets are redacted. Pass no service if one process runs many services: each gets a child logger with its name.
 */
export const createLogger = (service: string | undefined, level = 'info', destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: service === undefined ? {} : { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: SECRETS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      mixin: traceField,
    },
    destination,
  )

/** Returns a logger without output, for tests and tools. */
export const silentLogger = (): Logger => pino({ level: 'silent' })
