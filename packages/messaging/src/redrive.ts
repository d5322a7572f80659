import { parseArgs } from 'node:util'
import { openDatabase } from '@purple-sector/database'
import { pino } from 'pino'
import { readDeadLetters, redriveInProcess } from './in-process/index.ts'
import { readDeadLettersFromKafka, redriveKafka } from './kafka/index.ts'

const usage = `Delivers the dead letters of a consumer to it again; nobody else sees them a second time.

  node packages/messaging/src/redrive.ts --consumer <name> [--topic <owner>] [--list]

  --consumer <name>   who gave them up, e.g. tipping
  --topic <owner>     only events of this owner, e.g. weekends
  --list              only shows them, as one JSON line each

KAFKA_BROKERS=host:port[,…] names the Kafka of the distributed way (KAFKA_REPLICATION the copies of a new topic);
without it DATABASE_URL names the Postgres of the embedded way, with a role that may use the schema "bus".
`

type Filter = { consumer: string; topic: string | undefined }
type Commands = {
  list(filter: Filter): Promise<unknown[]>
  redrive(filter: Filter): Promise<number>
  close(): Promise<void>
}

const commands = ({ KAFKA_BROKERS, KAFKA_REPLICATION, DATABASE_URL }: NodeJS.ProcessEnv): Commands | undefined => {
  if (KAFKA_BROKERS) {
    const connection = { brokers: KAFKA_BROKERS.split(','), clientId: 'redrive', log: pino({ level: 'warn' }) }
    return {
      list: (filter) => readDeadLettersFromKafka(connection, filter),
      redrive: (filter) => redriveKafka(connection, filter, { replication: Number(KAFKA_REPLICATION ?? 1) }),
      close: async () => {},
    }
  }
  if (!DATABASE_URL) return undefined
  const database = openDatabase({ url: DATABASE_URL, schema: 'bus', maxConnections: 1 })
  return {
    list: (filter) => readDeadLetters(database, filter),
    redrive: (filter) => redriveInProcess(database, filter),
    close: () => database.destroy(),
  }
}

const main = async (): Promise<number> => {
  const { values } = parseArgs({
    options: { consumer: { type: 'string' }, topic: { type: 'string' }, list: { type: 'boolean' } },
  })
  const chosen = values.consumer === undefined ? undefined : commands(process.env)
  if (values.consumer === undefined || chosen === undefined) {
    process.stderr.write(usage)
    return 1
  }
  const filter = { consumer: values.consumer, topic: values.topic }
  try {
    if (values.list) for (const letter of await chosen.list(filter)) process.stdout.write(`${JSON.stringify(letter)}\n`)
    else process.stdout.write(`${await chosen.redrive(filter)} re-driven\n`)
    return 0
  } finally {
    await chosen.close()
  }
}

process.exitCode = await main()
