import { setTimeout as pause } from 'node:timers/promises'
import { MAX_TURN_MS } from '@purple-sector/service-kit/data/parsing-limits'

/**
 * Runs work; after `MAX_TURN_MS` of it, pauses as long for other work of the process.
 * A source that floods the process thus gets half of its time at most.
 */
export const throttleWork = () => {
  let workedMs = 0
  return async (work: () => void): Promise<void> => {
    const startedAt = performance.now()
    work()
    workedMs += performance.now() - startedAt
    if (workedMs < MAX_TURN_MS) return
    await pause(workedMs)
    workedMs = 0
  }
}
