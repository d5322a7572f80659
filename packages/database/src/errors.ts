const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

const constraintOf = (error: unknown): unknown =>
  error instanceof Error && 'constraint' in error ? error.constraint : undefined

/** Whether Postgres rejected a row because it exists already; `constraint` narrows it to one constraint. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  codeOf(error) === '23505' && (constraint === undefined || constraintOf(error) === constraint)

const CONNECTION_ERROR_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])
/** Messages of pg (a lost connection, a connect timeout) and of knex (an exhausted or closed pool). */
const CONNECTION_ERROR_MESSAGES =
  /Connection terminated|is not queryable|^timeout expired$|Timeout acquiring a connection|Unable to acquire a connection/i

/**
 * Whether the database was unreachable, the connection was lost, or it had no resources left (connections, memory,
 * disk).
 *
 * The request itself is valid and may be repeated later (503).
 */
export const isConnectionFailure = (error: unknown): boolean => {
  const code = codeOf(error)
  if (code === undefined) return error instanceof Error && CONNECTION_ERROR_MESSAGES.test(error.message)
  // Class 08: connection exceptions; class 53: insufficient resources; 57P0x: shutting or starting up.
  return CONNECTION_ERROR_CODES.has(code) || /^(08|53|57P0)/.test(code)
}

/**
 * Whether Postgres aborted one of two conflicting transactions (serialization failure or deadlock); a retry succeeds.
 */
export const isConflictOfTransactions = (error: unknown): boolean =>
  codeOf(error) === '40001' || codeOf(error) === '40P01'
