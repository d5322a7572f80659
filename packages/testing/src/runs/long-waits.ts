import { vi } from 'vitest'

/*
 * `expect.poll` reads its timeout from the configuration, but `vi.waitFor` and `vi.waitUntil` default to one second. Loaded
 * before every test file: without an explicit timeout they use that of `expect.poll`.
 */
const TIMEOUT_MS = 30_000

/** Flag on `vi`, which the files of a process share: the patch is applied once. */
const isLongWait = Symbol.for('purple-sector.long-waits')
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
