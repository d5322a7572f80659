import { expect, test } from 'vitest'
import { z } from 'zod'
import { settingsOf } from './settings.ts'

const schema = z.object({
  PORT: z.coerce.number().default(8080),
  SMTP_URL: z.url().optional(),
  KAFKA_BROKERS: z.string({ error: 'is needed' }).transform((list) => list.split(',')),
})

test('lists the keys of a schema, and requires those without a default', () => {
  expect(settingsOf(schema)).toEqual({ required: ['KAFKA_BROKERS'], optional: ['PORT', 'SMTP_URL'] })
})

test('requires further settings that have a default or are not in the schema', () => {
  expect(settingsOf(schema, { required: ['PORT', 'TIPPING_URL'] })).toEqual({
    required: ['KAFKA_BROKERS', 'PORT', 'TIPPING_URL'],
    optional: ['SMTP_URL'],
  })
})
