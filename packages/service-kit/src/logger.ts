import { currentTraceId } from '@purple-sector/messaging/trace'
import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/** Fields whose values are nobody's business, wherever in the first three levels of a line they stand. */
const SECRETS = ['password', 'currentPassword', 'token', 'cookie', 'authorization']

/** Every line of a request, an event or a task says which trace it belongs to. */
const traced = (): { traceId?: string } => {
  const traceId = currentTraceId()
  return traceId === undefined ? {} : { traceId }
}

/**
 * One JSON line per record on stdout. `error` means somebody must act. Secrets never reach a line. Where one process
 * runs many services there is none to name: each gets a child that names it.
 */
export const createLogger = (service: string | undefined, level = 'info', to?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: service === undefined ? {} : { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: SECRETS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      mixin: traced,
    },
    to,
  )

/** A log that keeps quiet, for tests and tools. */
export const silentLogger = (): Logger => pino({ level: 'silent' })
