import { groupChanged } from '@purple-sector/contracts/groups/events'
import { createTestDatabase, type TestDatabase } from '@purple-sector/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { foundSeasonGroups } from '../../test/found-season-groups.ts'
import { BATCH_SIZE, followWeekends } from './follow-weekends.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  const migrationsDirectory = new URL('../../migrations', import.meta.url).pathname
  testDatabase = await createTestDatabase({ service: 'groups', migrationsDirectory })
})
afterAll(() => testDatabase.drop())

const GROUPS = 2.4 * BATCH_SIZE
const SEASON = 7
const [FIRST, SECOND, THIRD] = [1, 2, 3]

/** A season of three rounds to come, of which the second was announced; all groups are in the first alone. */
beforeEach(async () => {
  const { database } = testDatabase
  await database.raw('truncate groups, weekends, outbox restart identity cascade')
  await database('weekends').insert(
    [FIRST, SECOND, THIRD].map((id) => ({
      ...{ id, name: `Round ${id}`, start_date: `2999-0${id}-01`, end_date: `2999-0${id}-02` },
      ...{ season_id: SEASON, round: id, is_active: id !== THIRD, followed_changes: id === SECOND ? 0 : 1 },
    })),
  )
  await foundSeasonGroups(database, { seasonId: SEASON, weekendId: FIRST, count: GROUPS })
})

const groupsIn = async (weekendId: number): Promise<number[]> =>
  testDatabase.database('group_weekends').where({ weekend_id: weekendId }).orderBy('group_id').pluck('group_id')
const published = async (): Promise<number[]> =>
  testDatabase
    .database('outbox')
    .where({ type: groupChanged.type })
    .orderBy('id')
    .pluck('data')
    .then((all) => all.map(({ id }) => id))
const dueWeekends = (): Promise<number[]> =>
  testDatabase.database('weekends').whereRaw('changes > followed_changes').orderBy('id').pluck('id')
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Returns for each batch after which group it looked. */
const recordBatches = async (work: () => Promise<void>): Promise<number[]> => {
  const batches: number[] = []
  const record = ({ sql, bindings }: { sql: string; bindings: unknown[] }) => {
    if (sql.includes('groups g where g.season_id') && sql.includes('limit')) batches.push(Number(bindings[1]))
  }
  testDatabase.database.on('query', record)
  await work()
  testDatabase.database.off('query', record)
  return batches
}

test('each batch begins after the last group of the one before, and each group is handled once', async () => {
  const follow = followWeekends(testDatabase.database)
  const batches = await recordBatches(async () => {
    for (const count of [BATCH_SIZE, 2 * BATCH_SIZE, GROUPS]) {
      expect(await dueWeekends()).toEqual([SECOND])
      await follow()
      expect(await groupsIn(SECOND)).toEqual(upTo(count))
    }
  })
  expect(batches).toEqual([0, BATCH_SIZE, 2 * BATCH_SIZE])
  expect(await published()).toEqual(upTo(GROUPS))
  expect(await dueWeekends()).toEqual([])
})

test('a batch that fails is repeated, and another process handles what is left', async () => {
  const { database } = testDatabase
  const follow = followWeekends(database)
  await follow()
  await database.raw(`alter table outbox add constraint stops check (id < 0) not valid`)
  await expect(follow()).rejects.toThrow('stops')
  await database.raw('alter table outbox drop constraint stops')
  expect(await groupsIn(SECOND)).toEqual(upTo(BATCH_SIZE))
  await follow()
  expect(await groupsIn(SECOND)).toEqual(upTo(2 * BATCH_SIZE))
  await followWeekends(database)()
  expect(await groupsIn(SECOND)).toEqual(upTo(GROUPS))
  await follow()
  expect(await published()).toEqual(upTo(GROUPS))
  expect(await dueWeekends()).toEqual([])
})

test('a round that is announced meanwhile opens for groups that were handled before it, too', async () => {
  const { database } = testDatabase
  const follow = followWeekends(database)
  await follow()
  await database('weekends').where({ id: THIRD }).update({ is_active: true }).increment('changes')
  for (let call = 0; call < 2; call += 1) await follow()
  expect(await groupsIn(THIRD)).toEqual(upTo(GROUPS).slice(BATCH_SIZE))
  expect(await dueWeekends()).toEqual([THIRD])
  for (let call = 0; call < 2; call += 1) await follow()
  expect(await groupsIn(THIRD)).toEqual(upTo(GROUPS))
  expect(await dueWeekends()).toEqual([])
})

test('another current weekend reaches all groups in batches, also where the weekend changes again meanwhile', async () => {
  const { database } = testDatabase
  await database('weekends').where({ id: SECOND }).update({ is_active: false, followed_changes: 1 })
  await database.raw(
    `insert into group_weekends (group_id, weekend_id, selected_race_ids) select id, ?, '{}' from groups`,
    [SECOND],
  )
  const currentIn = async (id: number) => (await database('groups').where({ weekend_id: id })).length
  const change = (status: string) => database('weekends').where({ id: SECOND }).update({ status }).increment('changes')
  const follow = followWeekends(database)
  await change('live')
  await follow()
  await follow()
  expect(await currentIn(SECOND)).toBe(2 * BATCH_SIZE)
  await change('inactive')
  await follow()
  expect(await currentIn(SECOND)).toBe(2 * BATCH_SIZE)
  expect(await dueWeekends()).toEqual([SECOND])
  for (let call = 0; call < 3; call += 1) await follow()
  expect(await currentIn(FIRST)).toBe(GROUPS)
  expect(await dueWeekends()).toEqual([])
})
