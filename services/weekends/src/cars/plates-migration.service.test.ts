import { databaseBefore } from '@purple-sector/testing/databases/database-before'
import { expect, test } from 'vitest'
import { weekends } from '../service.ts'

test('the plates migration sets the plates of existing cars to their numbers', async () => {
  const { database, migrated } = await databaseBefore('20261122142000', weekends)
  await database.raw(`
    insert into weekends (name, description, venue, start_date, end_date, time_zone, status, is_active)
    values ('Round 1', '', '', '2026-11-20', '2026-11-22', 'UTC', 'inactive', true);
    insert into cars (weekend_id, category_id, number, name, driver, team, manufacturer, status)
    select id, 8, number, '', 'Driver', '', '', 'active' from weekends, unnest(array[7, 888]) number;
  `)
  await migrated()
  expect(await database('cars').orderBy('id').select('number', 'plate')).toEqual([
    { number: 7, plate: '7' },
    { number: 888, plate: '888' },
  ])
})
