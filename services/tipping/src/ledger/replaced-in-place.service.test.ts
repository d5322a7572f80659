import { readExport } from '@purple-sector/service-kit/http/export-route'
import { aResult } from '@purple-sector/testing/builders'
import { createTestDatabase } from '@purple-sector/testing/databases/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { exportParts } from '../export/export-sql.ts'
import { applyResult } from '../scoring/on-result-published.ts'
import { scoreRace } from '../scoring/score-race.ts'
import { tipping } from '../service.ts'
import { readLedger } from './ledger-read-model.ts'

test('the ledger lists awards that were closed beside a later one, and those replaced since', async () => {
  const { name: service, migrationsDirectory } = tipping
  const { database, drop } = await createTestDatabase({ service, migrationsDirectory })
  onTestFinished(drop)
  await database.raw(`
    insert into weekends (id, name, status, time_zone, is_active) values (1, 'Round 1', 'live', 'UTC', true);
    insert into users (id, sort_name) values ('ann', 'ann');
    insert into scopes (weekend_id, version, result_version, scored_races, participants) values (1, 3, 3, 1, 1);
    insert into scope_rules (scope_id, in_force_from) select id, '-infinity' from scopes;
    insert into races (race_id, weekend_id, name, category_id, session_type, status, points_first, points_second,
      points_third, locks_at, scored_revision, scored_status, was_completed)
    values (4, 1, 'Race 1', 1, 'race1', 'completed', 50, 25, 15, now() - interval '1 hour', 2, 'amended', true);
    insert into cars (id, weekend_id, category_id, number, plate, driver, team, status)
    select id, 1, 1, id, id, 'Driver ' || id, '', 'active' from generate_series(8, 9) id;
    insert into classifications (race_id, revision, weekend_id, status, published_at, first_car_id, second_car_id)
    values (4, 1, 1, 'official', now(), 9, 8), (4, 2, 1, 'amended', now(), 8, 9);
    insert into tips (scope_id, user_id, weekend_id, category_id, car_id, submitted_at)
    select id, 'ann', 1, 1, 9, now() - interval '2 hours' from scopes;
    insert into tip_revisions (tip_id, submitted_at, car_id) select id, submitted_at, car_id from tips;
    insert into standings (scope_id, user_id, sort_name, total, seconds, since_version)
    select id, 'ann', 'ann', 25, 1, 0 from scopes;
    insert into awards (race_id, scope_id, user_id, place, points, rule, from_revision, to_revision)
    select 4, id, 'ann', place, points, 'session', from_revision, to_revision
    from scopes, (values (1, 50, 1, 2), (2, 25, 2, null)) award (place, points, from_revision, to_revision);
  `)
  const readEntries = async () =>
    (await readLedger(database, { userId: 'ann', weekendId: 1, allGroups: false })).map(
      ({ place, points, revision, replacedBy, inForce }) => [place, points, revision, replacedBy, inForce],
    )
  const before = [
    [1, 50, 1, 2, false],
    [2, 25, 2, null, true],
  ]
  expect(await readEntries()).toEqual(before)

  const correction = aResult({ raceId: 4, weekendId: 1, revision: 3, finished: [9, 8], status: 'amended' })
  await database.transaction((sql) => applyResult(sql, correction))
  expect(await scoreRace({ database })(4)).toBe('scored')
  const after = [
    [1, 50, 1, 2, false],
    [2, 25, 2, 3, false],
    [1, 50, 3, null, true],
  ]
  expect(await readEntries()).toEqual(after)
  const { awards } = await readExport(database, exportParts, 'ann')
  expect(awards).toMatchObject(
    after.map(([place, points, revision, replacedByRevision]) => ({ place, points, revision, replacedByRevision })),
  )
})
