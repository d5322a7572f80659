import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { runAs } from './account.ts'
import type { Binaries } from './binaries.ts'
import type { DataLocation } from './data-location.ts'
import { servesCluster } from './process-identity.ts'

const run = promisify(execFile)

const STOP_TIMEOUT_MS = 30_000

const readPid = (file: string): number | undefined => {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || undefined
  } catch {
    return undefined
  }
}

/** Whether `pg_ctl` finds a server running on the cluster. */
const isRunning = (location: DataLocation, binaries: Binaries): Promise<boolean> =>
  run(binaries.pgCtl, ['status', '-D', location.cluster], { cwd: location.home, ...runAs(location.account) }).then(
    () => true,
    () => false,
  )

/**
 * Stops the Postgres that a killed product left running; returns whether there was one.
 *
 * A pid file whose number now belongs to another program is removed, and that program is not touched.
 */
export const stopOrphan = async (location: DataLocation, binaries: Binaries, signal: AbortSignal): Promise<boolean> => {
  const pidFile = join(location.cluster, 'postmaster.pid')
  const pid = readPid(pidFile)
  if (pid === undefined || !(await isRunning(location, binaries))) return false
  if (!servesCluster(pid, location.cluster)) {
    rmSync(pidFile, { force: true })
    return false
  }
  // `-W` and a loop of our own: `pg_ctl` would report failure if the server died for another reason meanwhile.
  await run(binaries.pgCtl, ['stop', '-D', location.cluster, '-m', 'fast', '-W'], {
    cwd: location.home,
    ...runAs(location.account),
  }).catch((error) => {
    if (servesCluster(pid, location.cluster)) throw error
  })
  const timeout = AbortSignal.timeout(STOP_TIMEOUT_MS)
  while (servesCluster(pid, location.cluster)) {
    signal.throwIfAborted()
    if (timeout.aborted) throw new Error(`Process ${pid}, an earlier Postgres of ${location.cluster}, does not stop.`)
    await delay(50)
  }
  // A killed server leaves its pid file; the number may belong to another program or to a zombie process.
  if (readPid(pidFile) === pid) rmSync(pidFile, { force: true })
  return true
}
