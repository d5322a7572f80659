import { openCompetition } from '@purple-sector/contracts/tipping/scope'
import type { TestDatabase } from '@purple-sector/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyAward } from '../../test/recorded-scenario.ts'
import {
  createTippingDatabase,
  createTippingScenario,
  SUPER2,
  type TippingScenario,
} from '../../test/tipping-scenario.ts'
import { type Leaderboard, leaderboardReadModel } from '../leaderboards/leaderboard-read-model.ts'
import { scoreRace } from './score-race.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

const findOpenBoard = async (scenario: TippingScenario): Promise<Leaderboard> => {
  const board = await leaderboardReadModel(testDatabase.database).find(openCompetition(scenario.weekendId))
  if (!board) throw new Error('no board')
  return board
}
const readPage = async (board: Leaderboard, viewer: string | null = null) => {
  const { entries } = await leaderboardReadModel(testDatabase.database).page(board, { limit: 100, offset: 0, viewer })
  return entries
}
const readRows = async (board: Leaderboard, viewer: string | null = null) =>
  (await readPage(board, viewer)).map((entry) => [entry.username, entry.position, entry.totalPoints])
const readLedger = async (raceId: number) =>
  (await everyAward(testDatabase.database, raceId)).map(({ place, points, from_revision, to_revision, user_id }) => ({
    place,
    points,
    from_revision,
    to_revision,
    user_id,
  }))
const readEvents = async (scenario: TippingScenario) => {
  const { rows } = await testDatabase.database.raw(
    `select type, data from outbox where key = ? and type in ('tipping.board-changed.v1', 'tipping.session-scored.v1')
     order by id`,
    [`weekend/${scenario.weekendId}`],
  )
  return rows
}

