import { databaseBefore } from '@purple-sector/testing/databases/database-before'
import { expect, test } from 'vitest'
import { admin } from '../service.ts'

test('migrates names of races and cars to references of categories', async () => {
  const { database, migrated } = await databaseBefore('20261122143000', admin)
  await database.raw(`
    insert into races (id, weekend_id, name, category) values (4, 1, 'Race 1', 'Heritage Touring Cars');
    insert into cars (id, weekend_id, category, number, plate, driver, team)
    values (9, 1, 'Heritage Touring Cars', 5, '05', 'Ada Quinn', '');
  `)
  await migrated()
  expect(await database('races').select('id', 'category_id')).toEqual([{ id: 4, category_id: 4 }])
  expect(await database('cars').select('id', 'category_id')).toEqual([{ id: 9, category_id: 4 }])
})
