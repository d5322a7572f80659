import { vi } from 'vitest'

/*
 * What `expect.poll` takes from the configuration, `vi.waitFor` and `vi.waitUntil` take from nowhere: left to themselves
 * they wait for one second. Loaded before every test file: who names no limit has that of `expect.poll`.
 */
const TIMEOUT_MS = 30_000

/** Left on `vi`, which the files of a process share: it is seen to once. */
const isLongWait = Symbol.for('purple-sector.patient-waits')
const waits: Pick<typeof vi, 'waitFor' | 'waitUntil'> & { [isLongWait]?: true } = vi

if (!waits[isLongWait]) {
  const { waitFor, waitUntil } = vi
  type Limit = Parameters<typeof waitFor>[1]
  const longTimeout = (limit: Limit = {}): Limit =>
    typeof limit === 'number' ? limit : { ...limit, timeout: limit.timeout ?? TIMEOUT_MS }
  waits.waitFor = (callback, limit) => waitFor(callback, longTimeout(limit))
  waits.waitUntil = (callback, limit) => waitUntil(callback, longTimeout(limit))
  waits[isLongWait] = true
}
