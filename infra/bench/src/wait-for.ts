import { setTimeout as delay } from 'node:timers/promises'

/** Polls every `pauseMs` until the condition is true; throws after `timeoutMs`. */
export const waitFor = async (
  what: string,
  condition: () => Promise<boolean> | boolean,
  timeoutMs = 300_000,
  pauseMs = 25,
): Promise<void> => {
  const timeout = AbortSignal.timeout(timeoutMs)
  while (!(await condition())) {
    if (timeout.aborted) throw new Error(`Timed out waiting for ${what}`)
    await delay(pauseMs)
  }
}
