import { createHash, randomBytes } from 'node:crypto'
import type { Database, Transaction } from '@purple-sector/database'
import { oneTimeTokenRows, type Purpose } from '../tables.ts'

/** Lifetime of a mailed link (docs/api/identity.md). */
const LIFETIME: Record<Purpose, string> = { verify: '24 hours', reset: '1 hour' }

/** Creates a random secret of 256 bits that is safe in a URL. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Hashes a secret for storage. It has 256 bits of entropy, so a plain SHA-256 is enough. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Tokens of mailed links, each valid once. */
export const oneTimeTokens = (sql: Database | Transaction) => ({
  async issue(purpose: Purpose, userId: string): Promise<string> {
    const token = newSecret()
    await oneTimeTokenRows(sql).insert({
      hash: hashOf(token),
      purpose,
      user_id: userId,
      expires_at: sql.raw('now() + ?::interval', [LIFETIME[purpose]]),
    })
    return token
  },

  /** Returns the owner of a valid token, without redeeming it. */
  async ownerOf(purpose: Purpose, token: string): Promise<string | undefined> {
    const row = await oneTimeTokenRows(sql)
      .where({ hash: hashOf(token), purpose })
      .whereRaw('expires_at > now()')
      .first('user_id')
    return row?.user_id
  },

  /**
   * Redeems a token: true for one caller only. Lock the account first, as every transaction does that revokes tokens.
   */
  async redeem(purpose: Purpose, token: string): Promise<boolean> {
    const used = await oneTimeTokenRows(sql)
      .where({ hash: hashOf(token), purpose })
      .whereRaw('expires_at > now()')
      .delete()
    return used === 1
  },

  /** Revokes a user's tokens. */
  async revoke(userId: string, purposes: readonly Purpose[]): Promise<void> {
    await oneTimeTokenRows(sql).where({ user_id: userId }).whereIn('purpose', purposes).delete()
  },
})
