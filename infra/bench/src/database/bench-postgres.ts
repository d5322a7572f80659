import { fileURLToPath } from 'node:url'
import { type Database, migrate, openDatabase, provisionService, serviceUrl } from '@purple-sector/database'
import { startEmbeddedPostgres } from '@purple-sector/database/embedded'
import { silentLogger } from '@purple-sector/service-kit'
import { kitMigrations } from '@purple-sector/service-kit/data/kit-migrations'
import { temporaryFolder } from '@purple-sector/testing/temporary-folder'
import { postgresCpuMs } from './postgres-cpu.ts'

const PASSWORD = 'bench'

/** One database, with the URLs of the superuser and of a service. */
export type BenchDatabase = { name: string; adminUrl: string; urlOf(service: string): string }

export type BenchPostgres = {
  /** Creates a database with the migrated schemas of these services. */
  create(name: string, services: readonly string[]): Promise<BenchDatabase>
  /** Copies a database that has no connections and no pending writes to disk. */
  copy(original: BenchDatabase, name: string): Promise<BenchDatabase>
  drop(database: BenchDatabase): Promise<void>
  /** Returns the CPU time of its processes so far, in ms. */
  cpuMs(): number
  stop(): Promise<void>
}

const migrationsOf = (service: string): string =>
  fileURLToPath(new URL(`../../../../services/${service}/migrations`, import.meta.url))

/** Starts the embedded Postgres with the product's settings (fsync on), on temporary data. */
export const startBenchPostgres = async (): Promise<BenchPostgres> => {
  const folder = await temporaryFolder('bench')
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path, log: silentLogger() })
  const admin: Database = openDatabase({ url: postgres.url, schema: 'public', maxConnections: 1 })

  const databaseNamed = (name: string): BenchDatabase => {
    const url = new URL(postgres.url)
    url.pathname = `/${name}`
    const adminUrl = url.href
    return { name, adminUrl, urlOf: (service) => serviceUrl(adminUrl, { service, password: PASSWORD }) }
  }

  return {
    async create(name, services) {
      await admin.raw('create database ??', [name])
      const database = databaseNamed(name)
      for (const service of services) {
        const url = await provisionService(database.adminUrl, { service, password: PASSWORD })
        const serviceDatabase = openDatabase({ url, schema: service })
        await migrate(serviceDatabase, {
          directories: [...kitMigrations, migrationsOf(service)],
          schema: service,
        }).finally(() => serviceDatabase.destroy())
      }
      return database
    },

    async copy(original, name) {
      await admin.raw('create database ?? template ?? strategy file_copy', [name, original.name])
      await admin.raw('checkpoint')
      return databaseNamed(name)
    },

    async drop({ name }) {
      await admin.raw('drop database if exists ?? with (force)', [name])
    },

    cpuMs: () => postgresCpuMs(postgres.pid()),

    async stop() {
      await admin.destroy()
      await postgres.stop()
      await folder.remove()
    },
  }
}
