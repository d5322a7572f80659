import { openDatabase } from '@purple-sector/database'
import { pino } from 'pino'
import { createInProcessBus } from './in-process/index.ts'
import { startRelay } from './index.ts'
import { createKafkaBus } from './kafka/index.ts'

/* Runs a relay in its own process, so that the contract suite can freeze it. */
const { SERVICE_DATABASE_URL = '', BUS_DATABASE_URL, KAFKA_BROKERS } = process.env
const log = pino({ level: 'silent' })
const database = openDatabase({ url: SERVICE_DATABASE_URL, schema: 'chat', maxConnections: 2 })
const bus =
  BUS_DATABASE_URL === undefined
    ? await createKafkaBus({ brokers: (KAFKA_BROKERS ?? '').split(','), clientId: 'relay', log })
    : await createInProcessBus({ database: openDatabase({ url: BUS_DATABASE_URL, schema: 'bus' }), log })
startRelay({ database, bus, service: 'chat', log })
