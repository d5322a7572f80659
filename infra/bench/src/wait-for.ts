import { setTimeout as delay } from 'node:timers/promises'

/** Asks again and again, every `pauseMs`, until the answer is yes; throws after `patienceMs`. */
export const waitFor = async (
  what: string,
  isSo: () => Promise<boolean> | boolean,
  patienceMs = 300_000,
  pauseMs = 25,
): Promise<void> => {
  const patience = AbortSignal.timeout(patienceMs)
  while (!(await isSo())) {
    if (patience.aborted) throw new Error(`Waited in vain for ${what}`)
    await delay(pauseMs)
  }
}
