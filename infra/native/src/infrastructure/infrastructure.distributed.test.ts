import { openDatabase } from '@purple-sector/database'
import { silentLogger } from '@purple-sector/service-kit/logger'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendBytes } from '../operations/send-bytes.ts'
import { type NativeInfrastructure, startNativeInfrastructure } from './infrastructure.ts'
import { isKafkaReady } from './kafka.ts'
import { missingPrograms } from './required-programs.ts'

const portOf = (address: string) => Number(address.split(':').at(-1))

describe.runIf(missingPrograms().length === 0)('native infrastructure under faults', () => {
  let infrastructure: NativeInfrastructure
  beforeAll(async () => {
    infrastructure = await startNativeInfrastructure({ log: silentLogger() })
  })
  afterAll(() => infrastructure?.stop())

  const redis = async (command: string) =>
    (await sendBytes(portOf(infrastructure.redisUrl), `${command}\r\n`)).toString()

  /** Runs one statement on its own connection. */
  const query = async (sql: string): Promise<unknown> => {
    const database = openDatabase({ url: infrastructure.databaseUrl, schema: 'public', maxConnections: 1 })
    try {
      return (await database.raw(sql)).rows
    } finally {
      await database.destroy()
    }
  }

  test('a killed Redis stays down until its restart, and comes back empty on the same port', async () => {
    expect(await redis('SET tip 17')).toBe('+OK\r\n')
    await infrastructure.kill('redis')
    await expect(redis('PING')).rejects.toThrow()
    await infrastructure.restart('redis')
    expect(await redis('GET tip')).toBe('$-1\r\n')
  })

  test('a killed Postgres stays down until its restart, and comes back with the committed data', async () => {
    await query('create table tips as select 17 as car')
    await infrastructure.kill('postgres')
    await expect(query('select car from tips')).rejects.toThrow()
    await infrastructure.restart('postgres')
    expect(await query('select car from tips')).toEqual([{ car: 17 }])
  })

  test('a killed Kafka stays down until its restart, and answers on the same port', async () => {
    const port = portOf(infrastructure.kafkaBrokers)
    expect(await isKafkaReady(port)).toBe(true)
    await infrastructure.kill('kafka')
    await expect(isKafkaReady(port)).rejects.toThrow()
    await infrastructure.restart('kafka')
    expect(await isKafkaReady(port)).toBe(true)
  })
})
