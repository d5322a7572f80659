import type { Database, Transaction } from '@purple-sector/database'
import { hashOf, newSecret } from '../accounts/one-time-token-repository.ts'
import { devices } from '../tables.ts'

/** Maximum of known browsers per account; the least recently used one is deleted. */
const MAX_DEVICES = 50

/** Browsers and the accounts they have signed in to. One device cookie may belong to several accounts. */
export const deviceRepository = (sql: Database | Transaction) => ({
  /** Returns the hash of a device cookie if its browser has signed in to the account with this address before. */
  async findHash(email: string, secret: string | undefined): Promise<string | undefined> {
    if (secret === undefined) return undefined
    const row = await devices(sql)
      .join('users', 'users.id', 'devices.user_id')
      .where('devices.hash', hashOf(secret))
      .whereRaw('lower(users.email) = lower(?)', [email])
      .first('devices.hash')
    return row?.hash
  },

  /**
   * Records the sign-in of a browser and returns the value of its device cookie.
   * Returns the value that the browser sent if this service issued it, otherwise a new one. Lock the user's row first.
   */
  async recordSignIn(userId: string, sentSecret: string | undefined): Promise<string> {
    const isIssuedHere =
      sentSecret !== undefined &&
      (await devices(sql)
        .where({ hash: hashOf(sentSecret) })
        .first('hash'))
    const secret = isIssuedHere ? sentSecret : newSecret()
    await devices(sql)
      .insert({ hash: hashOf(secret), user_id: userId })
      .onConflict(['hash', 'user_id'])
      .merge({ last_used_at: sql.raw('now()') })
    await devices(sql)
      .where({ user_id: userId })
      .whereIn('hash', (surplus) =>
        surplus
          .from('devices')
          .where({ user_id: userId })
          .orderBy('last_used_at', 'desc')
          .offset(MAX_DEVICES)
          .select('hash'),
      )
      .delete()
    return secret
  },

  /** Deletes all known browsers of a user. */
  async deleteAll(userId: string): Promise<void> {
    await devices(sql).where({ user_id: userId }).delete()
  },
})
