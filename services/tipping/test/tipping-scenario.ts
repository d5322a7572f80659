import type { Names } from '@purple-sector/contracts/identity/display-name'
import { pointsSchema } from '@purple-sector/contracts/weekends/http'
import type { Database } from '@purple-sector/database'
import { createTestDatabase, type TestDatabase } from '@purple-sector/testing'
import { aCar, aGroup, aMembership, aRace, aResult, aUser, aWeekend, nextId } from '@purple-sector/testing/builders'
import { z } from 'zod'
import { publishLeaderboards } from '../src/board-publishing/publish-leaderboards.ts'
import { type GroupData, projectGroup } from '../src/groups/group-projection.ts'
import { type MembershipData, projectMemberships } from '../src/groups/membership-projection.ts'
import { closeNow } from '../src/locks/close-now.ts'
import { finalizeRaceLock } from '../src/locks/finalize-race-lock.ts'
import { setLock } from '../src/locks/set-lock.ts'
import { projectCar } from '../src/projections/car-projection.ts'
import { projectRace, type RaceData } from '../src/projections/race-projection.ts'
import { projectUser, type UserData } from '../src/projections/user-projection.ts'
import { projectWeekend, type WeekendData } from '../src/projections/weekend-projection.ts'
import type { ScopeRules } from '../src/scopes/rules.ts'
import { applyResult } from '../src/scoring/on-result-published.ts'
import { scoreRace } from '../src/scoring/score-race.ts'
import { writeTip } from '../src/tips/submit-tip.ts'

export const SUPERCARS = 'Repco Supercars Championship'
export const SUPER2 = 'Dunlop Super2 Series'

type GroupId = { groupId: number }
type TestGroup = GroupId & { scopeId: number }

/** Rules as groups publishes them. */
const groupDataOf = ({ useCustomPoints, customPoints, ...rules }: Partial<ScopeRules>): Partial<GroupData> => ({
  ...rules,
  ...(useCustomPoints !== undefined && { useCustomPointSystem: useCustomPoints }),
  ...(customPoints !== undefined && { customPointSystem: z.record(z.string(), pointsSchema).parse(customPoints) }),
})

const migrationsDirectory = new URL('../migrations', import.meta.url).pathname

/**
 * Creates a migrated database of tipping for one test file, without a service: a scenario calls what events and routes
 * call, so that a test decides the order. `createTippingTest` starts the whole service.
 */
export const createTippingDatabase = (maxConnections?: number): Promise<TestDatabase> =>
  createTestDatabase({ service: 'tipping', migrationsDirectory, maxConnections })

/** Finalizes an attempt to write what closes a race, as the event of its outcome does. */
export const finalizeAttempt = (
  database: Database,
  { raceId, attempt, isStored }: { raceId: number; attempt: string; isStored: boolean },
): Promise<void> =>
  database.transaction(async (sql) => {
    const { weekend_id: weekendId } = await sql('races').where({ race_id: raceId }).first('weekend_id')
    await finalizeRaceLock(sql, { raceId, weekendId, attempt, isStored })
  })

/**
 * Creates a weekend and returns the steps of a scenario in it.
 *
 * Each step calls what an event or a route calls, in a transaction of its own.
 */
