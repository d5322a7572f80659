import { type Logger, pino } from 'pino'

export type { Logger }

/** One JSON line per record on stdout. `error` means somebody must act. Secrets never reach a line. */
export const createLogger = (service: string, level = 'info'): Logger =>
  pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['*.password', '*.currentPassword', '*.token', '*.cookie', '*.authorization'],
  })

/** A log that keeps quiet, for tests and tools. */
export const silentLogger = (): Logger => pino({ level: 'silent' })
