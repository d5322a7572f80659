import { startEmbeddedPostgres } from '@purple-sector/database/embedded'
import { temporaryFolder } from '../temporary-folder.ts'

const ignore = (): void => {}

/**
 * Starts a new Postgres for tests in a temporary folder, without durability. `stop`, or the end of this process,
 * removes everything. `folder` may be used for further temporary files.
 */
export const startTestPostgres = async (): Promise<{ url: string; folder: string; stop(): Promise<void> }> => {
  const folder = await temporaryFolder('test')
  const postgres = await startEmbeddedPostgres({
    dataDir: folder.path,
    maxConnections: 400,
    settings: { fsync: 'off', full_page_writes: 'off', autovacuum_naptime: '1h' },
    log: { debug: ignore, info: ignore, warn: ignore, error: (message) => process.stderr.write(`${message}\n`) },
  })
  const stop = async (): Promise<void> => {
    await postgres.stop()
    await folder.remove()
  }
  return { url: postgres.url, folder: folder.path, stop }
}
