import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const readText = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const ps = (pid: number, column: string): string =>
  process.platform === 'win32'
    ? ''
    : (spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '')

/**
 * Returns the boot id and start time of a process, which distinguish it from a later one with the same pid.
 *
 * Undefined when no such process runs.
 */
export const identityOf = (pid: number): string | undefined => {
  if (!exists(pid)) return undefined
  const stat = readText(`/proc/${pid}/stat`)
  if (stat === undefined) return ps(pid, 'lstart').trim() || 'running'
  // The command name is in parentheses and may contain spaces: fields are counted after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [isDead, startedAt] = [fields[0] === 'Z' || fields[0] === 'X', fields[19]]
  return isDead ? undefined : `${readText('/proc/sys/kernel/random/boot_id')?.trim()} ${startedAt}`
}

/** Whether the process is a Postgres that serves this cluster, and not another program with a reused pid. */
export const servesCluster = (pid: number, cluster: string): boolean => {
  if (!exists(pid)) return false
  // Another user's process shows only its command line, not its working folder.
  if (process.platform === 'linux') return readText(`/proc/${pid}/cmdline`)?.split('\0').includes(cluster) ?? false
  return process.platform === 'win32' || ps(pid, 'command').includes(cluster)
}
