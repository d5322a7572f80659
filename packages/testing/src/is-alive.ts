import { readFileSync } from 'node:fs'

/** True while a process runs. One that has ended and only waits for somebody to take note of it does not. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    // No Linux: there the parent takes note at once.
    return true
  }
}
