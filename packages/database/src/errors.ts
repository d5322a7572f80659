const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

const constraintOf = (error: unknown): unknown =>
  error instanceof Error && 'constraint' in error ? error.constraint : undefined

/** True where Postgres refused a row because it exists already; `constraint` narrows it to one rule. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  codeOf(error) === '23505' && (constraint === undefined || constraintOf(error) === constraint)

const lostByNode = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])
/** Said by pg (a lost connection; one that was not made in time), by knex (a full pool; one that is closed). */
const lostByMessage =
  /Connection terminated|is not queryable|^timeout expired$|Timeout acquiring a connection|Unable to acquire a connection/i

/**
 * True where the database could not be reached, went away, or had nothing left to work with (connections, memory, disk):
 * the request may be repeated later (503), nothing is wrong with it.
 */
export const isConnectionFailure = (error: unknown): boolean => {
  const code = codeOf(error)
  if (code === undefined) return error instanceof Error && lostByMessage.test(error.message)
  // Class 08: connection exceptions; class 53: insufficient resources; 57P0x: shutting or starting up.
  return lostByNode.has(code) || /^(08|53|57P0)/.test(code)
}

/** True where Postgres ended one of two transactions that stood in each other's way: run again, it succeeds. */
export const isConflictOfTransactions = (error: unknown): boolean =>
  codeOf(error) === '40001' || codeOf(error) === '40P01'
