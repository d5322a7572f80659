import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '@purple-sector/database'
import { postgresUrl } from '@purple-sector/testing/databases/postgres-url'
import { runFolder } from '@purple-sector/testing/runs/run-folder'
import { temporaryFolder } from '@purple-sector/testing/temporary-folder'
import { type ProductProcess, startNewProduct, startProductIn } from './product-process.ts'

const TIMEOUT_MS = 240_000

const makeData = async (DATA_DIR: string): Promise<void> => {
  const product = await startNewProduct({ DATA_DIR })
  await product.dispose()
  // Each copy finds a port of its own.
  await rm(join(DATA_DIR, 'postgres', 'port'), { force: true })
}

/**
 * The data of a product that was started once and stopped, to copy: the first of a run that asks makes them, the others wait
 * for it. They know the administrator of the tests, and have no weekend.
 */
const preparedData = async (): Promise<string> => {
  const prepared = join(runFolder(), 'prepared-product')
  const lock = openDatabase({
    url: postgresUrl(),
    schema: 'public',
    maxConnections: 1,
    acquireTimeoutMs: TIMEOUT_MS,
    idleInTransactionMs: TIMEOUT_MS,
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
      await makeData(draft)
      await rename(draft, prepared)
    })
    return prepared
  } finally {
    await lock.destroy()
  }
}

/** Starts the product without a weekend, with the administrator of the tests; most of its first start was done before. */
export const startProductProcess = async (settings: Record<string, string> = {}): Promise<ProductProcess> => {
  const prepared = await preparedData()
  const folder = await temporaryFolder('embedded')
  // With their owners, which are several where root runs the tests.
  await promisify(execFile)('cp', ['-a', `${prepared}/.`, folder.path])
  return startProductIn(folder, settings)
}
