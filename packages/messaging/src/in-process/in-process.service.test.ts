import { openDatabase } from '@purple-sector/database'
import { pino } from 'pino'
import { describeEventBus, quickRetries } from '../contract-suite.ts'
import { createInProcessBus, readDeadLetters, redriveInProcess } from './index.ts'

describeEventBus('the in-process bus', async ({ adminUrl }) => {
  const database = openDatabase({ url: adminUrl, schema: 'bus', maxConnections: 5 })
  const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })
  return {
    openBus: () => createInProcessBus({ database, log, retry: quickRetries }),
    deadLetters: (consumer) => readDeadLetters(database, { consumer }),
    redrive: (consumer) => redriveInProcess(database, { consumer }),
    environment: { BUS_DATABASE_URL: adminUrl },
    close: () => database.destroy(),
  }
})
