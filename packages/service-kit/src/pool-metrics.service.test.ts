import { createTestDatabase } from '@purple-sector/testing'
import { measuredValue } from '@purple-sector/testing/measured-value'
import { expect, onTestFinished, test } from 'vitest'
import { collectPoolMetrics } from './pool-metrics.ts'

test('measures used and free connections, and queries that wait for one', async () => {
  const { database, drop } = await createTestDatabase({ service: 'chat' })
  onTestFinished(drop)
  onTestFinished(collectPoolMetrics('chat', database))
  const { max } = database.client.pool
  const transactions = await Promise.all(Array.from({ length: max }, () => database.transaction()))
  const waiting = Promise.resolve(database.raw('select 1'))
  const values = async () => ({
    used: await measuredValue('database_pool_connections{service="chat",state="used"}'),
    waiting: await measuredValue('database_pool_waiting{service="chat"}'),
    size: await measuredValue('database_pool_size{service="chat"}'),
  })
  await expect.poll(values).toEqual({ used: max, waiting: 1, size: max })
  for (const transaction of transactions) await transaction.rollback()
  await waiting
  await expect.poll(values).toEqual({ used: 0, waiting: 0, size: max })
})
