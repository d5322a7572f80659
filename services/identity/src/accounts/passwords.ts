import { randomBytes } from 'node:crypto'
import { hash as argonHash, verify as argonVerify } from '@node-rs/argon2'
import type { HashingConfig } from '../config.ts'
import { createTurnstile } from './turnstile.ts'

/** Surrounds a check of a password with more that has to happen in the same turn. */
export type Guard = (check: () => Promise<boolean>) => Promise<boolean>

export type Passwords = {
  hash(password: string): Promise<string>
  /** Whether the password belongs to the hash. Without a hash it does the same work and answers false. */
  matches(hash: string | null | undefined, password: string, guard?: Guard): Promise<boolean>
}

/**
 * argon2id (RFC 9106), the salt and the cost inside the hash. Hashing takes tens of MiB and a core, so only so many
 * run at once and the rest wait in line.
 */
export const createPasswords = (config: HashingConfig): Passwords => {
  const turn = createTurnstile({ places: config.concurrency, waiting: config.waiting })
  const cost = { memoryCost: config.memoryKib, timeCost: config.passes, parallelism: config.lanes }
  const decoy = argonHash(randomBytes(32), cost)
  decoy.catch(() => {})
  return {
    hash: (password) => turn(() => argonHash(password, cost)),
    matches: (hash, password, guard = (check) => check()) =>
      turn(() =>
        guard(async () => {
          const isRight = await argonVerify(hash ?? (await decoy), password)
          return isRight && typeof hash === 'string'
        }),
      ),
  }
}
