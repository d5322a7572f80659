import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@purple-sector/database/embedded'

const quiet = (): void => {}

/**
 * Ends Postgres and removes its folder when this process is gone, however it went: it waits on a pipe that
 * closes with us, outside our process group, so neither Ctrl-C nor `kill -9` leaves anything behind.
 */
const watchOver = (folder: string, pid: number | undefined): ChildProcess | undefined => {
  if (process.platform === 'win32' || pid === undefined) return undefined
  const script =
    'cat >/dev/null; kill -QUIT "$1" 2>/dev/null; while kill -0 "$1" 2>/dev/null; do sleep 0.1; done; rm -rf -- "$2"'
  const watcher = spawn('/bin/sh', ['-c', script, 'sh', String(pid), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  })
  watcher.unref()
  return watcher
}

/**
 * A Postgres for tests: fresh, in a temporary folder, without care for power cuts. `stop` ends it and removes
 * everything; so does the end of this process.
 */
export const startTestPostgres = async (): Promise<{ url: string; stop(): Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'purple-sector-test-'))
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    maxConnections: 400,
    settings: { fsync: 'off', full_page_writes: 'off', autovacuum_naptime: '1h' },
    log: { debug: quiet, info: quiet, warn: quiet, error: (message) => process.stderr.write(`${message}\n`) },
  })
  const watcher = watchOver(folder, postgres.pid())
  const stop = async (): Promise<void> => {
    await postgres.stop()
    watcher?.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
  return { url: postgres.url, stop }
}
