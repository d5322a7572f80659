import { describe, expect, test } from 'vitest'
import { freePort } from './free-port.ts'
import { lanesEnvironment, lanesOf, lanesOfMachine } from './lanes.ts'

const infrastructure = (number: number) => ({
  databaseUrl: `postgres://127.0.0.1/${number}`,
  redisUrl: `redis://127.0.0.1:${number}`,
  kafkaBrokers: `127.0.0.1:${number}`,
  stop: async () => {},
})

describe('lanes of distributed suites', () => {
  test('are read as they were told, each with servers and ports of its own', async () => {
    const lanes = lanesOf(lanesEnvironment([infrastructure(1), infrastructure(2)]))
    expect(lanes.map(({ DATABASE_URL, REDIS_URL, KAFKA_BROKERS }) => [DATABASE_URL, REDIS_URL, KAFKA_BROKERS])).toEqual(
      [
        ['postgres://127.0.0.1/1', 'redis://127.0.0.1:1', '127.0.0.1:1'],
        ['postgres://127.0.0.1/2', 'redis://127.0.0.1:2', '127.0.0.1:2'],
      ],
    )
    const [one, other] = lanes.map(({ FREE_PORTS }) => FREE_PORTS.split('-').map(Number))
    expect(one?.[1]).toBeLessThan(other?.[0] ?? 0)
  })

  test('are none where nobody told of any', () => {
    expect(lanesOf({})).toEqual([])
    expect(lanesOfMachine()).toBeGreaterThan(0)
  })

  test('have their ports chosen from', async () => {
    const { FREE_PORTS: before } = process.env
    process.env.FREE_PORTS = '15000-15099'
    try {
      const port = await freePort()
      expect(port).toBeGreaterThanOrEqual(15_000)
      expect(port).toBeLessThan(15_100)
    } finally {
      if (before === undefined) delete process.env.FREE_PORTS
      else process.env.FREE_PORTS = before
    }
  })
})
