import { setTimeout as pause } from 'node:timers/promises'
import { MAX_TURN_MS } from '@purple-sector/service-kit/data/reading-limits'

/**
 * Runs pieces of work; once they have taken `MAX_TURN_MS`, waits as long for other work of the process. A source that
 * floods us so takes half of it at most.
 */
export const takeTurns = () => {
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
