import { describe, expect, test } from 'vitest'
import { lanesEnvironment, lanesOf, lanesOfMachine } from './lanes.ts'

const infrastructure = (number: number) => ({
  databaseUrl: `postgres://127.0.0.1/${number}`,
  redisUrl: `redis://127.0.0.1:${number}`,
  kafkaBrokers: `127.0.0.1:${number}`,
  stop: async () => {},
})

describe('lanes of the distributed suites', () => {
  test('give each lane its own servers and ports, as written to the environment', async () => {
    const lanes = lanesOf(lanesEnvironment([infrastructure(1), infrastructure(2)]))
    expect(lanes.map(({ DATABASE_URL, REDIS_URL, KAFKA_BROKERS }) => [DATABASE_URL, REDIS_URL, KAFKA_BROKERS])).toEqual(
      [
        ['postgres://127.0.0.1/1', 'redis://127.0.0.1:1', '127.0.0.1:1'],
        ['postgres://127.0.0.1/2', 'redis://127.0.0.1:2', '127.0.0.1:2'],
      ],
    )
    const [first, second] = lanes.map(({ FREE_PORTS }) => FREE_PORTS.split('-').map(Number))
    expect(first?.[1]).toBeLessThan(second?.[0] ?? 0)
  })

  test('are empty when the environment defines none', () => {
    expect(lanesOf({})).toEqual([])
    expect(lanesOfMachine()).toBeGreaterThan(0)
  })
})
