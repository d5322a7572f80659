import type { Transaction } from '@purple-sector/database'

/** The loops of this process by the configuration object of their database, which its transactions share. */
const loops = new WeakMap<object, Set<() => void>>()

/** Lets commits on this database wake a loop; answers how to end that. */
export const registerTelling = (config: object, wake: () => void): (() => void) => {
  const ofDatabase = loops.get(config) ?? new Set()
  loops.set(config, ofDatabase.add(wake))
  return () => void ofDatabase.delete(wake)
}

const outermost = (sql: Transaction): Transaction =>
  sql.parentTransaction === undefined ? sql : outermost(sql.parentTransaction)

/** Wakes this process's loop once the transaction has committed. Without it, notifications are told within a second. */
export const tellAfterCommit = (sql: Transaction): void => {
  const transaction = outermost(sql)
  const wakeAll = (): void => {
    for (const wake of loops.get(transaction.client.config) ?? []) wake()
  }
  transaction.executionPromise.then(wakeAll, () => {})
}