describe('scoring a race', () => {
  test('awards its points to first, second and third, and ties share a position', async () => {
    const scenario = await createTippingScenario(testDatabase.database)
    const race = await scenario.race()
    const [a, b, c, d] = await scenario.cars(4)
    for (const [name, car] of [
      ['ann', a],
      ['Bea', b],
      ['cat', b],
      ['dan', c],
      ['eve', d],
    ] as const)
      await scenario.tip(await scenario.fan(name), car!)
    await scenario.result(race, [a!, b!, c!, d!])
    expect(await readRows(await findOpenBoard(scenario))).toEqual([
      ['ann', 1, 50],
      ['Bea', 2, 25],
      ['cat', 2, 25],
      ['dan', 4, 15],
      ['eve', 5, 0],
    ])
    const [ann, bea, , , eve] = await readPage(await findOpenBoard(scenario))
    expect(ann).toMatchObject({ picks: { first: 1, second: 0, third: 0 }, tieBreak: null, tipsSubmitted: 1 })
    expect(bea).toMatchObject({ tieBreak: 'shared', positionChange: 0 })
    expect(eve).toMatchObject({ tieBreak: null })
  })

  test('awards less for a support category and breaks a tie by picks', async () => {
    const scenario = await createTippingScenario(testDatabase.database)
    const race1 = await scenario.race({
      category: SUPER2,
      sessionType: 'race1',
      pointsAwarded: { first: 10, second: 5, third: 0 },
    })
    const race2 = await scenario.race({
      category: SUPER2,
      sessionType: 'race2',
      pointsAwarded: { first: 10, second: 5, third: 0 },
    })
    const [a, b] = await scenario.cars(2, SUPER2)
    const winner = await scenario.fan('winner')
    const second = await scenario.fan('second')
    await scenario.tip(second, b!, { category: SUPER2 })
    await scenario.result(race1, [a!, b!])
    await scenario.tip(winner, a!, { category: SUPER2 })
    await scenario.result(race2, [a!, b!])
    expect(await readPage(await findOpenBoard(scenario))).toMatchObject(
      [
        { username: 'second', totalPoints: 10, position: 2 },
        { username: 'winner', totalPoints: 10, position: 1 },
      ]
        .reverse()
        .map((row) => ({ ...row, tieBreak: 'first' })),
    )
  })

  test('uses the tip in force when the race locked, not a later one', async () => {
    const scenario = await createTippingScenario(testDatabase.database)
    const race1 = await scenario.race({ sessionType: 'race1' })
    const race2 = await scenario.race({ sessionType: 'race2' })
    const [a, b] = await scenario.cars(2)
    const fan = await scenario.fan('fan')
    await scenario.tip(fan, a!)
    await scenario.close(race1)
    await scenario.tip(fan, b!)
    await scenario.result(race1, [a!, b!])
    expect(await readRows(await findOpenBoard(scenario))).toEqual([['fan', 1, 50]])
    await scenario.result(race2, [a!, b!])
    expect(await readRows(await findOpenBoard(scenario))).toEqual([['fan', 1, 75]])
  })

  test('awards nothing and gives no positions for practice and races outside the filter', async () => {
    const scenario = await createTippingScenario(testDatabase.database)
    const practice = await scenario.race({ sessionType: 'practice' })
    const race = await scenario.race()
    const other = await scenario.race({ sessionType: 'race2' })
    await scenario.filter([other])
    const [a] = await scenario.cars(1)
    await scenario.tip(await scenario.fan('fan'), a!)
    await scenario.result(practice, [a!])
    await scenario.result(race, [a!])
    expect(await readRows(await findOpenBoard(scenario))).toEqual([['fan', null, 0]])
    expect((await readEvents(scenario)).filter(({ type }: { type: string }) => type.includes('scored'))).toMatchObject([
      { data: { raceId: practice, kind: 'completed' } },
      { data: { raceId: race, kind: 'completed' } },
    ])
  })

  test('completes a race once that was withdrawn before it was scored', async () => {
    const scenario = await createTippingScenario(testDatabase.database)
    const race = await scenario.race()
    const [a] = await scenario.cars(1)
    await scenario.tip(await scenario.fan('fan'), a!)
    await scenario.publish(race, [a!])
    await scenario.publish(race, [])
    await scenario.score(race)
    expect(await readRows(await findOpenBoard(scenario))).toEqual([['fan', null, 0]])
    await scenario.result(race, [a!])
    expect((await readEvents(scenario)).filter(({ type }: { type: string }) => type.includes('scored'))).toMatchObject([
      { data: { kind: 'completed', revision: 1 } },
      { data: { kind: 'withdrawn', revision: 2, status: 'cancelled' } },
      { data: { kind: 'corrected', revision: 3 } },
    ])
    expect(await readRows(await findOpenBoard(scenario))).toEqual([['fan', 1, 50]])
  })

  test('writes nothing for a repeated request', async () => {
    const scenario = await createTippingScenario(testDatabase.database)
    const race = await scenario.race()
    const [a] = await scenario.cars(1)
    await scenario.tip(await scenario.fan('fan'), a!)
    await scenario.result(race, [a!])
    const statements: string[] = []
    const recordSql = ({ sql }: { sql: string }) => statements.push(sql)
    testDatabase.database.on('query', recordSql)
    expect(await scoreRace(testDatabase)(race)).toBe('nothing to do')
    testDatabase.database.removeListener('query', recordSql)
    expect(statements.some((sql) => sql.includes('scoring_requests'))).toBe(true)
    expect(statements.filter((sql) => !/^(BEGIN|COMMIT|select)/.test(sql))).toEqual([])
    expect(statements.filter((sql) => /tips|awards|standings/.test(sql))).toEqual([])
  })
})

