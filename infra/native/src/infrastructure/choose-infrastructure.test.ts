import { describe, expect, test } from 'vitest'
import { chooseInfrastructure } from './choose-infrastructure.ts'

const addresses = { DATABASE_URL: 'postgres://db', REDIS_URL: 'redis://cache', KAFKA_BROKERS: 'kafka:9092' }

describe('choosing the infrastructure of the distributed tests', () => {
  test('prefers addresses of the environment to a container engine', () => {
    expect(chooseInfrastructure(addresses, true)).toBe('environment')
  })
  test('uses a running container engine when no address is set', () => {
    expect(chooseInfrastructure({}, true)).toBe('containers')
  })
  test('uses installed programs when there is neither an address nor a container engine', () => {
    expect(chooseInfrastructure({}, false)).toBe('native')
  })
  test('names the address that is missing', () => {
    expect(() => chooseInfrastructure({ ...addresses, REDIS_URL: '' }, true)).toThrow('missing: REDIS_URL')
  })
})
