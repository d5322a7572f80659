import { describe, expect, test } from 'vitest'
import { explainFailure } from './migration-failure.ts'

describe('why the migrations failed', () => {
  test('data of another .env are told with what to do, and that nothing was changed', () => {
    const refused = Object.assign(new Error('password authentication failed for user "postgres"'), { code: '28P01' })
    const words = explainFailure(refused)
    expect(words).toContain('POSTGRES_PASSWORD')
    expect(words).toContain('Nothing was changed')
    expect(words).toContain('make database-password')
    expect(words).toContain('docker compose down --volumes')
  })

  test('a database that is away is named', () => {
    const away = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
    expect(explainFailure(away)).toContain('docker compose logs postgres')
  })

  test('so is Kafka', () => {
    const failure = Object.assign(new Error('Connection timeout'), { name: 'KafkaJSConnectionError' })
    expect(explainFailure(failure)).toContain('docker compose logs kafka')
  })

  test('a mistake of ours keeps its stack', () => {
    expect(explainFailure(new Error('column "tip" does not exist'))).toBeUndefined()
  })
})
