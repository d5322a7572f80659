import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '@purple-sector/database'
import { startEmbeddedPostgres } from '@purple-sector/database/embedded'
import { pino } from 'pino'
import { z } from 'zod'
import { type DeadLetterFilter, readDeadLetters, redriveInProcess } from '../in-process/index.ts'
import { createBusTables } from '../in-process/tables.ts'
import { readDeadLettersFromKafka, redriveKafka } from '../kafka/index.ts'
import { readOutboxDeadLetters, redriveOutbox } from './outbox-dead-letters.ts'

const usage = `Delivers the dead letters of a consumer to it again; no other consumer receives them a second time. Or publishes
events that a service could not publish on any bus, once the reason is gone (e.g. a limit was raised).

  npm run redrive -w @purple-sector/messaging -- --consumer <name> [--topic <topic>] [--list]
  npm run redrive -w @purple-sector/messaging -- --service <name> [--list]

  --consumer <name>   the consumer whose dead letters are meant, e.g. tipping
  --topic <topic>     only events of this topic, e.g. weekends.states or weekends.facts
  --service <name>    the service whose outbox dead letters are meant, e.g. identity
  --list              only lists them, as one JSON line each

Distributed: KAFKA_BROKERS=host:port[,…] names the brokers (KAFKA_REPLICATION the replication factor of a new topic), and
DATABASE_URL the database for --service. Embedded (no KAFKA_BROKERS): the database of DATABASE_URL, else that under
DATA_DIR (./var); the product must be stopped and handles the dead letters when it starts.
`

/** Compose passes a variable that is not set as an empty string. */
const kafkaSettings = z.object({
  KAFKA_REPLICATION: z.preprocess((value) => value || undefined, z.coerce.number().int().min(1).default(1)),
})

type Commands = {
  /** Name of the consumer or service, for messages. */
  name: string
  list(): Promise<unknown[]>
  redrive(): Promise<number>
  close(): Promise<void>
}

const embeddedDatabase = async ({ DATABASE_URL, DATA_DIR = './var', INIT_CWD = '.' }: NodeJS.ProcessEnv) =>
  DATABASE_URL
    ? { url: DATABASE_URL, stop: async () => {} }
    : startEmbeddedPostgres({ dataDir: resolve(INIT_CWD, DATA_DIR), log: pino({ level: 'warn' }) })

const openEmbedded = async (env: NodeJS.ProcessEnv, schema: string) => {
  const postgres = await embeddedDatabase(env)
  const database = openDatabase({ url: postgres.url, schema, maxConnections: 1 })
  return { database, close: () => database.destroy().then(() => postgres.stop()) }
}

const consumerCommands = async (env: NodeJS.ProcessEnv, filter: DeadLetterFilter): Promise<Commands> => {
  const name = filter.consumer
  if (env.KAFKA_BROKERS) {
    const { KAFKA_REPLICATION: replication } = kafkaSettings.parse(env)
    const connection = { brokers: env.KAFKA_BROKERS.split(','), clientId: 'redrive', log: pino({ level: 'warn' }) }
    return {
      name,
      list: () => readDeadLettersFromKafka(connection, filter),
      redrive: () => redriveKafka(connection, filter, { replication }),
      close: async () => {},
    }
  }
  const { database, close } = await openEmbedded(env, 'bus')
  await createBusTables(database)
  return {
    name,
    list: () => readDeadLetters(database, filter),
    redrive: () => redriveInProcess(database, filter),
    close,
  }
}

/** Events that a service could not publish are in its database, with any bus. */
const serviceCommands = async (env: NodeJS.ProcessEnv, service: string): Promise<Commands> => {
  if (env.KAFKA_BROKERS && !env.DATABASE_URL) throw new Error('DATABASE_URL must name the database of the services.')
  const { database, close } = await openEmbedded(env, service)
  const { rows } = await database.raw<{ rows: unknown[] }>(
    `select from pg_tables where schemaname = ? and tablename = 'outbox_dead_letters'`,
    [service],
  )
  if (rows.length === 0) {
    await close()
    throw new Error(`There is no service ${service}.`)
  }
  return {
    name: service,
    list: () => readOutboxDeadLetters(database),
    redrive: () => redriveOutbox(database),
    close,
  }
}

type Options = { consumer?: string | undefined; topic?: string | undefined; service?: string | undefined }

/** Returns undefined unless the options name either a consumer or a service. */
const selectCommands = async ({ consumer, topic, service }: Options): Promise<Commands | undefined> => {
  if (consumer !== undefined && service === undefined) return consumerCommands(process.env, { consumer, topic })
  if (service !== undefined && consumer === undefined && topic === undefined)
    return serviceCommands(process.env, service)
  return undefined
}

const main = async (): Promise<number> => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: { consumer: text, topic: text, service: text, list: { type: 'boolean' } },
  })
  const commands = await selectCommands(values)
  if (commands === undefined) {
    process.stderr.write(usage)
    return 1
  }
  try {
    if (!values.list) {
      process.stdout.write(`${await commands.redrive()} re-driven\n`)
      return 0
    }
    const letters = await commands.list()
    for (const letter of letters) process.stdout.write(`${JSON.stringify(letter)}\n`)
    // Goes to standard error: standard output stays JSON lines.
    if (letters.length === 0) process.stderr.write(`No dead letters of ${commands.name}\n`)
    return 0
  } finally {
    await commands.close()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
