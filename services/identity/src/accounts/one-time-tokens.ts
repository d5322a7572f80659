import { createHash, randomBytes } from 'node:crypto'
import type { Database, Transaction } from '@purple-sector/database'
import { oneTimeTokenRows, type Purpose } from '../tables.ts'

/** How long a mailed link works (docs/contract.md, Accounts). */
const LIFE: Record<Purpose, string> = { verify: '24 hours', reset: '1 hour' }

/** 256 bits nobody can guess, safe in an address. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** What is kept of a secret. It has 256 bits of its own, so a plain SHA-256 is enough. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Links that work once. */
export const oneTimeTokens = (sql: Database | Transaction) => ({
  async issue(purpose: Purpose, userId: string): Promise<string> {
    const token = newSecret()
    await oneTimeTokenRows(sql).insert({
      hash: hashOf(token),
      purpose,
      user_id: userId,
      expires_at: sql.raw('now() + ?::interval', [LIFE[purpose]]),
    })
    return token
  },

  /** Whose link it is while it still works; asking does not use it up. */
  async ownerOf(purpose: Purpose, token: string): Promise<string | undefined> {
    const row = await oneTimeTokenRows(sql)
      .where({ hash: hashOf(token), purpose })
      .whereRaw('expires_at > now()')
      .first('user_id')
    return row?.user_id
  },

  /** Uses it up: true for one caller only. Hold the account before, as everybody does who also withdraws links. */
  async redeem(purpose: Purpose, token: string): Promise<boolean> {
    const used = await oneTimeTokenRows(sql)
      .where({ hash: hashOf(token), purpose })
      .whereRaw('expires_at > now()')
      .delete()
    return used === 1
  },

  /** Takes back what was mailed to a user. */
  async withdraw(userId: string, purposes: readonly Purpose[]): Promise<void> {
    await oneTimeTokenRows(sql).where({ user_id: userId }).whereIn('purpose', purposes).delete()
  },
})
