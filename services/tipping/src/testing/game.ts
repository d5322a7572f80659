import type { Names } from '@purple-sector/contracts/identity/display-name'
import type { Database } from '@purple-sector/database'
import { createTestDatabase, type TestDatabase } from '@purple-sector/testing'
import { aCar, aRace, aResult, aUser, aWeekend, nextId } from '@purple-sector/testing/builders'
import { closeNow } from '../locks/close-now.ts'
import { projectCar } from '../projections/car-projection.ts'
import { projectRace, type RaceData } from '../projections/race-projection.ts'
import { projectUser, type UserData } from '../projections/user-projection.ts'
import { projectWeekend, type WeekendData } from '../projections/weekend-projection.ts'
import { membershipRepository } from '../scopes/membership-repository.ts'
import { openRules, type ScopeRules } from '../scopes/rules.ts'
import { scopeRepository } from '../scopes/scope-repository.ts'
import { takeResult } from '../scoring/on-result-published.ts'
import { scoreRace } from '../scoring/score-race.ts'
import { writeTip } from '../tips/write-tips.ts'

export const SUPERCARS = 'Repco Supercars Championship'
export const SUPER2 = 'Dunlop Super2 Series'

const migrationsDirectory = new URL('../../migrations', import.meta.url).pathname

/**
 * A migrated database of tipping for one test file, without a service around it: a game calls what events and routes
 * call, so that a test says itself in which order things happen. `createTippingTest` is the whole service.
 */
export const createTippingDatabase = (maxConnections?: number): Promise<TestDatabase> =>
  createTestDatabase({ service: 'tipping', migrationsDirectory, maxConnections })

/** A weekend played by calling what the events and routes call; every step is a transaction of its own. */
export const startGame = async (database: Database, over: Partial<WeekendData> = {}) => {
  const weekend = aWeekend(over)
  const weekendId = weekend.id
  const revisions = new Map<number, number>()
  await database.transaction((sql) => projectWeekend(sql, weekend))
  const game = {
    weekendId,

    async filter(productRaceIds: number[]): Promise<void> {
      await database.transaction((sql) => projectWeekend(sql, { ...weekend, productRaceIds }))
    },

    /** A race without a time: it is open until it is closed. With the `id` of one, that race changed. */
    async race(race: Partial<RaceData> = {}): Promise<number> {
      const data = aRace({ weekendId, startTime: null, ...race })
      await database.transaction((sql) => projectRace(sql, data))
      return data.id
    },

    async cars(count: number, category = SUPERCARS): Promise<number[]> {
      const cars = Array.from({ length: count }, () => aCar({ weekendId, category }))
      for (const car of cars) await database.transaction((sql) => projectCar(sql, car))
      return cars.map(({ id }) => id)
    },

    async fan(name: string, user: Partial<UserData> = {}): Promise<string> {
      const data = aUser({ id: `${name}-${nextId()}`, username: name, ...user })
      await database.transaction((sql) => projectUser(sql, data))
      return data.id
    },

    async rename(userId: string, username: string): Promise<void> {
      await database.transaction((sql) => projectUser(sql, aUser({ id: userId, username })))
    },

    async tip(
      userId: string,
      carId: number,
      over: { category?: string; groupId?: number; names?: Names } = {},
    ): Promise<void> {
      const request = { weekendId, userId, carId, category: SUPERCARS, groupId: null, ...over }
      await database.transaction((sql) => writeTip(sql, request))
    },

    async close(raceId: number, attempt?: string, reopened?: number): Promise<void> {
      await database.transaction((sql) => closeNow(sql, raceId, weekendId, { attempt, reopened }))
    },

    /** Race control publishes a result; nobody scores it yet. Empty means withdrawn. */
    async publish(raceId: number, finished: number[], over: Partial<ReturnType<typeof aResult>> = {}): Promise<number> {
      const revision = (revisions.get(raceId) ?? 0) + 1
      revisions.set(raceId, revision)
      const status = finished.length === 0 ? 'cancelled' : 'official'
      const result = aResult({ raceId, weekendId, finished, revision, status, ...over })
      await database.transaction((sql) => takeResult(sql, result))
      return revision
    },

    async result(raceId: number, finished: number[], over: Partial<ReturnType<typeof aResult>> = {}): Promise<void> {
      await game.publish(raceId, finished, over)
      await game.score(raceId)
    },

    async score(raceId: number): Promise<void> {
      await scoreRace({ database })(raceId)
    },

    async group(rules: Partial<ScopeRules> = {}): Promise<{ groupId: number; scopeId: number }> {
      const groupId = nextId()
      const scopeId = await database.transaction((sql) =>
        scopeRepository(sql).createGroup(
          { groupId, weekendId, adminUserId: 'group-admin' },
          { ...openRules([]), ...rules },
        ),
      )
      return { groupId, scopeId }
    },

    async rules(scopeId: number, rules: Partial<ScopeRules>): Promise<void> {
      await database.transaction((sql) => scopeRepository(sql).changeRules(scopeId, { ...openRules([]), ...rules }))
    },

    async join(scopeId: number, userId: string, isApproved = true): Promise<void> {
      await database.transaction((sql) => membershipRepository(sql).join({ scopeId, userId, isApproved }))
    },
    async approve(scopeId: number, userId: string): Promise<void> {
      await database.transaction((sql) => membershipRepository(sql).approve({ scopeId, userId }))
    },
    async leave(scopeId: number, userId: string): Promise<void> {
      await database.transaction((sql) => membershipRepository(sql).leave({ scopeId, userId }))
    },
  }
  return game
}

export type Game = Awaited<ReturnType<typeof startGame>>
