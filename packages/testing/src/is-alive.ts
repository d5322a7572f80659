import { readFileSync } from 'node:fs'

/** Whether a process runs. A zombie, which has ended but was not reaped, does not. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    // Not Linux: the parent reaps it immediately.
    return true
  }
}
