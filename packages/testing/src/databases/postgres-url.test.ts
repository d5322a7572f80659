import { expect, test } from 'vitest'
import { postgresUrl } from './postgres-url.ts'

test('a suite that is not named as one of services gets no Postgres', () => {
  expect(() => postgresUrl()).toThrow('name the file *.service.test.ts')
})
