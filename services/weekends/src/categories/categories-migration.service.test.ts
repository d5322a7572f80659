import { databaseBefore } from '@purple-sector/testing/databases/database-before'
import { expect, test } from 'vitest'
import { weekends } from '../service.ts'

test('the categories migration links existing races and cars to their categories', async () => {
  const { database, migrated } = await databaseBefore('20261122140000', weekends)
  await database.raw(`
    insert into weekends (name, description, venue, start_date, end_date, time_zone, status, is_active)
    values ('Round 1', '', '', '2026-11-20', '2026-11-22', 'UTC', 'inactive', true);
    insert into races (weekend_id, name, category, session_type, race_number, status, description, distance, track)
    select id, category, category, 'race1', 1, 'upcoming', '', '', ''
    from weekends, unnest(array['Repco Supercars Championship', 'TOYOTA GAZOO Racing Australia GR CUP']) category;
    insert into cars (weekend_id, category, number, name, driver, team, manufacturer, status)
    select id, 'Dunlop Super2 Series', number, '', 'Driver', '', '', 'active' from weekends, unnest(array[7, 8]) number;
  `)
  await migrated()
  expect(await database('races').orderBy('id').select('name', 'category_id')).toEqual([
    { name: 'Repco Supercars Championship', category_id: 1 },
    { name: 'TOYOTA GAZOO Racing Australia GR CUP', category_id: 6 },
  ])
  expect(await database('cars').orderBy('id').select('number', 'category_id')).toEqual([
    { number: 7, category_id: 3 },
    { number: 8, category_id: 3 },
  ])
})
