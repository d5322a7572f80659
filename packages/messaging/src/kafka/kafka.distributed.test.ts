import { pino } from 'pino'
import { describeEventBus, quickRetries } from '../contract-suite.ts'
import { createKafkaBus, readDeadLettersFromKafka, redriveKafka } from './index.ts'

describeEventBus('Kafka', async () => {
  const brokers = process.env.KAFKA_BROKERS
  if (!brokers) throw new Error('KAFKA_BROKERS is not set: run this file by `make test-distributed`')
  const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })
  const connection = { brokers: brokers.split(','), clientId: 'contract-suite', log }
  return {
    openBus: () => createKafkaBus({ ...connection, retry: quickRetries }),
    deadLetters: (consumer) => readDeadLettersFromKafka(connection, { consumer }),
    redrive: (consumer) => redriveKafka(connection, { consumer }),
    environment: { KAFKA_BROKERS: brokers },
    close: async () => {},
  }
})
