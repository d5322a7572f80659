import { expect, test } from 'vitest'
import { z } from 'zod'
import { settingsOf } from './settings.ts'

const schema = z.object({
  PORT: z.coerce.number().default(8080),
  SMTP_URL: z.url().optional(),
  KAFKA_BROKERS: z.string({ error: 'is needed' }).transform((list) => list.split(',')),
})

test('the settings of a schema are its keys, required where they have no value of their own', () => {
  expect(settingsOf(schema)).toEqual({ required: ['KAFKA_BROKERS'], optional: ['PORT', 'SMTP_URL'] })
})

test('a setting may be required though the schema has a value for it, or does not read it', () => {
  expect(settingsOf(schema, { required: ['PORT', 'TIPPING_URL'] })).toEqual({
    required: ['KAFKA_BROKERS', 'PORT', 'TIPPING_URL'],
    optional: ['SMTP_URL'],
  })
})
