import { databaseBefore } from '@purple-sector/testing/databases/database-before'
import { expect, test } from 'vitest'
import { tipping } from '../service.ts'

test('the migration replaces category names in tips, races, cars and group points by category ids', async () => {
  const { database, migrated } = await databaseBefore('20261122143000', tipping)
  await database.raw(`
    insert into weekends (id, name, status, time_zone) values (1, 'Round 1', 'live', 'UTC');
    insert into scopes (weekend_id, group_id) values (1, null), (1, 7);
    insert into scope_rules (scope_id, in_force_from, custom_points)
    select id, '-infinity', '{"Dunlop Super2 Series": {"first": 9, "second": 8, "third": 7}}' from scopes
    where group_id = 7;
    insert into scope_rules (scope_id, in_force_from) select id, '-infinity' from scopes where group_id is null;
    insert into sessions (race_id, weekend_id, name, category, session_type, status, points_first, points_second,
      points_third) values (4, 1, 'Race 1', 'Dunlop Super2 Series', 'race1', 'upcoming', 10, 6, 3);
    insert into cars (id, weekend_id, category, number, plate, driver, team, status)
    values (9, 1, 'Dunlop Super2 Series', 5, '05', 'Ada Quinn', '', 'active');
    insert into tips (scope_id, user_id, weekend_id, category, car_id, submitted_at)
    select id, 'ann', 1, category, 9, now() from scopes,
      unnest(array['Dunlop Super2 Series', 'Heritage Touring Cars']) category where group_id is null;
  `)
  await migrated()
  expect(await database('tips').orderBy('id').select('user_id', 'category_id')).toEqual([
    { user_id: 'ann', category_id: 3 },
    { user_id: 'ann', category_id: 4 },
  ])
  expect(await database('races').select('race_id', 'category_id')).toEqual([{ race_id: 4, category_id: 3 }])
  expect(await database('cars').select('id', 'category_id')).toEqual([{ id: 9, category_id: 3 }])
  expect(await database('scope_rules').orderBy('scope_id').select('custom_points')).toEqual([
    { custom_points: {} },
    { custom_points: { 3: { first: 9, second: 8, third: 7 } } },
  ])
})
