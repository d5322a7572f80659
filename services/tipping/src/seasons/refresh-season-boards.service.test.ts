import type { Database } from '@purple-sector/database'
import type { TestDatabase } from '@purple-sector/testing'
import { aFan, aRace, aUser } from '@purple-sector/testing/builders'
import { lockWaiters } from '@purple-sector/testing/databases/lock-waiters'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { settleBoards } from '../../test/season-boards.ts'
import { createSeasonScenario } from '../../test/season-scenario.ts'
import { createTippingDatabase } from '../../test/tipping-scenario.ts'
import { refreshBoards } from '../board-publishing/refresh-boards.ts'
import { playJoker } from '../jokers/play-joker.ts'
import { returnJokersOfVoidRounds } from '../jokers/return-jokers.ts'
import { projectRace } from '../projections/race-projection.ts'
import { projectUser } from '../projections/user-projection.ts'
import { seasonLeaderboardReadModel } from '../season-leaderboards/season-leaderboard-read-model.ts'
import { refreshSeasonBoards } from './refresh-season-boards.ts'

let testDatabase: TestDatabase
let database: Database
beforeAll(async () => {
  testDatabase = await createTippingDatabase(12)
  database = testDatabase.database
})
afterAll(() => testDatabase.drop())

/** A season of so many rounds, and ann and bob, who tip the first and the second car in each of them. */
const setUp = async (rounds: number, rules: Parameters<typeof createSeasonScenario>[2] = {}) => {
  const season = await createSeasonScenario(database, rounds, rules)
  const [ann, bob] = [await season.fan('ann'), await season.fan('bob')]
  for (const round of season.rounds) {
    await round.tip(ann, 1)
    await round.tip(bob, 2)
  }
  const at = (place: number) => {
    const round = season.rounds[place - 1]
    if (!round) throw new Error(`There is no round ${place}`)
    return round
  }
  return { season, ann, bob, at }
}

