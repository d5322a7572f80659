import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '@purple-sector/database'
import { startEmbeddedPostgres } from '@purple-sector/database/embedded'
import { pino } from 'pino'
import { z } from 'zod'
import { readDeadLetters, redriveInProcess } from './in-process/index.ts'
import { createBusTables } from './in-process/tables.ts'
import { readDeadLettersFromKafka, redriveKafka } from './kafka/index.ts'

const usage = `Delivers the dead letters of a consumer to it again; nobody else sees them a second time.

  npm run redrive -w @purple-sector/messaging -- --consumer <name> [--topic <owner>] [--list]

  --consumer <name>   who gave them up, e.g. tipping
  --topic <owner>     only events of this owner, e.g. weekends
  --list              only shows them, as one JSON line each

KAFKA_BROKERS=host:port[,…] names the Kafka of the distributed way (KAFKA_REPLICATION the copies of a new topic);
without it the dead letters of the embedded way are meant: those of DATABASE_URL, else of the data under DATA_DIR
(./var), whose product must be stopped and takes them up when it starts.
`

/** Compose gives a variable that is not set as an empty one. */
const kafkaSettings = z.object({
  KAFKA_REPLICATION: z.preprocess((value) => value || undefined, z.coerce.number().int().min(1).default(1)),
})

type Filter = { consumer: string; topic: string | undefined }
type Commands = {
  list(filter: Filter): Promise<unknown[]>
  redrive(filter: Filter): Promise<number>
  close(): Promise<void>
}

const embeddedDatabase = async ({ DATABASE_URL, DATA_DIR = './var', INIT_CWD = '.' }: NodeJS.ProcessEnv) =>
  DATABASE_URL
    ? { url: DATABASE_URL, stop: async () => {} }
    : startEmbeddedPostgres({ dataDir: resolve(INIT_CWD, DATA_DIR), log: pino({ level: 'warn' }) })

const commands = async (env: NodeJS.ProcessEnv): Promise<Commands> => {
  if (env.KAFKA_BROKERS) {
    const { KAFKA_REPLICATION: replication } = kafkaSettings.parse(env)
    const connection = { brokers: env.KAFKA_BROKERS.split(','), clientId: 'redrive', log: pino({ level: 'warn' }) }
    return {
      list: (filter) => readDeadLettersFromKafka(connection, filter),
      redrive: (filter) => redriveKafka(connection, filter, { replication }),
      close: async () => {},
    }
  }
  const postgres = await embeddedDatabase(env)
  const database = openDatabase({ url: postgres.url, schema: 'bus', maxConnections: 1 })
  await createBusTables(database)
  return {
    list: (filter) => readDeadLetters(database, filter),
    redrive: (filter) => redriveInProcess(database, filter),
    close: () => database.destroy().then(() => postgres.stop()),
  }
}

const main = async (): Promise<number> => {
  const { values } = parseArgs({
    options: { consumer: { type: 'string' }, topic: { type: 'string' }, list: { type: 'boolean' } },
  })
  if (values.consumer === undefined) {
    process.stderr.write(usage)
    return 1
  }
  const filter = { consumer: values.consumer, topic: values.topic }
  const chosen = await commands(process.env)
  try {
    if (!values.list) {
      process.stdout.write(`${await chosen.redrive(filter)} re-driven\n`)
      return 0
    }
    const letters = await chosen.list(filter)
    for (const letter of letters) process.stdout.write(`${JSON.stringify(letter)}\n`)
    // Not among the letters: standard output stays JSON, whoever reads it.
    if (letters.length === 0) process.stderr.write(`No dead letters of ${filter.consumer}\n`)
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
