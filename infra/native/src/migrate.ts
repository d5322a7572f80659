import { join } from 'node:path'
import { migrate, openDatabase, provisionService } from '@purple-sector/database'
import { ensureTopics } from '@purple-sector/messaging/kafka'
import { ConfigError, readEnvironment } from '@purple-sector/service-kit/config'
import { kitMigrations } from '@purple-sector/service-kit/kit-migrations'
import { createLogger, type Logger } from '@purple-sector/service-kit/logger'
import { z } from 'zod'
import { type DatabaseService, databaseServices } from './product-processes.ts'
import { repositoryRoot } from './repository-root.ts'

const password = z.string({ error: 'is needed (password of the role of that service)' }).min(1)

const schema = z.object({
  DATABASE_URL: z.string({ error: "is needed (the superuser's postgres://…)" }),
  KAFKA_BROKERS: z.string({ error: 'is needed (host:port, comma-separated)' }),
  KAFKA_REPLICATION: z.coerce.number().int().min(1).max(100).default(1),
  IDENTITY_DATABASE_PASSWORD: password,
  WEEKENDS_DATABASE_PASSWORD: password,
  TIPPING_DATABASE_PASSWORD: password,
  ADMIN_DATABASE_PASSWORD: password,
})

type Settings = { adminUrl: string; brokers: string[]; replication: number; passwords: Record<DatabaseService, string> }

const readSettings = (env: NodeJS.ProcessEnv): Settings => {
  const parsed = readEnvironment(schema, env)
  return {
    adminUrl: parsed.DATABASE_URL,
    brokers: parsed.KAFKA_BROKERS.split(',').map((broker) => broker.trim()),
    replication: parsed.KAFKA_REPLICATION,
    passwords: {
      identity: parsed.IDENTITY_DATABASE_PASSWORD,
      weekends: parsed.WEEKENDS_DATABASE_PASSWORD,
      tipping: parsed.TIPPING_DATABASE_PASSWORD,
      admin: parsed.ADMIN_DATABASE_PASSWORD,
    },
  }
}

const migrateService = async (
  service: DatabaseService,
  { adminUrl, passwords }: Settings,
  log: Logger,
): Promise<void> => {
  const url = await provisionService(adminUrl, { service, password: passwords[service] })
  const database = openDatabase({ url, schema: service, maxConnections: 2 })
  try {
    const directory = join(repositoryRoot, 'services', service, 'migrations')
    const applied = await migrate(database, { directories: [...kitMigrations, directory], schema: service })
    log.info({ schema: service, applied }, 'database is up to date')
  } finally {
    await database.destroy()
  }
}

const log = createLogger('migrate', process.env.LOG_LEVEL || 'info')

/** The step before every start of the distributed product: roles, schemas, migrations, topics. May be repeated. */
const main = async (): Promise<void> => {
  const settings = readSettings(process.env)
  for (const service of databaseServices) await migrateService(service, settings, log)
  const { brokers, replication } = settings
  await ensureTopics({ brokers, clientId: 'migrate', log }, databaseServices, { replication })
  log.info('topics are there')
}

try {
  await main()
} catch (error) {
  if (error instanceof ConfigError) process.stderr.write(`migrate: ${error.message}\n`)
  else log.fatal({ err: error }, 'the migrations failed')
  process.exitCode = 1
}
