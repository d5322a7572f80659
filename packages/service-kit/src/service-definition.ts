import type { ServiceName } from '@purple-sector/contracts/services'
import type { Platform, Service } from './platform.ts'
import type { Settings } from './settings.ts'

/** Describes a service once, for the list of services, the product and tests. */
export type ServiceDefinition<Config = unknown> = {
  /** Also its folder under `services`, its schema and role, and the owner of its events. */
  name: ServiceName
  migrationsDirectory: string
  /** The variables that `readConfig` reads. */
  settings: Settings
  /** Reads its settings. Throws a `ConfigError` that names the missing or invalid settings. */
  readConfig(env: NodeJS.ProcessEnv): Config
  /** Preloads the code that `build` would load. */
  load?(): Promise<unknown>
  build(platform: Platform, config: Config): Promise<Service>
  /** Processes besides `src/main.ts`, each named like its file: `scoring-worker` is `src/scoring-worker.ts`. */
  workers?: readonly string[]
}