describe('correcting a result', () => {
  const setUpScenario = async () => {
    const scenario = await createTippingScenario(testDatabase.database)
    const race = await scenario.race()
    const cars = await scenario.cars(4)
    const fans = []
    for (const [index, car] of cars.entries()) {
      const fan = await scenario.fan(`fan${index}`)
      fans.push(fan)
      await scenario.tip(fan, car)
    }
    await scenario.result(race, cars)
    return { scenario, race, cars, fans }
  }

  test('closes only the awards that differ and inserts their successors', async () => {
    const { scenario, race, cars, fans } = await setUpScenario()
    await scenario.result(race, [cars[1]!, cars[0]!, cars[2]!])
    expect(await readLedger(race)).toEqual([
      { place: 1, points: 50, from_revision: 1, to_revision: 2, user_id: fans[0] },
      { place: 2, points: 25, from_revision: 1, to_revision: 2, user_id: fans[1] },
      { place: 3, points: 15, from_revision: 1, to_revision: null, user_id: fans[2] },
      { place: 1, points: 50, from_revision: 2, to_revision: null, user_id: fans[1] },
      { place: 2, points: 25, from_revision: 2, to_revision: null, user_id: fans[0] },
    ])
    expect(await readPage(await findOpenBoard(scenario))).toMatchObject([
      { username: 'fan1', position: 1, positionChange: 1 },
      { username: 'fan0', position: 2, positionChange: -1 },
      { username: 'fan2', position: 3, positionChange: 0 },
      { username: 'fan3', position: 4, positionChange: 0 },
    ])
  })

  test('keeps every replaced award with the revisions for which it was in force', async () => {
    const { scenario, race, cars, fans } = await setUpScenario()
    const [a = 0, b = 0, c = 0, d = 0] = cars
    await scenario.result(race, [b, a, c])
    await scenario.result(race, [c, b, a])
    await scenario.result(race, [d, c])
    await scenario.result(race, [])
    await scenario.result(race, [a, b])
    const ledgerOf = async (fan = '') =>
      (await readLedger(race))
        .filter(({ user_id }) => user_id === fan)
        .map(({ place, points, from_revision, to_revision }) => [place, points, from_revision, to_revision])
    expect(await Promise.all(fans.map(ledgerOf))).toEqual([
      [
        [1, 50, 1, 2],
        [2, 25, 2, 3],
        [3, 15, 3, 4],
        [1, 50, 6, null],
      ],
      [
        [2, 25, 1, 2],
        [1, 50, 2, 3],
        [2, 25, 3, 4],
        [2, 25, 6, null],
      ],
      [
        [3, 15, 1, 3],
        [1, 50, 3, 4],
        [2, 25, 4, 5],
      ],
      [[1, 50, 4, 5]],
    ])
    // A row for each award in force, and for each that was closed without a successor.
    expect(await testDatabase.database('awards').where({ race_id: race })).toHaveLength(6)
  })

  test('gives no board a new version for a change of status alone, and announces it', async () => {
    const { scenario, race, cars } = await setUpScenario()
    const board = await findOpenBoard(scenario)
    const { version } = await leaderboardReadModel(testDatabase.database).page(board, { limit: 1, offset: 0 })
    await scenario.result(race, cars, { status: 'amended', reason: 'checked' })
    expect((await leaderboardReadModel(testDatabase.database).page(board, { limit: 1, offset: 0 })).version).toBe(
      version,
    )
    expect((await readEvents(scenario)).at(-1)).toMatchObject({
      data: { kind: 'status', status: 'amended', reason: 'checked', revision: 2 },
    })
    // The removal of a row below the podium gives no board a new version either, and is a correction.
    await scenario.result(race, cars.slice(0, 3))
    expect((await leaderboardReadModel(testDatabase.database).page(board, { limit: 1, offset: 0 })).version).toBe(
      version,
    )
    expect((await readEvents(scenario)).at(-1)).toMatchObject({ data: { kind: 'corrected', revision: 3 } })
  })

  test('removes awards and positions on a withdrawal and restores them with the result', async () => {
    const { scenario, race, cars } = await setUpScenario()
    await scenario.result(race, [])
    const board = await findOpenBoard(scenario)
    expect(await readRows(board)).toEqual(['fan0', 'fan1', 'fan2', 'fan3'].map((name) => [name, null, 0]))
    await scenario.result(race, cars)
    expect((await readRows(board))[0]).toEqual(['fan0', 1, 50])
    expect((await readEvents(scenario)).filter(({ type }: { type: string }) => type.includes('scored'))).toMatchObject([
      { data: { kind: 'completed' } },
      { data: { kind: 'withdrawn', status: 'cancelled' } },
      { data: { kind: 'corrected' } },
    ])
  })

  test('scores only the latest of several pending revisions and announces each after the boards of that one', async () => {
    const { scenario, race, cars } = await setUpScenario()
    await scenario.publish(race, [cars[2]!, cars[1]!, cars[0]!], { reason: 'time penalty' })
    await scenario.publish(race, [cars[3]!], { status: 'amended', reason: 'three disqualified' })
    await scoreRace(testDatabase)(race)
    expect((await readEvents(scenario)).slice(-3)).toMatchObject([
      { data: { entries: [{ totalPoints: 50 }, { totalPoints: 0 }, { totalPoints: 0 }, { totalPoints: 0 }] } },
      { data: { kind: 'corrected', revision: 2, status: 'official', reason: 'time penalty' } },
      { data: { kind: 'corrected', revision: 3, status: 'amended', reason: 'three disqualified' } },
    ])
    expect(
      await testDatabase.database('scoring_requests').where({ race_id: race }).orderBy('revision').select('state'),
    ).toEqual([{ state: 'done' }, { state: 'superseded' }, { state: 'done' }])
    expect((await readRows(await findOpenBoard(scenario)))[0]).toEqual(['fan3', 1, 50])
  })
})

