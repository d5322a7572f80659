import { startEmbeddedPostgres } from '@purple-sector/database/embedded'
import { temporaryFolder } from '../temporary-folder.ts'

const quiet = (): void => {}

/**
 * A Postgres for tests: fresh, in a temporary folder, without care for power cuts. `stop` ends it and removes
 * everything; so does the end of this process. `folder` has room for what else goes away with it.
 */
export const startTestPostgres = async (): Promise<{ url: string; folder: string; stop(): Promise<void> }> => {
  const folder = await temporaryFolder('test')
  const postgres = await startEmbeddedPostgres({
    dataDir: folder.path,
    maxConnections: 400,
    settings: { fsync: 'off', full_page_writes: 'off', autovacuum_naptime: '1h' },
    log: { debug: quiet, info: quiet, warn: quiet, error: (message) => process.stderr.write(`${message}\n`) },
  })
  const stop = async (): Promise<void> => {
    await postgres.stop()
    await folder.remove()
  }
  return { url: postgres.url, folder: folder.path, stop }
}
