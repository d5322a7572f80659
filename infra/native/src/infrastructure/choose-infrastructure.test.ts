import { describe, expect, test } from 'vitest'
import { chooseInfrastructure } from './choose-infrastructure.ts'

const named = { DATABASE_URL: 'postgres://db', REDIS_URL: 'redis://cache', KAFKA_BROKERS: 'kafka:9092' }

describe('the distributed tests look for their infrastructure', () => {
  test('addresses of the environment win over a container engine', () => {
    expect(chooseInfrastructure(named, true)).toBe('environment')
  })
  test('without addresses a container engine is used where one answers', () => {
    expect(chooseInfrastructure({}, true)).toBe('containers')
  })
  test('without either the programs of the machine are used', () => {
    expect(chooseInfrastructure({}, false)).toBe('native')
  })
  test('an address that was forgotten is named', () => {
    expect(() => chooseInfrastructure({ ...named, REDIS_URL: '' }, true)).toThrow('missing: REDIS_URL')
  })
})