describe('a round', () => {
  test('counts from its first result on; before that no fan has a position', async () => {
    const { season, ann, bob, at } = await setUp(2)
    await season.settle()
    expect(await season.read()).toMatchObject({
      version: 1,
      changedAt: null,
      entries: [
        { userId: ann, position: null, totalPoints: 0, rounds: [], tieBreak: null },
        { userId: bob, position: null },
      ],
    })
    await at(1).result()
    await season.settle()
    const { changedAt, ...board } = await season.read()
    const { published_at: publishedAt } = await database('classifications')
      .where({ race_id: at(1).raceId })
      .first()
    expect(changedAt).toBe(publishedAt.toISOString())
    expect(board).toMatchObject({
      version: 2,
      total: 2,
      entries: [
        { userId: ann, position: 1, totalPoints: 50, weekendsPlayed: 1, weekendsWon: 0, bestWeekend: null, form: [] },
        { userId: bob, position: 2, totalPoints: 25, picks: { first: 0, second: 1, third: 0 } },
      ],
    })
    expect(await season.versions()).toEqual([1, 2])
  })

  test('is won, missed and in the form once it is completed, until that is taken back', async () => {
    const { season, ann, at } = await setUp(2, { missedWeekend: 'lowest' })
    const cat = await season.fan('cat')
    await at(2).tip(cat, 3)
    await at(1).result()
    await season.settle()
    expect(await season.states(cat)).toBe('pending')
    await at(1).complete()
    await season.settle()
    expect(await season.states(cat)).toBe('missed 25')
    const bestWeekend = { weekendId: at(1).weekendId, points: 50 }
    expect(await season.entry(ann)).toMatchObject({ weekendsWon: 1, form: [50], bestWeekend })
    expect(await season.entry(cat)).toMatchObject({ weekendsPlayed: 0, form: [25], bestWeekend: null })
    await at(1).complete(false)
    await season.settle()
    expect(await season.states(cat)).toBe('pending')
    expect(await season.entry(ann)).toMatchObject({ weekendsWon: 0, form: [], bestWeekend: null })
  })

  test('that is completed without a result is cancelled, and counts when a result comes', async () => {
    const { season, ann, bob, at } = await setUp(2, { countBest: 2 })
    await at(1).complete()
    await at(2).result()
    await season.settle()
    expect([await season.states(ann), await season.states(bob)]).toEqual(['void,counted 50', 'void,counted 25'])
    await at(1).result([2, 1])
    await season.settle()
    expect([await season.states(ann), await season.states(bob)]).toEqual([
      'counted 25,counted 50',
      'counted 50,counted 25',
    ])
    await at(1).result([])
    await season.settle()
    expect(await season.states(ann)).toBe('void,counted 50')
  })

  test('is corrected after later ones', async () => {
    const { season, ann, bob, at } = await setUp(3)
    const cat = await season.fan('cat')
    await at(1).tip(cat, 3)
    for (const place of [1, 2, 3]) {
      await at(place).result()
      await at(place).complete()
    }
    await season.settle()
    expect(await season.entry(ann)).toMatchObject({ totalPoints: 150, weekendsWon: 3 })
    await at(1).result([1, 3, 2])
    await season.settle()
    expect(await season.entry(bob)).toMatchObject({ totalPoints: 65, picks: { first: 0, second: 2, third: 1 } })
    expect(await season.entry(cat)).toMatchObject({ totalPoints: 25 })
    expect(await season.entry(ann)).toMatchObject({ totalPoints: 150, weekendsWon: 3 })
    await at(1).result([3, 1, 2])
    await season.settle()
    expect(await season.entry(ann)).toMatchObject({ totalPoints: 125, weekendsWon: 2 })
    expect(await season.entry(cat)).toMatchObject({ totalPoints: 50, weekendsWon: 1 })
  })

  test('counts one and a half in a season of fifty, rounded half up, and the first is corrected after the last', async () => {
    const season = await createSeasonScenario(database, 50)
    const [ann, bob] = [await season.fan('ann'), await season.fan('bob')]
    await season.change({
      countBest: 48,
      weekends: season.rounds.map(({ weekendId }, index) => ({ weekendId, round: index + 1, multiplier: 1.5 })),
    })
    for (const round of season.rounds) {
      await round.tip(ann, 2)
      await round.tip(bob, 3)
      await round.result()
      await round.complete()
    }
    await season.settle()
    // 25 × 1.5 is 37.5, 15 × 1.5 is 22.5.
    expect([await season.entry(ann), await season.entry(bob)]).toMatchObject([
      { totalPoints: 48 * 38, weekendsPlayed: 50, weekendsWon: 50, tieBreak: null },
      { totalPoints: 48 * 23, picks: { first: 0, second: 0, third: 50 } },
    ])
    await season.rounds[0]!.result([3, 2])
    await season.settle()
    // 50 × 1.5 is 75.
    expect(await season.entry(bob)).toMatchObject({
      totalPoints: 75 + 47 * 23,
      weekendsWon: 1,
      bestWeekend: { weekendId: season.rounds[0]!.weekendId, points: 50 },
    })
    expect(await season.entry(ann)).toMatchObject({ totalPoints: 48 * 38, weekendsWon: 49 })
    const states = (await season.entry(ann)).rounds.map(({ state }) => state)
    expect(states.slice(0, 48).every((state) => state === 'counted')).toBe(true)
    expect(states.slice(48)).toEqual(['dropped', 'dropped'])
  })

  test('is won no more by a fan whose points stay, when a correction gives others more', async () => {
    const { season, ann, bob, at } = await setUp(1)
    const second = aRace({ weekendId: at(1).weekendId, startTime: null, sessionType: 'race2' })
    await at(1).scenario.race(second)
    await at(1).result([1, 2])
    const cars: number[] = await database('cars')
      .where({ weekend_id: at(1).weekendId })
      .orderBy('id')
      .pluck('id')
    await at(1).scenario.result(second.id, [cars[3]!])
    await at(1).complete()
    await season.settle()
    expect([await season.entry(ann), await season.entry(bob)]).toMatchObject([{ weekendsWon: 1 }, { weekendsWon: 0 }])
    await at(1).scenario.result(second.id, [cars[1]!])
    await season.settle()
    expect([await season.entry(ann), await season.entry(bob)]).toMatchObject([
      { weekendsWon: 0, totalPoints: 50 },
      { weekendsWon: 1, totalPoints: 75 },
    ])
  })

  test('of a category whose tips were removed is none of theirs, and who has no other tip leaves', async () => {
    const { season, ann, at } = await setUp(1)
    const support = aRace({ weekendId: at(1).weekendId, category: 'Dunlop Super2 Series', startTime: null })
    await at(1).scenario.race(support)
    const [car] = await at(1).scenario.cars(1, 'Dunlop Super2 Series')
    const cat = await season.fan('cat')
    await at(1).scenario.tip(cat, car!, { category: 'Dunlop Super2 Series' })
    await season.settle()
    expect(await season.entry(cat)).toMatchObject({ totalPoints: 0 })
    await database.transaction((sql) => projectRace(sql, { ...support, deleted: true }))
    await season.settle()
    expect(await season.read()).toMatchObject({ total: 2, entries: [{ userId: ann }, {}] })
  })
})

