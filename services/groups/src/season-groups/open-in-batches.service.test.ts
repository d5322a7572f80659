import { groupChanged } from '@purple-sector/contracts/groups/events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGroupsTest, type GroupsTest } from '../../test/create-test-groups.ts'
import { createTestSeason } from '../../test/create-test-season.ts'
import { foundSeasonGroups } from '../../test/found-season-groups.ts'
import { BATCH_SIZE } from './follow-weekends.ts'

let service: GroupsTest
beforeAll(async () => {
  service = await createGroupsTest()
})
afterAll(() => service?.close())

const GROUPS = 4 * BATCH_SIZE

test('opens a round for many groups in batches, and goes on after a failed one, each group once', async () => {
  const { database, probe } = service
  const { season, idOf, change } = await createTestSeason(service)
  const weekendId = idOf(1)
  const groupIds = await foundSeasonGroups(database, { seasonId: season.id, weekendId, count: GROUPS })
  const secondBatch = groupIds[BATCH_SIZE] ?? 0
  await database.raw(`create function fail_from() returns trigger language plpgsql as $$
    begin
      if new.group_id >= ${secondBatch} and new.weekend_id = ${idOf(2)} then raise exception 'the process stops here'; end if;
      return new;
    end $$`)
  await database.raw('create trigger fail before insert on group_weekends for each row execute function fail_from()')
  const opened = async () => {
    const rows = await database('group_weekends')
      .where({ weekend_id: idOf(2) })
      .select('group_id')
    return rows.length
  }
  await change(2, { isActive: true })
  await expect.poll(opened, { timeout: 20_000 }).toBe(BATCH_SIZE)
  await database.raw('drop trigger fail on group_weekends')
  await expect.poll(opened, { timeout: 30_000 }).toBe(GROUPS)
  const states = () =>
    probe.seen(groupChanged).filter(({ data }) => data.seasonId === season.id && data.weekends.length === 2)
  await expect.poll(() => states().length, { timeout: 30_000 }).toBe(GROUPS)
  expect(new Set(states().map(({ data }) => data.id)).size).toBe(GROUPS)
  expect(states().every(({ data }) => data.weekendId === weekendId && data.weekends[1]?.weekendId === idOf(2))).toBe(
    true,
  )
})
