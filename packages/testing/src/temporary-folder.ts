import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Outside of this process group, waiting on a pipe that closes with this process: survives neither Ctrl-C nor `kill
// -9`.
const removalScript = `
cat >/dev/null
pids=$(find "$1" -name postmaster.pid -exec head -n 1 {} \\;)
for pid in $pids; do kill -QUIT "$pid" 2>/dev/null; done
for try in 1 2 3 4 5 6 7 8 9 10; do rm -rf -- "$1" 2>/dev/null; [ -e "$1" ] || exit 0; sleep 0.2; done
`

/**
 * Creates a folder that is removed when this process ends, for any reason, together with every Postgres that serves
 * data inside it. Users without privileges can enter it. `remove` removes it at once; call it when no process uses the
 * folder any more.
 */
export const temporaryFolder = async (name: string): Promise<{ path: string; remove(): Promise<void> }> => {
  const path = await mkdtemp(join(tmpdir(), `purple-sector-${name}-`))
  await chmod(path, 0o755)
  const watcher =
    process.platform === 'win32'
      ? undefined
      : spawn('/bin/sh', ['-c', removalScript, 'sh', path], {
          detached: true,
          stdio: ['pipe', 'ignore', 'ignore'],
          cwd: '/',
        })
  watcher?.unref()
  const remove = async (): Promise<void> => {
    watcher?.kill('SIGKILL')
    await rm(path, { recursive: true, force: true, maxRetries: 5 })
  }
  return { path, remove }
}
