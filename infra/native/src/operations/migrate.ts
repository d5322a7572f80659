import { migrate, openDatabase, provisionService } from '@purple-sector/database'
import { ensureTopics } from '@purple-sector/messaging/kafka'
import { services } from '@purple-sector/product'
import { passwordVariable } from '@purple-sector/product/processes'
import { ConfigError, readEnvironment } from '@purple-sector/service-kit/config'
import { kitMigrations } from '@purple-sector/service-kit/data/kit-migrations'
import { createLogger, type Logger } from '@purple-sector/service-kit/logger'
import type { ServiceDefinition } from '@purple-sector/service-kit/service-definition'
import { z } from 'zod'
import { explainFailure } from './migration-failure.ts'

const password = z.string({ error: 'is needed (password of the role of that service)' }).min(1)

const schema = z.object({
  DATABASE_URL: z.string({ error: "is needed (the superuser's postgres://…)" }),
  KAFKA_BROKERS: z
    .string({ error: 'is needed (host:port, comma-separated)' })
    .transform((list) => list.split(',').map((broker) => broker.trim())),
  KAFKA_REPLICATION: z.coerce.number().int().min(1).max(100).default(1),
})
const passwords = z.object(Object.fromEntries(services.map(({ name }) => [passwordVariable(name), password])))

/** Missing settings of both schemas are reported together. */
const readSettings = (env: NodeJS.ProcessEnv) => {
  readEnvironment(z.object({ ...passwords.shape, ...schema.shape }), env)
  return { ...readEnvironment(schema, env), passwords: readEnvironment(passwords, env) }
}

const migrateService = async (
  { name, migrationsDirectory }: ServiceDefinition,
  adminUrl: string,
  password: string,
  log: Logger,
): Promise<void> => {
  const url = await provisionService(adminUrl, { service: name, password })
  const database = openDatabase({ url, schema: name, maxConnections: 2 })
  try {
    const applied = await migrate(database, { directories: [...kitMigrations, migrationsDirectory], schema: name })
    log.info({ event: 'migration.completed', schema: name, applied }, 'Schema is up to date')
  } finally {
    await database.destroy()
  }
}

const log = createLogger('migrate', process.env.LOG_LEVEL || 'info')

/**
 * Creates roles, schemas and topics and runs migrations, before every start of the distributed product.
 * Idempotent.
 */
const main = async (): Promise<void> => {
  const settings = readSettings(process.env)
  for (const service of services) {
    const password = settings.passwords[passwordVariable(service.name)] ?? ''
    await migrateService(service, settings.DATABASE_URL, password, log)
  }
  const connection = { brokers: settings.KAFKA_BROKERS, clientId: 'migrate', log }
  await ensureTopics(
    connection,
    services.map(({ name }) => name),
    { replication: settings.KAFKA_REPLICATION },
  )
  log.info({ event: 'migration.topics_ensured' }, 'Kafka topics exist')
}

try {
  await main()
} catch (error) {
  const explanation = error instanceof ConfigError ? error.message : explainFailure(error)
  if (explanation !== undefined) process.stderr.write(`migrate: ${explanation}\n`)
  else log.fatal({ event: 'migration.failed', err: error }, 'Migration failed')
  process.exitCode = 1
}
