import type { Database } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runPeriodically } from '@purple-sector/service-kit'

const HOUR_MS = 3_600_000

/** Deletes sessions unused for 30 days, browsers unused for a year, and expired tokens and provider sign-ins. */
export const sweepExpired = async (database: Database): Promise<void> => {
  await database('sessions').whereRaw(`last_seen_at < now() - interval '30 days'`).delete()
  await database('devices').whereRaw(`last_used_at < now() - interval '1 year'`).delete()
  await database('one_time_tokens').whereRaw('expires_at < now()').delete()
  await database('oidc_sign_ins').whereRaw('expires_at < now()').delete()
}

/** Sweeps at the start and every hour. */
export const startExpirySweep = (database: Database, log: Logger): BackgroundTask =>
  runPeriodically(HOUR_MS, log, 'sweep of expired rows', () => sweepExpired(database))
