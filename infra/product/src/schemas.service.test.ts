import { createTestDatabase } from '@purple-sector/testing/databases/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { readSchema, type Schema } from '../test/read-schema.ts'
import { services } from './services.ts'

const schemaOf = async (options: Parameters<typeof createTestDatabase>[0]): Promise<Schema> => {
  const { database, drop } = await createTestDatabase(options)
  onTestFinished(drop)
  return readSchema(database)
}

/** The parts that the kit does not create. */
const withoutKit = (schema: Schema, kit: Schema): Schema =>
  Object.fromEntries(
    Object.entries(schema).map(([kind, parts]) => {
      const ofService = Object.entries(parts).filter(([name]) => !(name in (kit[kind] ?? {})))
      return [kind, Object.fromEntries(ofService)]
    }),
  )

const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, inOrder(part)]),
  )
}

const fixture = (name: string): string => `../test/schemas/${name}.json`
const written = (schema: object): string => `${JSON.stringify(inOrder(schema), null, 2)}\n`

/*
 * After a migration, `npm exec -c 'vitest run --project node infra/product/src/schemas.service.test.ts -u'` writes the
 * schemas again, so that a review sees what the migration changes.
 */

test('the migrations of the packages create the schema of the kit', async () => {
  await expect(written(await schemaOf({ service: 'kit' }))).toMatchFileSnapshot(fixture('kit'))
})

test.each(services)('the migrations of the service $name create its schema', async ({ name, migrationsDirectory }) => {
  const kit = await schemaOf({ service: 'kit' })
  const schema = await schemaOf({ service: name, migrationsDirectory })
  await expect(written(withoutKit(schema, kit))).toMatchFileSnapshot(fixture(name))
})