describe('cars that change scored places', () => {
  const CHANGES_INSERT = 'insert into scoring_changes'

  /** Returns which tables the worker reads for awards while `action` runs. */
  const tablesRead = async (action: () => Promise<void>): Promise<('awards' | 'tips and awards')[]> => {
    const statements: string[] = []
    const recordSql = ({ sql }: { sql: string }) => statements.push(sql)
    testDatabase.database.on('query', recordSql)
    await action().finally(() => testDatabase.database.removeListener('query', recordSql))
    return statements
      .filter((sql) => sql.includes(CHANGES_INSERT))
      .map((sql) => (/\btips\b/.test(sql) ? 'tips and awards' : 'awards'))
  }

  /** Two groups beside the open competition; in one of them second and third earn the same. Ann tips everywhere. */
  const setUpScenario = async () => {
    const scenario = await createTippingScenario(testDatabase.database)
    const race = await scenario.race()
    const cars = await scenario.cars(4)
    const [ann, bob, cat, dan] = [
      await scenario.fan('ann'),
      await scenario.fan('bob'),
      await scenario.fan('cat'),
      await scenario.fan('dan'),
    ]
    const even = await scenario.group({
      useCustomPoints: true,
      customPoints: { [await categoryOf(race)]: { first: 9, second: 4, third: 4 } },
    })
    const strict = await scenario.group({ preventPointsUntilApproved: true })
    for (const group of [even, strict]) for (const fan of [ann, bob]) await scenario.join(group, fan)
    await scenario.join(strict, cat, false)
    const tips: [string, number, number?][] = [
      [ann, 1],
      [bob, 2],
      [cat, 0],
      [dan, 3],
      [ann, 2, even.groupId],
      [bob, 0, even.groupId],
      [ann, 1, strict.groupId],
      [bob, 0, strict.groupId],
      [cat, 1, strict.groupId],
    ]
    for (const [fan, car, groupId] of tips)
      await scenario.tip(fan, cars[car]!, groupId === undefined ? {} : { groupId })
    await scenario.result(race, cars)
    return { scenario, race, cars, even, strict, fans: { ann, bob, cat, dan } }
  }
  const categoryOf = async (raceId: number): Promise<number> =>
    (await testDatabase.database('races').where({ race_id: raceId }).first('category_id')).category_id
  const inForce = async (raceId: number) =>
    (
      await testDatabase
        .database('awards')
        .join('scopes', 'scopes.id', 'awards.scope_id')
        .where({ race_id: raceId })
        .whereNull('to_revision')
        .orderByRaw('group_id nulls first, user_id')
        .select('group_id', 'user_id', 'place', 'points', 'from_revision')
    ).map((row) => [row.group_id, row.user_id, row.place, row.points, row.from_revision])

  test('move the awards of their tippers in every scope, at its own points', async () => {
    const { scenario, race, cars, even, strict, fans } = await setUpScenario()
    const [a, b, c] = cars
    expect(await tablesRead(() => scenario.result(race, [a!, c!, b!]))).toEqual(['awards'])
    expect(await inForce(race)).toEqual([
      [null, fans.ann, 3, 15, 2],
      [null, fans.bob, 2, 25, 2],
      [null, fans.cat, 1, 50, 1],
      // The place differs and the points do not: the award is another one, the total is what it was.
      [even.groupId, fans.ann, 2, 4, 2],
      [even.groupId, fans.bob, 1, 9, 1],
      [strict.groupId, fans.ann, 3, 15, 2],
      [strict.groupId, fans.bob, 1, 50, 1],
    ])
    expect(await readRows(await findOpenBoard(scenario))).toEqual([
      ['cat', 1, 50],
      ['bob', 2, 25],
      ['ann', 3, 15],
      ['dan', 4, 0],
    ])
    const tables = await tablesRead(() => scenario.result(race, [b!, a!, c!]))
    expect(tables).toEqual(['awards'])
    expect(await readRows(await findOpenBoard(scenario))).toEqual([
      ['ann', 1, 50],
      ['cat', 2, 25],
      ['bob', 3, 15],
      ['dan', 4, 0],
    ])
  })

  test('close all awards on a withdrawal, and the next result reads the tips', async () => {
    const { scenario, race, cars } = await setUpScenario()
    const before = await inForce(race)
    expect(await tablesRead(() => scenario.result(race, []))).toEqual(['awards'])
    expect(await inForce(race)).toEqual([])
    expect(await tablesRead(() => scenario.result(race, cars))).toEqual(['tips and awards'])
    expect(await inForce(race)).toEqual(before.map((award) => [...award.slice(0, 4), 3]))
  })

  test('lead to a read of the tips if a car without an award comes in', async () => {
    const { scenario, race, cars, fans } = await setUpScenario()
    const [a, b, , d] = cars
    expect(await tablesRead(() => scenario.result(race, [b!, a!, d!]))).toEqual(['tips and awards'])
    expect((await inForce(race)).filter(([groupId]) => groupId === null)).toEqual([
      [null, fans.ann, 1, 50, 2],
      [null, fans.cat, 2, 25, 2],
      [null, fans.dan, 3, 15, 2],
    ])
  })

  test('lead to a read of all tips after a reopening, and only of awards from then on', async () => {
    const { scenario, race, cars, fans } = await setUpScenario()
    const [a, b, c] = cars
    await scenario.race({ id: race, reopened: 1 })
    await scenario.tip(fans.dan, a!)
    await scenario.tip(fans.cat, b!)
    const swap = [b!, a!, c!]
    expect(await tablesRead(() => scenario.result(race, swap))).toEqual(['tips and awards'])
    const openAwards = async () => (await inForce(race)).filter(([groupId]) => groupId === null)
    expect(await openAwards()).toEqual([
      [null, fans.ann, 1, 50, 2],
      [null, fans.bob, 3, 15, 1],
      // Of another tip, on the car that comes first now: place and points are what they were.
      [null, fans.cat, 1, 50, 1],
      [null, fans.dan, 2, 25, 2],
    ])
    expect(await tablesRead(() => scenario.result(race, [a!, b!, c!]))).toEqual(['awards'])
    expect(await openAwards()).toEqual([
      [null, fans.ann, 2, 25, 3],
      [null, fans.bob, 3, 15, 1],
      [null, fans.cat, 2, 25, 3],
      [null, fans.dan, 1, 50, 3],
    ])
  })

  test.each([
    ['category', { category: SUPER2 }],
    ['kind', { sessionType: 'practice' as const }],
  ])('lead to a read of all tips if the race had another %s meanwhile', async (_, overrides) => {
    const { scenario, race, cars } = await setUpScenario()
    const [a, b, c] = cars
    await scenario.race({ id: race, ...overrides })
    await scenario.race({ id: race })
    expect(await tablesRead(() => scenario.result(race, [b!, a!, c!]))).toEqual(['tips and awards'])
  })

  test('lead to a read of all tips after a revision that did not store what its awards were found by', async () => {
    const { scenario, race, cars } = await setUpScenario()
    const [a, b, c] = cars
    const { awards_key } = await testDatabase.database('races').where({ race_id: race }).first('awards_key')
    await scenario.result(race, [b!, a!, c!])
    // As a worker of the previous version leaves it.
    await testDatabase.database('races').where({ race_id: race }).update({ awards_key })
    expect(await tablesRead(() => scenario.result(race, [a!, b!, c!]))).toEqual(['tips and awards'])
  })
})

