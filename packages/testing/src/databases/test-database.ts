import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, migrate, openDatabase, provisionService, serviceUrl } from '@purple-sector/database'
import { kitMigrations } from '@purple-sector/service-kit/data/kit-migrations'
import { postgresUrl } from './postgres-url.ts'

/** A database for one test; `drop` closes the pool and removes it. */
export type TestDatabase = {
  /** Pool of the service's role on its schema. */
  database: Database
  /** The service's own URL of this database. */
  url: string
  /** The superuser's URL of this database. */
  adminUrl: string
  drop(): Promise<void>
}

type Options = {
  /** Name of the service, its role and its schema. */
  service: string
  /** Its migrations; default: only the tables of the kit. */
  migrationsDirectory?: string
  maxConnections?: number
}

/** Password of every service's role: roles belong to the whole server, so all suites of a run share them. */
export const rolePassword = 'test'

/** On a busy machine many concurrent connects take longer than a service would wait for one. */
export const acquireTimeoutMs = 30_000

const onDatabase = (url: string, name: string): string => {
  const target = new URL(url)
  target.pathname = `/${name}`
  return target.href
}

/** Opens a pool of one connection, which keeps an advisory lock until it is released. */
const openAdmin = (url: string): Database =>
  openDatabase({
    url,
    schema: 'public',
    applicationName: 'testing',
    maxConnections: 1,
    acquireTimeoutMs,
    idleConnectionMs: 3_600_000,
    connectionLifetimeMs: 0,
  })

const directoriesOf = ({ migrationsDirectory }: Options): string[] => [
  ...kitMigrations,
  ...(migrationsDirectory === undefined ? [] : [migrationsDirectory]),
]

const fingerprint = (directories: readonly string[]): string => {
  const hash = createHash('sha256')
  for (const directory of directories) {
    hash.update(directory)
    for (const file of readdirSync(directory).sort()) hash.update(file).update(readFileSync(join(directory, file)))
  }
  return hash.digest('hex').slice(0, 12)
}

const migrateTemplate = async (url: string, options: Options): Promise<void> => {
  const { service } = options
  const serviceDatabaseUrl = await provisionService(url, { service, password: rolePassword })
  const database = openDatabase({ url: serviceDatabaseUrl, schema: service, acquireTimeoutMs })
  try {
    await migrate(database, { directories: directoriesOf(options), schema: service })
  } finally {
    await database.destroy()
  }
}

/** Returns the migrated template of a service. The first test file that needs it creates it; all files clone it. */
const ensureTemplate = async (admin: Database, adminUrl: string, options: Options): Promise<string> => {
  const template = `template_${options.service}_${fingerprint(directoriesOf(options))}`
  const exists = async (): Promise<boolean> => (await admin('pg_database').where({ datname: template })).length > 0
  if (await exists()) return template
  await admin.raw('select pg_advisory_lock(hashtextextended(?, 0))', [template])
  try {
    if (await exists()) return template
    const draft = `${template}_draft`
    await admin.raw('drop database if exists ?? with (force)', [draft])
    await admin.raw('create database ??', [draft])
    await migrateTemplate(onDatabase(adminUrl, draft), options)
    await admin.raw('alter database ?? rename to ??', [draft, template])
    return template
  } finally {
    await admin.raw('select pg_advisory_unlock(hashtextextended(?, 0))', [template])
  }
}

/**
 * Creates a migrated database for one test file, cloned from a template in some 20 ms. Call it in `beforeAll`, and
 * `drop` in `afterAll`.
 */
export const createTestDatabase = async (options: Options): Promise<TestDatabase> => {
  const adminUrl = postgresUrl()
  const admin = openAdmin(adminUrl)
  const name = `test_${options.service}_${randomBytes(6).toString('hex')}`
  try {
    const template = await ensureTemplate(admin, adminUrl, options)
    await admin.raw('create database ?? template ?? strategy file_copy', [name, template])
  } finally {
    await admin.destroy()
  }
  const cloneUrl = onDatabase(adminUrl, name)
  const url = serviceUrl(cloneUrl, { service: options.service, password: rolePassword })
  const { service: schema, maxConnections } = options
  const database = openDatabase({ url, schema, maxConnections, acquireTimeoutMs })
  const drop = async (): Promise<void> => {
    await database.destroy()
    const admin = openAdmin(adminUrl)
    await admin.raw('drop database if exists ?? with (force)', [name]).finally(() => admin.destroy())
  }
  return { database, url, adminUrl: cloneUrl, drop }
}