describe('rules and rounds', () => {
  test('a change of rules appears as one new version, and one that changes nothing as none', async () => {
    const { season, ann, at } = await setUp(2)
    await at(1).result()
    await at(2).result([2, 1])
    await season.settle()
    const { version } = await season.read()
    await season.change({ name: 'Renamed', jokers: 3, status: 'completed' })
    await season.settle()
    expect(await season.read()).toMatchObject({ version })
    await season.change({ countBest: 1 })
    await season.settle()
    expect(await season.read()).toMatchObject({ version: version + 1 })
    expect(await season.states(ann)).toBe('counted 50,dropped 25')
    await season.change({ countBest: 7 })
    await season.settle()
    expect(await season.states(ann)).toBe('counted 50,counted 25')
  })

  test('rounds stand in the order of the season, count by their multiplier, and leave with their points', async () => {
    const { season, ann, at } = await setUp(3)
    for (const place of [1, 2, 3]) await at(place).result()
    const [first, second, third] = [at(1), at(2), at(3)].map(({ weekendId }) => weekendId)
    await season.settle()
    await season.change({
      weekends: [
        { weekendId: third!, round: 1, multiplier: 1.5 },
        { weekendId: first!, round: 2, multiplier: 3 },
        { weekendId: second!, round: 3, multiplier: 1 },
      ],
    })
    await season.settle()
    expect(await season.entry(ann)).toMatchObject({
      totalPoints: 275,
      rounds: [
        { weekendId: third, seasonPoints: 75 },
        { weekendId: first, seasonPoints: 150 },
        { weekendId: second, seasonPoints: 50 },
      ],
    })
    await season.change({ weekends: [{ weekendId: first!, round: 1, multiplier: 3 }] })
    await season.settle()
    expect(await season.entry(ann)).toMatchObject({ totalPoints: 150, rounds: [{ weekendId: first }] })
  })

  test('a deleted weekend counts no more at once, also before its season says so', async () => {
    const { season, ann, at } = await setUp(2)
    await at(1).result()
    await at(2).result()
    await season.settle()
    await at(2).change({ deleted: true })
    await season.settle()
    expect(await season.states(ann)).toBe('counted 50')
  })

  test('the leaderboard of a deleted season goes with its rows', async () => {
    const { season, at } = await setUp(1)
    await at(1).result()
    await season.settle()
    const { id } = await database('season_boards').where({ season_id: season.seasonId }).first('id')
    await season.change({ deleted: true })
    expect(await season.read()).toMatchObject({ version: 0, total: 0, entries: [] })
    await refreshSeasonBoards(database)
    for (const table of ['season_standings', 'season_ranks'])
      expect(await database(table).where({ board_id: id })).toEqual([])
  })
})

