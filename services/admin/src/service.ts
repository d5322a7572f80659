import { fileURLToPath } from 'node:url'
import type { ServiceDefinition } from '@purple-sector/service-kit'
import { buildAdmin } from './app.ts'
import { type Config, readConfig } from './config.ts'

export const admin: ServiceDefinition<Config> = {
  name: 'admin',
  migrationsDirectory: fileURLToPath(new URL('../migrations', import.meta.url)),
  readConfig,
  build: buildAdmin,
}
