import type { Transaction } from './open-database.ts'

export const outermost = (sql: Transaction): Transaction =>
  sql.parentTransaction === undefined ? sql : outermost(sql.parentTransaction)

/** Runs once the outermost transaction has committed; never where it is rolled back, or its process ends before. */
export const afterCommit = (sql: Transaction, run: () => void): void => {
  outermost(sql).executionPromise.then(run, () => {})
}