describe('participants', () => {
  test('who tips late in the season missed the rounds before', async () => {
    const { season, at } = await setUp(3, { missedWeekend: 'average', countBest: 2 })
    for (const place of [1, 2]) {
      await at(place).result()
      await at(place).complete()
    }
    const cat = await season.fan('cat')
    await at(3).tip(cat, 1)
    await at(3).result()
    await season.settle()
    expect(await season.states(cat)).toBe('missed 37,dropped 37,counted 50')
    expect(await season.entry(cat)).toMatchObject({ totalPoints: 87, positionChange: 0 })
  })

  test('share the title where all is equal, and are separated by what decides first', async () => {
    const { season, ann, bob, at } = await setUp(2)
    const [cat, dan] = [await season.fan('cat'), await season.fan('dan')]
    await at(1).tip(cat, 1)
    await at(2).tip(cat, 1)
    await at(1).tip(dan, 1)
    await at(2).tip(dan, 4)
    await at(1).result()
    await at(2).result([4, 2])
    await at(1).complete()
    await season.settle()
    expect((await season.read()).entries).toMatchObject([
      { userId: dan, position: 1, totalPoints: 100, tieBreak: null },
      { userId: ann, position: 2, totalPoints: 50, tieBreak: 'shared' },
      { userId: cat, position: 2, totalPoints: 50, tieBreak: 'shared' },
      { userId: bob, position: 4, totalPoints: 50, tieBreak: 'weekends-won' },
    ])
  })

  test('move against the end of the previous completed round', async () => {
    const { season, ann, bob, at } = await setUp(3)
    await at(1).result()
    await at(1).complete()
    await season.settle()
    expect(await season.entry(ann)).toMatchObject({ position: 1, positionChange: 0 })
    await at(2).result([2])
    await season.settle()
    expect([await season.entry(bob), await season.entry(ann)]).toMatchObject([
      { position: 1, positionChange: 1 },
      { position: 2, positionChange: -1 },
    ])
    await at(3).result([3])
    await season.settle()
    // Round 2 is not completed: the standings after round 1 are still the last ones.
    expect(await season.entry(bob)).toMatchObject({ position: 1, positionChange: 1 })
    await at(2).complete()
    await season.settle()
    expect(await season.entry(bob)).toMatchObject({ position: 1, positionChange: 0 })
  })

  test('get a new version with their new names, also where nothing else changes', async () => {
    const { season, ann } = await setUp(1)
    await season.settle()
    const { version } = await season.read()
    const team = aUser({ id: ann, username: 'ann', avatarConfig: { team: 'Racing' } })
    await database.transaction((sql) => projectUser(sql, team))
    await season.settle()
    expect(await season.read()).toMatchObject({ version: version + 1 })
    await database.transaction((sql) => projectUser(sql, aUser({ id: ann, username: 'zoë' })))
    await season.settle()
    expect((await season.read()).entries.map(({ username }) => username)).toEqual(['bob', 'zoë'])
    await database.transaction((sql) => projectUser(sql, aUser({ id: `${ann}-other`, username: 'else' })))
    await season.settle()
    expect(await season.read()).toMatchObject({ version: version + 2 })
  })

  test('whose account is deleted stay without a name, and gain nothing from rounds they miss afterwards', async () => {
    const { season, ann, bob, at } = await setUp(3, { missedWeekend: 'lowest' })
    const cat = await season.fan('cat')
    await at(1).tip(cat, 1)
    await at(1).result()
    await at(2).result()
    await at(1).complete()
    await at(2).complete()
    await database.transaction((sql) => projectUser(sql, aUser({ id: cat, username: 'cat', deleted: true })))
    await at(3).result()
    await at(3).complete()
    await season.settle()
    expect(await season.entry(cat)).toMatchObject({ username: null, totalPoints: 75 })
    expect(await season.states(cat)).toBe('counted 50,missed 25,before')
    await at(1).result([2, 1])
    await season.settle()
    expect(await season.states(cat)).toBe('counted 25,missed 25,before')
    expect([await season.entry(ann), await season.entry(bob)]).toMatchObject([
      { totalPoints: 125 },
      { totalPoints: 100 },
    ])
  })
})

describe('jokers', () => {
  const play = (userId: string, seasonId: number, weekendId: number) =>
    playJoker({ database })(aFan({ userId }), seasonId, { weekendId })
  const ownEntry = async (seasonId: number, userId: string) => {
    const { entries } = await seasonLeaderboardReadModel(database).entriesOf({ seasonId, groupId: null }, [userId])
    return entries[0]
  }

  test('are seen by their fan at once, and by all others from the lock of the weekend on', async () => {
    const { season, ann, at } = await setUp(2, { jokers: 1 })
    await season.settle()
    const { version } = await season.read()
    await play(ann, season.seasonId, at(2).weekendId)
    await season.settle()
    const jokers = [{ weekendId: at(2).weekendId }]
    expect(await season.read()).toMatchObject({ version, entries: [{ userId: ann, jokers: [], joker: null }, {}] })
    expect(await ownEntry(season.seasonId, ann)).toMatchObject({ jokers, joker: jokers[0] })
    await at(2).scenario.close(at(2).raceId)
    await season.settle()
    expect(await season.read()).toMatchObject({
      version: version + 1,
      entries: [{ userId: ann, jokers }, { jokers: [] }],
    })
    await at(2).result()
    await season.settle()
    expect(await season.states(ann)).toBe('counted 100')
  })

  test('are seen when the lock passes, without any other change', async () => {
    const { season, ann, at } = await setUp(1, { jokers: 1 })
    await play(ann, season.seasonId, at(1).weekendId)
    await database('races')
      .where({ race_id: at(1).raceId })
      .update({
        locks_at: database.raw(`clock_timestamp() + interval '1 second'`),
      })
    await season.settle()
    expect(await season.entry(ann)).toMatchObject({ joker: null })
    await vi.waitFor(
      async () => {
        await refreshSeasonBoards(database)
        expect(await season.entry(ann)).toMatchObject({ joker: { weekendId: at(1).weekendId } })
      },
      { timeout: 20_000 },
    )
  })

  test('that are given back change the row of their fan', async () => {
    const { season, ann, bob, at } = await setUp(2, { jokers: 1 })
    await play(ann, season.seasonId, at(1).weekendId)
    await at(1).result()
    await season.settle()
    expect(await season.entry(ann)).toMatchObject({ totalPoints: 100, joker: { weekendId: at(1).weekendId } })
    await at(1).result([])
    await at(1).complete()
    await returnJokersOfVoidRounds(database)
    await season.settle()
    expect(await season.entry(ann)).toMatchObject({ totalPoints: 0, joker: null })
    await at(1).result()
    await season.settle()
    expect([await season.entry(ann), await season.entry(bob)]).toMatchObject([{ totalPoints: 50 }, { totalPoints: 25 }])
  })
})

