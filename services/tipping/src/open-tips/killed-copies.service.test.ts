import { type Database, openSeparatePool } from '@purple-sector/database'
import type { TestDatabase } from '@purple-sector/testing'
import { lockWaiters } from '@purple-sector/testing/databases/lock-waiters'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createTippingDatabase,
  createTippingScenario,
  SUPERCARS,
  type TippingScenario,
} from '../../test/tipping-scenario.ts'
import { writeTip } from '../tips/submit-tip.ts'
import { copyOpenTips } from './copy-open-tips.ts'

/*
 * Two processes copy open tips at once, and one of them is killed: its connection ends before one statement, in turn
 * before each. Whichever it is, each tip is copied once into each group.
 */

let testDatabase: TestDatabase
let other: Database
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
  other = openSeparatePool(testDatabase.database, 2)
})
afterAll(async () => {
  await other.destroy()
  await testDatabase.drop()
})

type Connection = { processID: number; query(...statement: unknown[]): unknown }
type Interruption = { at: number; act(pid: number): Promise<void> }

/** Runs `work` on a connection of its own, and `act` before the statement `at` of it; returns how many there were. */
const interrupted = async (
  work: (database: Database) => Promise<unknown>,
  { at, act }: Interruption,
): Promise<{ statements: number; error: unknown }> => {
  let statements = 0
  const interrupt = (connection: Connection) => {
    const query = connection.query.bind(connection)
    const queryLater = async (...statement: unknown[]): Promise<unknown> => {
      statements += 1
      if (statements === at) await act(connection.processID)
      return query(...statement)
    }
    Object.assign(connection, { query: queryLater })
  }
  const database = openSeparatePool(testDatabase.database, 1)
  const { acquireRawConnection } = database.client
  database.client.acquireRawConnection = async () => {
    const connection = await acquireRawConnection.call(database.client)
    interrupt(connection)
    return connection
  }
  try {
    await work(database)
    return { statements, error: null }
  } catch (error) {
    return { statements, error }
  } finally {
    await database.destroy()
  }
}

/** Waits until `work` is done or waits for a lock. */
const untilBlocked = async (work: Promise<unknown>): Promise<void> => {
  let isDone = false
  void work.finally(() => {
    isDone = true
  })
  const waiters = async () => (await lockWaiters(testDatabase.database)).length
  while (!isDone && (await waiters()) === 0) await new Promise((resolve) => setTimeout(resolve, 5))
}

const kill = (pid: number) => testDatabase.database.raw('select pg_terminate_backend(?)', [pid])

/**
 * Runs `work` while another process copies, from its statement `at` on, where it may be killed; `isMet` says whether it had
 * as many. Resolves when both are done.
 */
const besideCopying = async (
  work: (database: Database) => Promise<unknown>,
  { at, isKilled }: { at: number; isKilled: boolean },
) => {
  let copying: Promise<void> | undefined
  const ended = await interrupted(work, {
    at,
    act: async (pid) => {
      copying = copyOpenTips(other)
      await untilBlocked(copying)
      if (isKilled) await kill(pid)
    },
  })
  await copying
  return { ...ended, isMet: copying !== undefined }
}

type Setting = Awaited<ReturnType<typeof setUp>>

const setUp = async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  await scenario.race()
  const cars = await scenario.cars(2)
  const fans = [await scenario.fan('ann'), await scenario.fan('bob')]
  const groups = [await scenario.group(), await scenario.group()]
  for (const group of groups) for (const userId of fans) await scenario.join(group, userId)
  return { scenario, cars, fans, groups }
}

const use = async ({ scenario, fans, groups }: Setting, usesOpenTips: boolean): Promise<void> => {
  for (const group of groups)
    for (const userId of fans) await scenario.publishMembership(group, userId, { usesOpenTips })
}

const tipRequest = ({ weekendId }: TippingScenario, userId: string, carId: number) => ({
  ...{ userId, weekendId, carId, category: SUPERCARS, groupId: null },
})

const handIn = (database: Database, { scenario, fans: [ann = ''] }: Setting, carId: number): Promise<unknown> =>
  database.transaction((sql) => writeTip(sql, tipRequest(scenario, ann, carId)))

/** The tips in groups, each with its car, its revisions and its events. */
const copies = async ({ groups }: Setting) => {
  const { rows } = await testDatabase.database.raw<{ rows: { carId: number; revisions: number; events: number }[] }>(
    `select tip.user_id as "userId", tip.car_id as "carId", tip.is_copy as "isCopy",
       (select count(*)::integer from tip_revisions where tip_id = tip.id) as revisions,
       (select count(*)::integer from outbox where subject = 'tip/' || tip.id) as events
     from tips tip where tip.scope_id = any(:scopeIds::bigint[])`,
    { scopeIds: groups.map(({ scopeId }) => scopeId) },
  )
  return rows
}

const marks = () => testDatabase.database('open_tips_to_copy')

/** Kills a process, or only meets it, before each of its statements in turn, until there are no more. */
const atEachStatement = async (play: (at: number, isKilled: boolean) => Promise<number>): Promise<number> => {
  let at = 1
  while ((await play(at, true)) >= at) {
    await play(at, false)
    at += 1
  }
  return at - 1
}

describe('a process that is killed while another one copies open tips', () => {
  test('and copies marked tips itself loses and doubles none', async () => {
    const setting = await setUp()
    const { scenario, cars, fans } = setting
    let turns = 0
    const statements = await atEachStatement(async (at, isKilled) => {
      turns += 1
      const carId = cars[turns % 2] ?? 0
      await use(setting, false)
      for (const userId of fans) await scenario.tip(userId, carId)
      await use(setting, true)
      const first = await besideCopying(copyOpenTips, { at, isKilled })
      expect(first.error !== null).toBe(isKilled && first.isMet)
      await copyOpenTips(other)
      const copied = { carId, isCopy: true, revisions: turns, events: turns }
      expect(await copies(setting)).toMatchObject([copied, copied, copied, copied])
      expect(await marks()).toEqual([])
      return first.statements
    })
    expect(statements).toBeGreaterThan(6)
  })

  test('and takes a tip has saved it with its copies or not at all', async () => {
    const setting = await setUp()
    const { cars } = setting
    await use(setting, true)
    await copyOpenTips(other)
    let turns = 0
    const statements = await atEachStatement(async (at, isKilled) => {
      turns += 1
      const carId = cars[turns % 2] ?? 0
      await use(setting, false)
      await use(setting, true)
      const first = await besideCopying((database) => handIn(database, setting, carId), { at, isKilled })
      const saved = { isCopy: true, revisions: turns, events: turns, carId }
      // Before the first tip is saved there is none at all.
      if (first.error === null) expect(await copies(setting)).toMatchObject([saved, saved])
      else expect((await copies(setting)).filter((each) => each.revisions === turns)).toEqual([])
      await handIn(other, setting, carId)
      expect(await copies(setting)).toMatchObject([saved, saved])
      return first.statements
    })
    expect(statements).toBeGreaterThan(4)
  })
})
