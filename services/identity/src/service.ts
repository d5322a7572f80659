import { fileURLToPath } from 'node:url'
import type { ServiceDefinition } from '@purple-sector/service-kit'
import { buildIdentity } from './app.ts'
import { type IdentityConfig, readConfig } from './config.ts'

export const identity: ServiceDefinition<IdentityConfig> = {
  name: 'identity',
  migrationsDirectory: fileURLToPath(new URL('../migrations', import.meta.url)),
  readConfig,
  build: buildIdentity,
}
