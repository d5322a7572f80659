import { randomUUID } from 'node:crypto'
import { databaseTime, type Transaction } from '@purple-sector/database'
import type { TestDatabase } from '@purple-sector/testing'
import { aFan, aSeason, aUser, hoursFromNow } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { applySeason } from '../../test/season-scenario.ts'
import { createTippingDatabase, createTippingScenario, finalizeAttempt } from '../../test/tipping-scenario.ts'
import { closeNow } from '../locks/close-now.ts'
import { projectUser } from '../projections/user-projection.ts'
import { projectWeekend } from '../projections/weekend-projection.ts'
import { projectSeason } from '../seasons/season-projection.ts'
import { playJoker, takeBackJoker } from './play-joker.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase(20)
})
afterAll(() => testDatabase.drop())

/** Two rounds whose races are open, and a fan. */
const setUpSeason = async (jokers = 1) => {
  const { database } = testDatabase
  const scenarios = [await createTippingScenario(database), await createTippingScenario(database)] as const
  const races = [await scenarios[0].race({ startTime: hoursFromNow(3) }), await scenarios[1].race()] as const
  const [first, second] = [scenarios[0].weekendId, scenarios[1].weekendId]
  const season = aSeason({ weekendIds: [first, second], jokers })
  await applySeason(database, season)
  const fan = aFan()
  const play = (weekendId: number, insteadOf?: number) =>
    playJoker({ database })(fan, season.id, { weekendId, ...(insteadOf !== undefined && { insteadOf }) })
  const takeBack = (weekendId: number) => takeBackJoker({ database })(fan, season.id, weekendId)
  const played = async (): Promise<number[]> =>
    (await database('jokers').where({ season_id: season.id, user_id: fan.userId }).orderBy('played_at')).map(
      ({ weekend_id }) => weekend_id,
    )
  return { scenarios, races, first, second, season, fan, play, takeBack, played }
}