describe('the refresh', () => {
  test('waits with newcomers, but not with results', async () => {
    const { season, at } = await setUp(1)
    await database('scopes').update({ refreshed_at: '-infinity' })
    await refreshBoards(database)
    await database('seasons_to_refresh').where({ due_at: '-infinity' }).delete()
    await refreshSeasonBoards(database)
    expect(await season.read()).toMatchObject({ version: 0, total: 0 })
    await at(1).result()
    await refreshSeasonBoards(database)
    expect(await season.read()).toMatchObject({ version: 1, total: 2 })
  })

  test('of the open season waits until the groups’ leaderboards are published, unless their publisher has stalled', async () => {
    const { season, at } = await setUp(1)
    await at(1).result()
    await settleBoards(database)
    const pending = {
      weekend_id: at(1).weekendId,
      race_id: at(1).raceId,
      revision: 1,
      cause: '{}',
      announcements: '[]',
    }
    await database('pending_scoring_events').insert(pending)
    await refreshSeasonBoards(database)
    expect(await season.read()).toMatchObject({ version: 0 })
    await database('pending_scoring_events').update({ resumed_at: new Date(Date.now() - 60_000) })
    await refreshSeasonBoards(database)
    expect(await season.read()).toMatchObject({ version: 1 })
    await database('pending_scoring_events').delete()
  })

  test('by many processes at once gives one version', async () => {
    const { season, at } = await setUp(1)
    await at(1).result()
    await settleBoards(database)
    await Promise.all(Array.from({ length: 6 }, () => refreshSeasonBoards(database)))
    await season.settle()
    expect(await season.versions()).toEqual([1])
  })

  test('that is killed leaves nothing half done, and the next one does it', async () => {
    const { season, ann, at } = await setUp(2)
    await at(1).result()
    await season.settle()
    const before = await season.read()
    await at(2).result()
    await settleBoards(database)
    const blocker = await database.transaction()
    await blocker.raw('lock table season_ranks in access exclusive mode')
    const refreshed = refreshSeasonBoards(database).then(
      () => 'refreshed',
      () => 'killed',
    )
    await vi.waitFor(async () => expect(await lockWaiters(blocker)).toHaveLength(1), { timeout: 30_000 })
    const [pid] = await lockWaiters(blocker)
    await blocker.raw('select pg_terminate_backend(:pid)', { pid })
    expect(await refreshed).toBe('killed')
    await blocker.rollback()
    expect(await season.read()).toEqual(before)
    await refreshSeasonBoards(database)
    expect(await season.entry(ann)).toMatchObject({ totalPoints: 100 })
  })

  test('reads more participants than fit in a batch, in all ways', async () => {
    const { season, at } = await setUp(1)
    await at(1).result()
    const { id } = await database('scopes')
      .where({ weekend_id: at(1).weekendId, group_id: null })
      .first('id')
    const COUNT = 5_500
    await database.raw(
      `insert into users (id, sort_name) select 'many-' || n, 'many' from generate_series(1, :count) n`,
      { count: COUNT },
    )
    await database.raw(
      `insert into standings (scope_id, user_id, sort_name, since_version, total)
       select :id, 'many-' || n, 'many', 1, 10 from generate_series(1, :count) n`,
      { id, count: COUNT },
    )
    await season.settle()
    expect(await season.read()).toMatchObject({ total: COUNT + 2 })
    await database.raw(
      `update standings set total = 20, changed_version = (select version + 1 from scopes where id = :id)
       where scope_id = :id and sort_name = 'many'`,
      { id },
    )
    await database('scopes').where({ id }).increment('version')
    await database('seasons_to_refresh').insert({ season_id: season.seasonId })
    await season.settle()
    const { rows } = await database.raw(
      `select total, count(*)::integer as count from season_standings where sort_name = 'many' group by total`,
    )
    expect(rows).toEqual([{ total: 20, count: COUNT }])
    await database('standings').where({ scope_id: id, sort_name: 'many' }).delete()
    await database('seasons_to_refresh').insert({ season_id: season.seasonId, is_full: true })
    await season.settle()
    expect(await season.read()).toMatchObject({ total: 2 })
  })
})
