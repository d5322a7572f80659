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
  // Each copy chooses a free port.
  await rm(join(DATA_DIR, 'postgres', 'port'), { force: true })
}

/**
 * Returns the data of a product that was started once and stopped, to be copied.
 * The first caller of a run creates them, the others wait. They contain the administrator of the tests and no weekend.
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
      // When root runs the tests, the database runs as another user.
      await chmod(draft, 0o755)
      await makeData(draft)
      await rename(draft, prepared)
    })
    return prepared
  } finally {
    await lock.destroy()
  }
}

/** Starts the product without a weekend, with the administrator of the tests, from prepared data. */
export const startProductProcess = async (settings: Record<string, string> = {}): Promise<ProductProcess> => {
  const prepared = await preparedData()
  const folder = await temporaryFolder('embedded')
  // Copies owners, too: several users own the files when root runs the tests.
  await promisify(execFile)('cp', ['-a', `${prepared}/.`, folder.path])
  return startProductIn(folder, settings)
}
