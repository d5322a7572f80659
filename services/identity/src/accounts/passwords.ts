import { randomBytes } from 'node:crypto'
import { hash as argonHash, verify as argonVerify } from '@node-rs/argon2'
import type { HashingConfig } from '../config.ts'
import { createConcurrencyLimit, type QueueOwner } from './concurrency-limit.ts'

export type Hashing = {
  hash(password: string): Promise<string>
  /** Whether the password matches the hash. Without a hash it takes the same time and returns false. */
  matches(hash: string | null | undefined, password: string): Promise<boolean>
}

export type Passwords = {
  /**
   * Queues work that needs hashing; all of the work counts against the limit.
   * Do not wait for a slot inside a transaction: the work in the slot may need its locks.
   */
  withSlot<T>(owner: QueueOwner, work: (hashing: Hashing) => Promise<T>): Promise<T>
}

const QUEUE_LIMIT_PER_OWNER = 10
/** Shorter than the gateway's timeout. */
const TIMEOUT_MS = 20_000

/**
 * Creates argon2id hashing (RFC 9106; salt and cost are part of the hash).
 * Hashing takes tens of MiB and a core, so its concurrency is limited and further work is queued.
 */
export const createPasswords = (config: HashingConfig): Passwords => {
  const limitConcurrency = createConcurrencyLimit({
    concurrency: config.concurrency,
    queueLimit: config.queueLimit,
    queueLimitPerOwner: QUEUE_LIMIT_PER_OWNER,
    timeoutMs: TIMEOUT_MS,
  })
  const cost = { memoryCost: config.memoryKib, timeCost: config.passes, parallelism: config.lanes }
  const decoy = argonHash(randomBytes(32), cost)
  decoy.catch(() => {})
  const hashing: Hashing = {
    hash: (password) => argonHash(password, cost),
    matches: async (hash, password) => {
      const isRight = await argonVerify(hash ?? (await decoy), password)
      return isRight && typeof hash === 'string'
    },
  }
  return { withSlot: (owner, work) => limitConcurrency(owner, () => work(hashing)) }
}
