import { fileURLToPath } from 'node:url'
import { buildAdmin, readConfig as readAdminConfig } from '@purple-sector/admin'
import { buildIdentity, readConfig as readIdentityConfig } from '@purple-sector/identity'
import type { Platform, Service } from '@purple-sector/service-kit'
import { buildTipping, readConfig as readTippingConfig } from '@purple-sector/tipping'
import { buildWeekends, readConfig as readWeekendsConfig } from '@purple-sector/weekends'

type EmbeddedService = {
  /** Also the name of its schema and role. */
  name: string
  migrations: string
  build(platform: Platform, environment: NodeJS.ProcessEnv): Promise<Service>
}

const migrationsOf = (name: string): string =>
  fileURLToPath(new URL(`../../../services/${name}/migrations`, import.meta.url))

/** Every service of the embedded way: the same code as its own `main.ts`. A new service is a new row. */
export const embeddedServices: EmbeddedService[] = [
  {
    name: 'identity',
    migrations: migrationsOf('identity'),
    build: (platform, environment) => buildIdentity(platform, readIdentityConfig(environment)),
  },
  {
    name: 'weekends',
    migrations: migrationsOf('weekends'),
    build: (platform, environment) => buildWeekends(platform, readWeekendsConfig(environment)),
  },
  {
    name: 'tipping',
    migrations: migrationsOf('tipping'),
    build: (platform, environment) => buildTipping(platform, readTippingConfig({ ...environment, SCORING: 'here' })),
  },
  {
    name: 'admin',
    migrations: migrationsOf('admin'),
    build: (platform, environment) => buildAdmin(platform, readAdminConfig(environment)),
  },
]
