import type { TestDatabase } from '@purple-sector/testing'
import { nextId } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTippingDatabase } from '../../test/tipping-scenario.ts'
import type { SeasonScore } from './season-points.ts'
import { findBoardsWithAnyOf, rankSeasonRows, saveSeasonRows } from './season-rows-sql.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

let boardId = 0
beforeEach(() => {
  boardId = nextId()
})

const scoreOf = (...columns: number[]): SeasonScore => {
  const [totalPoints = 0, weekendsWon = 0, bestWeekend = 0, firsts = 0, seconds = 0, thirds = 0] = columns
  return { totalPoints, weekendsWon, bestWeekend, firsts, seconds, thirds }
}
const rowOf = (userId: string, score = scoreOf(), board = boardId) => ({
  ...{ boardId: board, userId, sortName: userId, isHidden: false, score, previousScore: null, states: '' },
  ...{ points: [], seasonPoints: [], picks: [], won: [], jokers: [] },
})

describe('two rows', () => {
  const rank = async (...scores: SeasonScore[]) => {
    const { database } = testDatabase
    await database.transaction(async (sql) => {
      await saveSeasonRows(
        sql,
        scores.map((score, index) => rowOf(`fan-${index}`, score)),
      )
      await rankSeasonRows(sql, [boardId], [true])
    })
    return database('season_ranks')
      .where({ board_id: boardId })
      .orderBy('position')
      .select('total', 'position', 'tie_break')
  }

  test.each([
    [[2], [1, 9, 9, 9, 9, 9], null],
    [[1, 1], [1, 0, 9, 9, 9, 9], 'weekends-won'],
    [[1, 1, 2], [1, 1, 1, 9, 9, 9], 'best-weekend'],
    [[1, 1, 1, 1], [1, 1, 1, 0, 9, 9], 'first'],
    [[1, 1, 1, 1, 1], [1, 1, 1, 1, 0, 9], 'second'],
    [[1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 0], 'third'],
  ])('with %j and %j are separated by %s', async (better, other, tieBreak) => {
    const [first, second] = [scoreOf(...better), scoreOf(...other)]
    expect(await rank(second, first)).toEqual([
      { total: first.totalPoints, position: 1, tie_break: tieBreak },
      { total: second.totalPoints, position: 2, tie_break: tieBreak },
    ])
    const firstRow = await testDatabase.database('season_ranks').where({ board_id: boardId, position: 1 }).first()
    expect(firstRow).toMatchObject({
      ...{ weekends_won: first.weekendsWon, best_weekend: first.bestWeekend },
      ...{ firsts: first.firsts, seconds: first.seconds, thirds: first.thirds },
    })
  })

  test('share a position where all is equal', async () => {
    expect(await rank(scoreOf(1, 2), scoreOf(1, 2))).toEqual([{ total: 1, position: 1, tie_break: 'shared' }])
  })
})

test('leaderboards are found by the users who are named for each', async () => {
  const [other, third] = [nextId(), nextId()]
  const boards = (...userIds: string[][]) =>
    [boardId, other, third].map((id, index) => ({ boardId: id, userIds: userIds[index] ?? [] }))
  await testDatabase.database.transaction(async (sql) => {
    await saveSeasonRows(sql, [rowOf('ann'), rowOf('bob', scoreOf(), other), rowOf('ann', scoreOf(), third)])
    expect(await findBoardsWithAnyOf(sql, boards(['ann', 'bob'], ['ann'], []))).toEqual(new Set([boardId]))
    expect(await findBoardsWithAnyOf(sql, boards(['bob'], ['bob'], ['ann']))).toEqual(new Set([other, third]))
    expect(await findBoardsWithAnyOf(sql, [])).toEqual(new Set())
  })
})