/** Waits until as many connections of this database wait for a lock. */
const waitForWaiters = (count: number) =>
  vi.waitFor(async () => {
    const { rows } = await testDatabase.database.raw(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(rows).toHaveLength(count)
  })

/** Runs `work` in a transaction that stays open until `release` is called. */
const holdOpen = async (work: (sql: Transaction) => Promise<unknown>): Promise<{ release(): Promise<void> }> => {
  const sql = await testDatabase.database.transaction()
  await work(sql)
  return {
    async release() {
      await sql.commit()
    },
  }
}

describe('a joker', () => {
  test('is played once, at the database’s time, and taken back', async () => {
    const { first, fan, play, takeBack, played } = await setUpSeason()
    const before = await databaseTime(testDatabase.database)
    await play(first)
    const [joker] = await testDatabase.database('jokers').where({ user_id: fan.userId })
    expect(joker.played_at.getTime()).toBeGreaterThanOrEqual(before.getTime() - 1)
    await play(first)
    expect(await testDatabase.database('jokers').where({ user_id: fan.userId })).toEqual([joker])
    await takeBack(first)
    await takeBack(first)
    expect(await played()).toEqual([])
  })

  test('is moved, also when the request is repeated', async () => {
    const { first, second, play, played } = await setUpSeason()
    await play(first)
    await play(second, first)
    await play(second, first)
    expect(await played()).toEqual([second])
    await expect(play(second)).resolves.toBeUndefined()
    await expect(play(first)).rejects.toMatchObject({ code: 'NO_JOKER_LEFT' })
  })

  test('is refused in an unknown season, in a weekend of another one, and in a deleted weekend', async () => {
    const { first, second, fan, play, takeBack, scenarios, season } = await setUpSeason(2)
    const other = await setUpSeason()
    const { database } = testDatabase
    await expect(playJoker({ database })(fan, 987_654, { weekendId: first })).rejects.toMatchObject({
      code: 'SEASON_NOT_FOUND',
    })
    await expect(takeBackJoker({ database })(fan, 987_654, first)).rejects.toMatchObject({ code: 'SEASON_NOT_FOUND' })
    await expect(play(other.first)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(play(first, second)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(takeBack(other.first)).resolves.toBeUndefined()
    const { weekendId } = scenarios[1]
    await scenarios[1].weekend({ deleted: true })
    await expect(play(weekendId)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await applySeason(database, { ...season, deleted: true })
    await expect(play(first)).rejects.toMatchObject({ code: 'SEASON_NOT_FOUND' })
  })

  test('belongs to one fan', async () => {
    const { first, season, play, played } = await setUpSeason()
    await playJoker(testDatabase)(aFan(), season.id, { weekendId: first })
    expect(await played()).toEqual([])
    await play(first)
    expect(await played()).toEqual([first])
  })

  test('can be moved but not added once the season gives fewer than were played', async () => {
    const { first, second, season, play, takeBack, played } = await setUpSeason(2)
    await play(first)
    await play(second)
    await applySeason(testDatabase.database, { ...season, jokers: 1, version: 2 })
    expect(await played()).toEqual([first, second])
    await takeBack(second)
    await play(second, first)
    expect(await played()).toEqual([second])
    await expect(play(first)).rejects.toMatchObject({ code: 'NO_JOKER_LEFT' })
  })
})

describe('the lock of jokers', () => {
  test('is that of the first session that is not practice, also where it does not count', async () => {
    const { scenarios, races, first, play } = await setUpSeason()
    const [scenario] = scenarios
    const practice = await scenario.race({ sessionType: 'practice' })
    await scenario.filter([races[0]])
    await scenario.close(practice)
    await play(first)
    const supportRace = await scenario.race({ category: 'Dunlop Super2 Series' })
    await scenario.close(supportRace)
    await expect(play(first)).rejects.toMatchObject({ code: 'JOKER_LOCKED' })
  })

  test('refuses to move a joker from a locked round, to one, and to take one back', async () => {
    const { scenarios, races, first, second, play, takeBack, played } = await setUpSeason(2)
    await play(first)
    await scenarios[0].close(races[0])
    await expect(play(second, first)).rejects.toMatchObject({ code: 'JOKER_LOCKED' })
    await expect(takeBack(first)).rejects.toMatchObject({ code: 'JOKER_LOCKED' })
    await play(second)
    await expect(play(first, second)).rejects.toMatchObject({ code: 'JOKER_LOCKED' })
    expect(await played()).toEqual([first, second])
  })

  test('closes a round that is completed, though no session of it locked', async () => {
    const { scenarios, second, play, takeBack } = await setUpSeason()
    await play(second)
    await scenarios[1].weekend({ status: 'completed' })
    await expect(play(second)).rejects.toMatchObject({ code: 'JOKER_LOCKED' })
    await expect(takeBack(second)).rejects.toMatchObject({ code: 'JOKER_LOCKED' })
  })

  test.each([
    ['reopened', { reopened: 1, startTime: hoursFromNow(9) }],
    ['deleted', { deleted: true }],
  ])('stays when the session is %s', async (_words, change) => {
    const { scenarios, races, first, play } = await setUpSeason()
    await scenarios[0].close(races[0])
    await scenarios[0].race({ id: races[0], startTime: hoursFromNow(3), ...change })
    await expect(play(first)).rejects.toMatchObject({ code: 'JOKER_LOCKED' })
  })

  test('comes with a reopening even if tipping had not seen the session lock', async () => {
    const { scenarios, races, first, play } = await setUpSeason()
    await scenarios[0].race({ id: races[0], startTime: hoursFromNow(9), reopened: 1 })
    await expect(play(first)).rejects.toMatchObject({ code: 'JOKER_LOCKED' })
  })

  test('follows a session that is moved or deleted before it locks, and a reopened practice', async () => {
    const { scenarios, races, first, play, takeBack } = await setUpSeason()
    const [scenario] = scenarios
    const practice = await scenario.race({ sessionType: 'practice' })
    await scenario.close(practice)
    await scenario.race({ id: practice, sessionType: 'practice', reopened: 1 })
    await scenario.race({ id: races[0], startTime: hoursFromNow(9) })
    await play(first)
    await scenario.race({ id: races[0], startTime: hoursFromNow(9), deleted: true })
    await takeBack(first)
  })

  test('ends with a provisional lock whose write is not stored', async () => {
    const { scenarios, races, first, play, played } = await setUpSeason()
    const attempt = randomUUID()
    await scenarios[0].close(races[0], attempt)
    await expect(play(first)).rejects.toMatchObject({ code: 'JOKER_LOCKED' })
    await finalizeAttempt(testDatabase.database, { raceId: races[0], attempt, isStored: false })
    await play(first)
    expect(await played()).toEqual([first])
  })
})

describe('between two connections', () => {
  test('a joker that waits for the close of a session is refused', async () => {
    const { races, first, play, takeBack, played } = await setUpSeason()
    const closing = await holdOpen((sql) => closeNow(sql, races[0], first))
    const outcomes = Promise.allSettled([play(first), takeBack(first)])
    await waitForWaiters(2)
    await closing.release()
    const errors = (await outcomes).map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'accepted'))
    expect(errors).toEqual(['JOKER_LOCKED', 'JOKER_LOCKED'])
    expect(await played()).toEqual([])
  })

  test('a move that waits for the close of either round is refused and keeps its joker', async () => {
    const { races, first, second, play, played } = await setUpSeason()
    await play(first)
    for (const [raceId, weekendId] of [
      [races[1], second],
      [races[0], first],
    ] as const) {
      const closing = await holdOpen((sql) => closeNow(sql, raceId, weekendId))
      const moved = play(second, first).catch((error: unknown) => error)
      await waitForWaiters(1)
      await closing.release()
      expect(await moved).toMatchObject({ code: 'JOKER_LOCKED' })
    }
    expect(await played()).toEqual([first])
  })

  test('jokers played around the close are played before the lock, or refused', async () => {
    const { races, scenarios, first, season } = await setUpSeason()
    const fans = Array.from({ length: 60 }, () => aFan())
    const requests = fans.map((fan) => playJoker(testDatabase)(fan, season.id, { weekendId: first }))
    await requests[0]
    await scenarios[0].close(races[0])
    const outcomes = await Promise.allSettled([
      ...requests,
      playJoker(testDatabase)(aFan(), season.id, { weekendId: first }),
    ])
    const { locks_at } = await testDatabase.database('races').where({ race_id: races[0] }).first('locks_at')
    const jokers = await testDatabase.database('jokers').where({ season_id: season.id })
    expect(jokers).toHaveLength(outcomes.filter(({ status }) => status === 'fulfilled').length)
    expect(jokers.every(({ played_at }) => played_at < locks_at)).toBe(true)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'JOKER_LOCKED' })
    expect(outcomes.at(-1)?.status).toBe('rejected')
  })

  test('a joker that waits for the completion of the weekend is refused', async () => {
    const { scenarios, second, play, played } = await setUpSeason()
    const weekend = await scenarios[1].weekend()
    const completion = await holdOpen((sql) => projectWeekend(sql, { ...weekend, status: 'completed' }))
    const joker = play(second).catch((error: unknown) => error)
    await waitForWaiters(1)
    await completion.release()
    expect(await joker).toMatchObject({ code: 'JOKER_LOCKED' })
    expect(await played()).toEqual([])
  })

  test('two requests at once never play more jokers than there are', async () => {
    const { first, second, play, played } = await setUpSeason()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => play(index % 2 ? first : second)),
    )
    expect(await played()).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'NO_JOKER_LEFT' })
  })

  test('a hundred requests of one fan play no more jokers than there are', async () => {
    const { first, second, play, takeBack, played } = await setUpSeason()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) =>
        index % 10 === 9 ? takeBack(first) : index % 2 ? play(second) : index % 4 ? play(first) : play(first, second),
      ),
    )
    expect((await played()).length).toBeLessThanOrEqual(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(['NO_JOKER_LEFT', 'BAD_REQUEST']).toContain(outcome.reason.code)
  })

  test('a joker waits for a change of the season, and is judged by it', async () => {
    const { first, season, play } = await setUpSeason()
    const change = await holdOpen((sql) => projectSeason(sql, { ...season, jokers: 0, version: 2 }))
    const joker = play(first).catch((error: unknown) => error)
    await waitForWaiters(1)
    await change.release()
    expect(await joker).toMatchObject({ code: 'NO_JOKER_LEFT' })
  })
})

describe('a deleted account', () => {
  const remove = (userId: string) => (sql: Transaction) => projectUser(sql, aUser({ id: userId, deleted: true }))

  test('loses the jokers that have not locked, keeps locked ones, and plays none', async () => {
    const { scenarios, races, first, second, fan, play, played } = await setUpSeason(2)
    await play(first)
    await play(second)
    await scenarios[0].close(races[0])
    await testDatabase.database.transaction(remove(fan.userId))
    expect(await played()).toEqual([first])
    await expect(play(second)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('plays none while it is being deleted', async () => {
    const { first, fan, play, played } = await setUpSeason()
    const deletion = await holdOpen(remove(fan.userId))
    const joker = play(first).catch((error: unknown) => error)
    await waitForWaiters(1)
    await deletion.release()
    expect(await joker).toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await played()).toEqual([])
  })
})
