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

const usage = `Delivers the dead letters of a consumer to it again; nobody else sees them a second time. Or sends what a
service could not send to any bus, once the reason is gone: a limit was raised.

  npm run redrive -w @purple-sector/messaging -- --consumer <name> [--topic <topic>] [--list]
  npm run redrive -w @purple-sector/messaging -- --service <name> [--list]

  --consumer <name>   who gave them up, e.g. tipping
  --topic <topic>     only events of this topic, e.g. weekends.states or weekends.facts
  --service <name>    whose outbox they left unsent, e.g. identity
  --list              only shows them, as one JSON line each

KAFKA_BROKERS=host:port[,…] names the Kafka of the distributed way (KAFKA_REPLICATION the copies of a new topic), and
DATABASE_URL its database, where --service looks; without KAFKA_BROKERS the dead letters of the embedded way are meant:
those of DATABASE_URL, else of the data under DATA_DIR (./var), whose product must be stopped and takes them up when it
starts.
`

/** Compose gives a variable that is not set as an empty one. */
const kafkaSettings = z.object({
  KAFKA_REPLICATION: z.preprocess((value) => value || undefined, z.coerce.number().int().min(1).default(1)),
})

type Commands = {
  /** Whose dead letters they are, in words. */
  whose: string
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

const ofConsumer = async (env: NodeJS.ProcessEnv, filter: DeadLetterFilter): Promise<Commands> => {
  const whose = filter.consumer
  if (env.KAFKA_BROKERS) {
    const { KAFKA_REPLICATION: replication } = kafkaSettings.parse(env)
    const connection = { brokers: env.KAFKA_BROKERS.split(','), clientId: 'redrive', log: pino({ level: 'warn' }) }
    return {
      whose,
      list: () => readDeadLettersFromKafka(connection, filter),
      redrive: () => redriveKafka(connection, filter, { replication }),
      close: async () => {},
    }
  }
  const { database, close } = await openEmbedded(env, 'bus')
  await createBusTables(database)
  return {
    whose,
    list: () => readDeadLetters(database, filter),
    redrive: () => redriveInProcess(database, filter),
    close,
  }
}

/** What a service could not send lies in its own database, whatever the bus. */
const ofService = async (env: NodeJS.ProcessEnv, service: string): Promise<Commands> => {
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
    whose: service,
    list: () => readOutboxDeadLetters(database),
    redrive: () => redriveOutbox(database),
    close,
  }
}

type Named = { consumer?: string | undefined; topic?: string | undefined; service?: string | undefined }

/** Undefined where not one of both ways was named. */
const choose = async ({ consumer, topic, service }: Named): Promise<Commands | undefined> => {
  if (consumer !== undefined && service === undefined) return ofConsumer(process.env, { consumer, topic })
  if (service !== undefined && consumer === undefined && topic === undefined) return ofService(process.env, service)
  return undefined
}

const main = async (): Promise<number> => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: { consumer: text, topic: text, service: text, list: { type: 'boolean' } },
  })
  const chosen = await choose(values)
  if (chosen === undefined) {
    process.stderr.write(usage)
    return 1
  }
  try {
    if (!values.list) {
      process.stdout.write(`${await chosen.redrive()} re-driven\n`)
      return 0
    }
    const letters = await chosen.list()
    for (const letter of letters) process.stdout.write(`${JSON.stringify(letter)}\n`)
    // Not among the letters: standard output stays JSON, whoever reads it.
    if (letters.length === 0) process.stderr.write(`No dead letters of ${chosen.whose}\n`)
    return 0
  } finally {
    await chosen.close()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
