import { expect, test } from 'vitest'
import { postgresUrl } from './postgres-url.ts'

test('provides no Postgres to a suite that is not named .service.test', () => {
  expect(() => postgresUrl()).toThrow('name the file *.service.test.ts')
})
