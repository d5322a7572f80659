import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { runAs } from './account.ts'
import type { Binaries } from './binaries.ts'
import type { Place } from './place.ts'
import { servesCluster } from './process-identity.ts'

const run = promisify(execFile)

const STOP_TIMEOUT_MS = 30_000

const pidIn = (file: string): number | undefined => {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || undefined
  } catch {
    return undefined
  }
}

/** True where `pg_ctl` finds a server at work on the cluster. */
const isRunning = (place: Place, binaries: Binaries): Promise<boolean> =>
  run(binaries.pgCtl, ['status', '-D', place.cluster], { cwd: place.home, ...runAs(place.account) }).then(
    () => true,
    () => false,
  )

/**
 * Stops the Postgres that a killed product left behind. A pid file that names a stranger (its number was
 * given to another program since) is put away, and the stranger left alone. Answers whether it stopped one.
 */
export const stopOrphan = async (place: Place, binaries: Binaries, signal: AbortSignal): Promise<boolean> => {
  const pidFile = join(place.cluster, 'postmaster.pid')
  const pid = pidIn(pidFile)
  if (pid === undefined || !(await isRunning(place, binaries))) return false
  if (!servesCluster(pid, place.cluster)) {
    rmSync(pidFile, { force: true })
    return false
  }
  // Waited for here: where the server dies of something else meanwhile, `pg_ctl` would call the stop a failure.
  await run(binaries.pgCtl, ['stop', '-D', place.cluster, '-m', 'fast', '-W'], {
    cwd: place.home,
    ...runAs(place.account),
  }).catch((error) => {
    if (servesCluster(pid, place.cluster)) throw error
  })
  const timeout = AbortSignal.timeout(STOP_TIMEOUT_MS)
  while (servesCluster(pid, place.cluster)) {
    signal.throwIfAborted()
    if (timeout.aborted) throw new Error(`Process ${pid}, an earlier Postgres of ${place.cluster}, does not stop.`)
    await delay(50)
  }
  // One that was killed has left its file; its number may be a stranger's, or a dead process nobody has waited for.
  if (pidIn(pidFile) === pid) rmSync(pidFile, { force: true })
  return true
}