export const createTippingScenario = async (database: Database, overrides: Partial<WeekendData> = {}) => {
  const weekend = aWeekend(overrides)
  const weekendId = weekend.id
  const revisions = new Map<number, number>()
  const latest = new Map<number, number[]>()
  const groups = new Map<number, GroupData>()
  const memberships = new Map<string, MembershipData>()
  const homeOf = (groupId: number): number | null => {
    const group = groups.get(groupId)
    return group?.allSeason ? null : (group?.weekendId ?? weekendId)
  }
  let joinings = Date.now()
  await database.transaction((sql) => projectWeekend(sql, weekend))
  const scenario = {
    weekendId,

    /** Publishes the state of the weekend with these changes, and returns it. */
    async weekend(changes: Partial<WeekendData> = {}): Promise<WeekendData> {
      Object.assign(weekend, changes)
      await database.transaction((sql) => projectWeekend(sql, { ...weekend }))
      return { ...weekend }
    },

    /** Publishes the filter, with the time of its decision where weekends knows it. */
    async filter(productRaceIds: number[], productRacesChosenAt: string | null = null): Promise<void> {
      await database.transaction((sql) => projectWeekend(sql, { ...weekend, productRaceIds, productRacesChosenAt }))
    },

    /** Adds a race without a time, which is open until it is closed; changes the race with that `id`, if given. */
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
      overrides: { category?: string; groupId?: number; names?: Names } = {},
    ): Promise<void> {
      const request = { weekendId, userId, carId, category: SUPERCARS, groupId: null, ...overrides }
      await database.transaction((sql) => writeTip(sql, request))
    },

    async close(raceId: number, attempt?: string, reopened?: number, begins = false): Promise<void> {
      await database.transaction((sql) => closeNow(sql, raceId, weekendId, { attempt, reopened, begins }))
    },

    /**
     * Sets the lock of a race to an earlier moment, as race control does; publishes its result again, and scores it
     * unless that comes later.
     */
    async lockAt(raceId: number, moment: Date, { isScoredLater = false } = {}): Promise<void> {
      const { reopened } = await database('races').where({ race_id: raceId }).first('reopened')
      const finished = latest.get(raceId) ?? []
      const revision = finished.length > 0 ? (revisions.get(raceId) ?? 0) + 1 : null
      const setting = { raceId, weekendId, locksAt: moment.toISOString(), reopened, revision }
      await database.transaction((sql) => setLock(sql, setting))
      if (revision !== null) await scenario.publish(raceId, finished)
      if (!isScoredLater) await scenario.score(raceId)
    },

    /** Publishes a result without scoring it; an empty one withdraws the race. */
    async publish(
      raceId: number,
      finished: number[],
      overrides: Partial<ReturnType<typeof aResult>> = {},
    ): Promise<number> {
      const revision = (revisions.get(raceId) ?? 0) + 1
      revisions.set(raceId, revision)
      latest.set(raceId, finished)
      const status = finished.length === 0 ? 'cancelled' : 'official'
      const result = aResult({ raceId, weekendId, finished, revision, status, ...overrides })
      await database.transaction((sql) => applyResult(sql, result))
      return revision
    },

    async result(
      raceId: number,
      finished: number[],
      overrides: Partial<ReturnType<typeof aResult>> = {},
    ): Promise<void> {
      await scenario.publish(raceId, finished, overrides)
      await scenario.score(raceId)
    },

    /** Scores and publishes, as a worker does. */
    async score(raceId: number): Promise<void> {
      await scoreRace({ database })(raceId)
      await publishLeaderboards({ database })(weekendId)
    },

    async group(rules: Partial<ScopeRules> = {}): Promise<TestGroup> {
      const group = aGroup({ weekendId, creatorId: 'group-admin', ...groupDataOf(rules) })
      groups.set(group.id, group)
      await database.transaction((sql) => projectGroup(sql, group))
      const scope = await database('scopes').where({ group_id: group.id, deleted: false }).first('id')
      return { groupId: group.id, scopeId: scope.id }
    },

    /** Creates a season group with a scope in these weekends; the first is its current one. */
    async seasonGroup(weekendIds: number[], state: Partial<GroupData> = {}): Promise<GroupId> {
      const weekends = weekendIds.map((each) => ({ weekendId: each, selectedRaceIds: [] }))
      const season = { allSeason: true, weekends, creatorId: 'group-admin', ...state }
      const group = aGroup({ weekendId: weekendIds[0] ?? null, ...season })
      groups.set(group.id, group)
      await database.transaction((sql) => projectGroup(sql, group))
      return { groupId: group.id }
    },

    /** Publishes the state of the group with these changes; a season group keeps its weekends unless others are named. */
    async change({ groupId }: GroupId, overrides: Partial<GroupData>): Promise<void> {
      const known = groups.get(groupId) ?? { weekendId, creatorId: 'group-admin', id: groupId }
      const { weekends, ...state } = aGroup({ ...known, ...overrides })
      const group = { ...state, weekends: overrides.weekends ?? weekends }
      groups.set(groupId, group)
      await database.transaction((sql) => projectGroup(sql, group))
    },

    /** Moves the group to another weekend; its members are published again, before it or after it. */
    async move(group: GroupId, to: number, membersFirst = false): Promise<void> {
      const members = [...memberships.values()].filter((each) => each.groupId === group.groupId && !each.deleted)
      const publishMembers = async () => {
        for (const { userId } of members) await scenario.publishMembership(group, userId, { weekendId: to })
      }
      if (membersFirst) await publishMembers()
      await scenario.change(group, { weekendId: to })
      if (!membersFirst) await publishMembers()
    },

    rules: (group: GroupId, rules: Partial<ScopeRules>): Promise<void> => scenario.change(group, groupDataOf(rules)),

    async publishMembership(
      { groupId }: GroupId,
      userId: string,
      overrides: Partial<MembershipData> = {},
    ): Promise<void> {
      const key = `${groupId}/${userId}`
      const known = memberships.get(key)
      const membership = { ...aMembership({ groupId, weekendId: homeOf(groupId), userId }), ...known, ...overrides }
      memberships.set(key, membership)
      await database.transaction((sql) => projectMemberships(sql, [membership]))
    },

    /** Joins the group unless the fan is a member, because another joining time would be another membership. */
    async join(group: GroupId, userId: string, isApproved = true): Promise<void> {
      if (memberships.get(`${group.groupId}/${userId}`)?.deleted === false) return
      // A member who left before the group moved joins it in its present weekend.
      await scenario.publishMembership(group, userId, {
        weekendId: homeOf(group.groupId),
        approvalStatus: isApproved ? 'approved' : 'pending',
        joinedAt: new Date(joinings++).toISOString(),
        deleted: false,
      })
    },

    /** Leaves and joins again, without a published state between. */
    async rejoin(group: GroupId, userId: string, isApproved = true): Promise<void> {
      memberships.delete(`${group.groupId}/${userId}`)
      await scenario.join(group, userId, isApproved)
    },

    async approve(group: GroupId, userId: string): Promise<void> {
      if (memberships.get(`${group.groupId}/${userId}`)?.deleted === false)
        await scenario.publishMembership(group, userId, { approvalStatus: 'approved' })
    },

    async leave(group: GroupId, userId: string): Promise<void> {
      if (memberships.get(`${group.groupId}/${userId}`)?.deleted === false)
        await scenario.publishMembership(group, userId, { deleted: true })
    },
  }
  return scenario
}

export type TippingScenario = Awaited<ReturnType<typeof createTippingScenario>>
