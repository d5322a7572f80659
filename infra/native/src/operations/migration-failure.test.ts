import { UnknownMigrationError } from '@purple-sector/database'
import { describe, expect, test } from 'vitest'
import { explainFailure } from './migration-failure.ts'

describe('the explanation of a failed migration', () => {
  test('explains what to do about data of another .env, and that nothing was changed', () => {
    const rejected = Object.assign(new Error('password authentication failed for user "postgres"'), { code: '28P01' })
    const explanation = explainFailure(rejected)
    expect(explanation).toContain('POSTGRES_PASSWORD')
    expect(explanation).toContain('Nothing was changed')
    expect(explanation).toContain('make database-password')
    expect(explanation).toContain('docker compose down --volumes')
  })

  test('explains that data of an incompatible version must be replaced by fresh data', () => {
    const explanation = explainFailure(new UnknownMigrationError('chat', '20261122210000_chat.ts'))
    expect(explanation).toContain('fresh data')
    expect(explanation).toContain('docker compose down --volumes')
    expect(explanation).toContain('schema chat has the migration 20261122210000_chat.ts')
  })

  test('names a database that is unavailable', () => {
    const unavailable = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
    expect(explainFailure(unavailable)).toContain('docker compose logs postgres')
  })

  test('names Kafka when it is unavailable', () => {
    const failure = Object.assign(new Error('Connection timeout'), { name: 'KafkaJSConnectionError' })
    expect(explainFailure(failure)).toContain('docker compose logs kafka')
  })

  test('shows the stack of an unexpected error', () => {
    expect(explainFailure(new Error('column "tip" does not exist'))).toBeUndefined()
  })
})
