import type { Database } from '@purple-sector/database'

/** Deletes sessions unused for 30 days, browsers unused for a year, and expired tokens and provider sign-ins. */
export const deleteExpired = async (database: Database): Promise<void> => {
  await database('sessions').whereRaw(`last_seen_at < now() - interval '30 days'`).delete()
  await database('devices').whereRaw(`last_used_at < now() - interval '1 year'`).delete()
  await database('one_time_tokens').whereRaw('expires_at < now()').delete()
  await database('oidc_sign_ins').whereRaw('expires_at < now()').delete()
}
