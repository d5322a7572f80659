import { existsSync } from 'node:fs'
import { chmod, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '@purple-sector/database'
import { postgresUrl } from '@purple-sector/testing/databases/postgres-url'
import { runFolder } from '@purple-sector/testing/runs/run-folder'

const PATIENCE_MS = 240_000

/**
 * The data of a product that was started once and stopped, for tests to copy: the first of a run that asks lets them be
 * made, the others wait for it. They know the administrator of the tests, and have no weekend.
 */
export const preparedData = async (make: (dataDir: string) => Promise<void>): Promise<string> => {
  const prepared = join(runFolder(), 'prepared-product')
  const lock = openDatabase({
    url: postgresUrl(),
    schema: 'public',
    maxConnections: 1,
    acquireTimeoutMs: PATIENCE_MS,
    idleInTransactionMs: PATIENCE_MS,
  })
  try {
    await lock.transaction(async (sql) => {
      await sql.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [prepared])
      if (existsSync(prepared)) return
      const draft = `${prepared}.new`
      await rm(draft, { recursive: true, force: true })
      await mkdir(draft)
      // The database has an account of its own where root runs the tests.
      await chmod(draft, 0o755)
      await make(draft)
      await rename(draft, prepared)
    })
    return prepared
  } finally {
    await lock.destroy()
  }
}