describe('board events', () => {
  test('are appended for the open competition before the groups, and for the race after them', async () => {
    const scenario = await createTippingScenario(testDatabase.database)
    const race = await scenario.race()
    const [a, b] = await scenario.cars(2)
    const [ann, bob] = [await scenario.fan('ann'), await scenario.fan('bob')]
    const { groupId } = await scenario.group()
    await scenario.join({ groupId }, ann)
    await scenario.join({ groupId }, bob)
    await scenario.tip(ann, a!, { groupId })
    await scenario.tip(bob, b!)
    await scenario.result(race, [a!, b!])
    expect(await readEvents(scenario)).toMatchObject([
      {
        data: {
          groupId: null,
          version: 1,
          reason: 'result',
          total: 1,
          part: 1,
          parts: 1,
          entries: [{ userId: bob, totalPoints: 25, position: 1 }],
          ranks: [{ points: 25, firsts: 0, seconds: 1, thirds: 0, count: 1, position: 1 }],
          changed: [{ userId: bob, totalPoints: 25, seconds: 1 }],
        },
      },
      {
        data: {
          groupId,
          total: 2,
          entries: [
            { userId: ann, totalPoints: 50, position: 1 },
            { userId: bob, totalPoints: 0, position: 2 },
          ],
          ranks: [
            { points: 50, count: 1, position: 1 },
            { points: 0, count: 1, position: 2 },
          ],
          changed: [
            { userId: ann, totalPoints: 50 },
            { userId: bob, totalPoints: 0 },
          ],
        },
      },
      { type: 'tipping.session-scored.v1', data: { raceId: race } },
    ])
  })
})
