import { randomUUID } from 'node:crypto'
import { openDatabase } from '@purple-sector/database'
import { acquireTimeoutMs, createTestDatabase } from '@purple-sector/testing/test-database'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { describeEventBus, quickRetries } from '../contract-suite.ts'
import { isPermanent } from '../failures.ts'
import { createInProcessBus, readDeadLetters, redriveInProcess } from './index.ts'

describeEventBus('the in-process bus', async ({ adminUrl }) => {
  const database = openDatabase({ url: adminUrl, schema: 'bus', maxConnections: 5, acquireTimeoutMs })
  const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })
  return {
    openBus: (options) => createInProcessBus({ database, log, retry: quickRetries, ...options }),
    deadLetters: (consumer) => readDeadLetters(database, { consumer }),
    redrive: (consumer) => redriveInProcess(database, { consumer }),
    environment: { BUS_DATABASE_URL: adminUrl },
    close: () => database.destroy(),
  }
})

test('an event with text that Postgres cannot hold is refused for good', async () => {
  const { adminUrl, drop } = await createTestDatabase({ service: 'chat' })
  const database = openDatabase({ url: adminUrl, schema: 'bus', maxConnections: 2, acquireTimeoutMs })
  const bus = await createInProcessBus({ database, log: pino({ level: 'silent' }) })
  onTestFinished(async () => {
    await bus.close()
    await database.destroy()
    await drop()
  })
  const type = 'chat.noted.v1'
  await bus.subscribe({
    consumer: 'reader',
    events: [{ type, topic: 'chat.states' }],
    mode: 'durable',
    handle: async () => {},
  })
  const event = {
    specversion: '1.0',
    id: randomUUID(),
    source: '/chat',
    type,
    subject: 'note/1',
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    data: { text: 'half\u0000' },
    key: 'board/a',
    sequence: 1,
  } as const
  const refusal = await bus.publish([event]).catch((error: unknown) => error)
  expect(isPermanent(refusal)).toBe(true)
})
