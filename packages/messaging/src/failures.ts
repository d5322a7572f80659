const PERMANENT = Symbol.for('purple-sector.permanent')
const DEFERRED = Symbol.for('purple-sector.unknown-yet')

const marked = (error: unknown, mark: symbol): boolean => error instanceof Error && mark in error

/** Marks an error as one that no retry can mend: the event becomes a dead letter at once. */
export const permanent = (error: Error | string): Error =>
  Object.assign(typeof error === 'string' ? new Error(error) : error, { [PERMANENT]: true })

/** The message of an error and those of its causes, for one line of a log. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? [error.message, ...(error.cause ? [reasonOf(error.cause)] : [])].join(': ') : String(error)

/** For an event that names something not known here yet (its own event is still on the way): retried for 60 s. */
export const deferEvent = (message: string): Error => Object.assign(new Error(message), { [DEFERRED]: true })

/** Whether `permanent` marked it. */
export const isPermanent = (error: unknown): boolean => marked(error, PERMANENT)
/** Whether it came from `unknownYet`. */
export const isDeferred = (error: unknown): boolean => marked(error, DEFERRED)
