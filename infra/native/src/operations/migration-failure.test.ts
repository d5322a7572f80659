import { describe, expect, test } from 'vitest'
import { explainFailure } from './migration-failure.ts'

describe('the explanation of a failed migration', () => {
  test('says what to do about data of another .env, and that nothing was changed', () => {
    const refused = Object.assign(new Error('password authentication failed for user "postgres"'), { code: '28P01' })
    const words = explainFailure(refused)
    expect(words).toContain('POSTGRES_PASSWORD')
    expect(words).toContain('Nothing was changed')
    expect(words).toContain('make database-password')
    expect(words).toContain('docker compose down --volumes')
  })

  test('names a database that is unavailable', () => {
    const away = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
    expect(explainFailure(away)).toContain('docker compose logs postgres')
  })

  test('names Kafka when it is unavailable', () => {
    const failure = Object.assign(new Error('Connection timeout'), { name: 'KafkaJSConnectionError' })
    expect(explainFailure(failure)).toContain('docker compose logs kafka')
  })

  test('shows the stack of an unexpected error', () => {
    expect(explainFailure(new Error('column "tip" does not exist'))).toBeUndefined()
  })
})
