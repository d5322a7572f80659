import type { Database, Transaction } from '@purple-sector/database'
import { hashOf, newSecret } from '../accounts/one-time-tokens.ts'
import { devices } from '../tables.ts'

/** Browsers that an account knows; one more makes it forget the one that was used longest ago. */
const MAX_DEVICES = 50

/** Browsers by the accounts they have signed in to. One browser may know several accounts by one cookie. */
export const deviceRepository = (sql: Database | Transaction) => ({
  /** What is kept of a device cookie, where its browser has signed in to the account of this e-mail before. */
  async knownTo(email: string, secret: string | undefined): Promise<string | undefined> {
    if (secret === undefined) return undefined
    const row = await devices(sql)
      .join('users', 'users.id', 'devices.user_id')
      .where('devices.hash', hashOf(secret))
      .whereRaw('lower(users.email) = lower(?)', [email])
      .first('devices.hash')
    return row?.hash
  },

  /**
   * Notes that a browser has signed in, and answers what its cookie is to say: what it says already where we have given
   * it that, else something new. Hold the user's row before.
   */
  async remember(userId: string, carried: string | undefined): Promise<string> {
    const isOurs =
      carried !== undefined &&
      (await devices(sql)
        .where({ hash: hashOf(carried) })
        .first('hash'))
    const secret = isOurs ? carried : newSecret()
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

  /** The user signs in as from new browsers everywhere. */
  async forget(userId: string): Promise<void> {
    await devices(sql).where({ user_id: userId }).delete()
  },
})
