import { randomBytes } from 'node:crypto'
import { hash as argonHash, verify as argonVerify } from '@node-rs/argon2'
import type { HashingConfig } from '../config.ts'
import { createConcurrencyLimit, type Line } from './concurrency-limit.ts'

export type Hashing = {
  hash(password: string): Promise<string>
  /** Whether the password belongs to the hash. Without a hash it does the same work and answers false. */
  matches(hash: string | null | undefined, password: string): Promise<boolean>
}

export type Passwords = {
  /**
   * Does what needs hashing when its turn has come. What else it does in the turn is bounded by it, too. Nobody waits
   * for a turn inside a transaction: those whose turn it is may need what it holds.
   */
  afterEarlierStarts<T>(line: Line, work: (hashing: Hashing) => Promise<T>): Promise<T>
}

const WAITING_EACH = 10
/** Less than a gateway waits for an answer. */
const TIMEOUT_MS = 20_000

/**
 * argon2id (RFC 9106), the salt and the cost inside the hash. Hashing takes tens of MiB and a core, so only so many
 * run at once and the rest wait in line.
 */
export const createPasswords = (config: HashingConfig): Passwords => {
  const turn = createConcurrencyLimit({
    places: config.concurrency,
    waiting: config.waiting,
    waitingEach: WAITING_EACH,
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
  return { afterEarlierStarts: (line, work) => turn(line, () => work(hashing)) }
}
