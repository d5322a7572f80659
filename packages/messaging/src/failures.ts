const PERMANENT = Symbol.for('purple-sector.permanent')
const DEFERRED = Symbol.for('purple-sector.deferred')

const hasMark = (error: unknown, mark: symbol): boolean => error instanceof Error && mark in error

/** Marks an error as permanent: retries cannot help, so the event is dead-lettered at once. */
export const permanent = (error: Error | string): Error =>
  Object.assign(typeof error === 'string' ? new Error(error) : error, { [PERMANENT]: true })

/** Joins the message of an error with those of its causes, for one log line. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? [error.message, ...(error.cause ? [reasonOf(error.cause)] : [])].join(': ') : String(error)

/** Creates the error for an event about an entity that is not replicated yet; the event is retried for 60 s. */
export const deferEvent = (message: string): Error => Object.assign(new Error(message), { [DEFERRED]: true })

/** Whether `permanent` marked the error. */
export const isPermanent = (error: unknown): boolean => hasMark(error, PERMANENT)
/** Whether the error came from `deferEvent`. */
export const isDeferred = (error: unknown): boolean => hasMark(error, DEFERRED)

/** Log levels of a failure that is retried: `warn` at first, `debug` when it repeats for the same reason. */
export type FailureLevels = {
  levelOf(error: unknown): 'warn' | 'debug'
  /** The next failure is new: the work has succeeded. */
  reset(): void
}

export const createFailureLevels = (): FailureLevels => {
  const reasons = new Set<string>()
  return {
    levelOf(error) {
      const reason = reasonOf(error)
      if (reasons.has(reason)) return 'debug'
      reasons.add(reason)
      return 'warn'
    },
    reset: () => reasons.clear(),
  }
}
