import type { Transaction } from './open-database.ts'

export const outermost = (sql: Transaction): Transaction =>
  sql.parentTransaction === undefined ? sql : outermost(sql.parentTransaction)

/** Runs `run` once the outermost transaction has committed; never after a rollback or if the process ends before. */
export const afterCommit = (sql: Transaction, run: () => void): void => {
  outermost(sql).executionPromise.then(run, () => {})
}
