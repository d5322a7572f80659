import { createInProcessCache } from '@purple-sector/cache'
import { type Database, openDatabase } from '@purple-sector/database'
import { createJobs } from '@purple-sector/jobs'
import {
  generateIdentityKeys,
  identityVerifier,
  inProcessCalls,
  type Platform,
  type Service,
  type ServiceDefinition,
} from '@purple-sector/service-kit'
import { waitFor } from '../wait-for.ts'

export const internalSecret = 'a secret only the bench knows: 0123456789'

/** A service as in the embedded product, on a bench database, without the other services. */
export type ServiceRun = { database: Database; service: Service; stop(): Promise<void> }

type ServiceEnvironment<Config> = Pick<Platform, 'bus' | 'log'> & {
  config: Config
  adminUrl: string
  databaseUrl: string
  maxConnections: number
  /** Verifies identity tokens; absent: no token is accepted. */
  identityPublicKey?: string | undefined
}

export const startService = async <Config>(
  { name, build }: Pick<ServiceDefinition<Config>, 'name' | 'build'>,
  { config, bus, log, adminUrl, databaseUrl, maxConnections, identityPublicKey }: ServiceEnvironment<Config>,
): Promise<ServiceRun> => {
  const database = openDatabase({ url: databaseUrl, schema: name, maxConnections })
  const jobs = createJobs({ kind: 'postgres', url: adminUrl, schema: 'jobs' }, log)
  const cache = createInProcessCache()
  const platform: Platform = {
    database,
    bus,
    jobs,
    cache,
    calls: inProcessCalls({ caller: name, secret: '', apps: new Map() }), // no other service is installed
    log,
    verifyIdentity: identityVerifier(identityPublicKey ?? generateIdentityKeys().publicKey),
    internalSecret,
  }
  const service = await build(platform, config)
  await service.start()
  await waitFor(name, () => service.isReady())
  return {
    database,
    service,
    async stop() {
      await service.stop()
      await jobs.close()
      await cache.close()
      await database.destroy()
    },
  }
}
