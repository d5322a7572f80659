import { createInProcessCache } from '@purple-sector/cache'
import { type Database, openDatabase } from '@purple-sector/database'
import { engagement } from '@purple-sector/engagement'
import { createJobs } from '@purple-sector/jobs'
import { generateIdentityKeys, identityVerifier, inProcessCalls, type Platform } from '@purple-sector/service-kit'
import { pino } from 'pino'
import type { BenchDatabase } from '../database/bench-postgres.ts'
import { waitFor } from '../wait-for.ts'
import type { TippingRun } from './tipping-run.ts'

/** Engagement beside tipping, on the same bus, with all other services silent. */
export type EngagementRun = { database: Database; stop(): Promise<void> }

export const startEngagement = async (
  { bus }: Pick<TippingRun, 'bus'>,
  place: Pick<BenchDatabase, 'adminUrl' | 'urlOf'>,
): Promise<EngagementRun> => {
  const log = pino({ level: 'error' }, { write: (line: string) => void process.stderr.write(line) })
  const database = openDatabase({ url: place.urlOf('engagement'), schema: 'engagement', maxConnections: 10 })
  const jobs = createJobs({ kind: 'postgres', url: place.adminUrl, schema: 'jobs' }, log)
  const cache = createInProcessCache()
  const platform: Platform = {
    database,
    bus,
    jobs,
    cache,
    calls: inProcessCalls({ caller: 'engagement', secret: '', apps: new Map() }),
    log,
    verifyIdentity: identityVerifier(generateIdentityKeys().publicKey),
    internalSecret: 'a secret only the bench knows: 9876543210',
  }
  const service = await engagement.build(platform, engagement.readConfig({}))
  await service.start()
  await waitFor('engagement', () => service.isReady())
  return {
    database,
    async stop() {
      await service.stop()
      await jobs.close()
      await cache.close()
      await database.destroy()
    },
  }
}
