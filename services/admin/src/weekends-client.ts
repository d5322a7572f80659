import type { AuditAction } from '@purple-sector/contracts/admin/audit'
import type { ParsedCall } from '@purple-sector/contracts/call'
import type { LockState } from '@purple-sector/contracts/tipping/internal'
import { carChanged, raceChanged } from '@purple-sector/contracts/weekends/events'
import {
  applyRaceLock,
  applyResult,
  findRaceState,
  findWholeWeekend,
  listRecentAdminActions,
  type WholeWeekend,
} from '@purple-sector/contracts/weekends/internal'
import type { Database } from '@purple-sector/database'
import { newerStates, recordPushedState, recordPushedStates } from '@purple-sector/messaging'
import type { Logger, ServiceCalls } from '@purple-sector/service-kit'
import { projectCars } from './projections/car-projection.ts'
import { lockRaceShared } from './projections/lock-race-shared.ts'
import { findRace, projectRace, type Race } from './projections/race-projection.ts'

type RaceKey = Pick<Race, 'id' | 'weekendId'>

/** Synchronous calls to weekends, for which events would be too late. */
export type Weekends = {
  /** Finds a race; fetches it before it counts as unknown, because its event may not have arrived yet. */
  findRace(id: number): Promise<Race | undefined>
  /** Finds a race as `findRace`, and fetches its weekend with all races and cars; undefined without either. */
  findRaceAndWeekend(id: number): Promise<{ race: Race; wholeWeekend: WholeWeekend } | undefined>
  /** Fetches and projects the race and the cars of its weekend. */
  project(race: RaceKey): Promise<void>
  /** Projects a known race again; if weekends is unavailable, the local copy stays in use. */
  refresh(race: RaceKey): Promise<void>
  /** Pushes a stored result before the administrator is answered. On a timeout its event delivers it. */
  applyResult(state: ParsedCall<typeof applyResult>['request']): Promise<void>
  /** Pushes a lock, as tipping has it, before the administrator is answered. */
  applyLock(weekendId: number, lock: LockState): Promise<void>
  /** Fetches administrators' latest actions in weekends; empty on a timeout: events deliver them. */
  recentAdminActions(): Promise<readonly AuditAction[]>
}

const projectFromWeekends =
  (database: Database, calls: ServiceCalls) =>
  async (race: RaceKey): Promise<void> => {
    const outcome = await calls.request(findWholeWeekend, { params: { id: race.weekendId } })
    if (outcome.kind !== 'reply') return
    const { races, cars } = outcome.reply
    const newerRaces = await newerStates(
      database,
      'admin',
      raceChanged,
      races.filter(({ data }) => data.id === race.id),
    )
    const newerCars = await newerStates(database, 'admin', carChanged, cars)
    if (newerRaces.length + newerCars.length === 0) return
    await database.transaction(async (sql) => {
      // Lock order: record all events before locking rows, as their consumers do at the same time.
      const recordedRaces = await recordPushedStates(sql, 'admin', raceChanged, newerRaces)
      const recordedCars = await recordPushedStates(sql, 'admin', carChanged, newerCars)
      if ((await lockRaceShared(sql, race)).isDeleted) return
      for (const { data } of recordedRaces) await projectRace(sql, data)
      await projectCars(
        sql,
        recordedCars.map(({ data }) => data),
      )
    })
  }

const findOrFetchRace =
  (database: Database, calls: ServiceCalls) =>
  async (id: number): Promise<Race | undefined> => {
    const knownRace = await findRace(database, id)
    if (knownRace) return knownRace
    const outcome = await calls.request(findRaceState, { params: { id } })
    if (outcome.kind !== 'reply') return undefined
    const state = outcome.reply
    return database.transaction(async (sql) => {
      // Lock order: record the event before locking rows, as its consumer does at the same time.
      const isNotifiable = await recordPushedState(sql, 'admin', raceChanged, state)
      if ((await lockRaceShared(sql, state.data)).isDeleted) return undefined
      if (isNotifiable) await projectRace(sql, state.data)
      return findRace(sql, id)
    })
  }

export const weekendsClient = (database: Database, calls: ServiceCalls, log: Logger): Weekends => ({
  findRace: findOrFetchRace(database, calls),

  async findRaceAndWeekend(id) {
    const race = await findOrFetchRace(database, calls)(id)
    if (!race) return undefined
    const outcome = await calls.request(findWholeWeekend, { params: { id: race.weekendId } })
    return outcome.kind === 'reply' ? { race, wholeWeekend: outcome.reply } : undefined
  },

  project: projectFromWeekends(database, calls),

  async refresh(race) {
    try {
      await projectFromWeekends(database, calls)(race)
    } catch (error) {
      log.warn(
        { event: 'weekends.refresh_failed', err: error, raceId: race.id },
        'weekends unavailable; using the local copy of a race and its cars',
      )
    }
  },

  async applyResult(state) {
    const { raceId } = state.data
    try {
      await calls.request(applyResult, { params: { id: raceId }, request: state })
    } catch (error) {
      log.warn(
        { event: 'weekends.result_push_failed', err: error, raceId },
        'Result not pushed to weekends in time; its event delivers it',
      )
    }
  },

  async applyLock(weekendId, { raceId, locksAt, sequence }) {
    const request = { sequence, data: { raceId, weekendId, locksAt, deleted: false } }
    try {
      await calls.request(applyRaceLock, { params: { id: raceId }, request })
    } catch (error) {
      log.warn(
        { event: 'weekends.lock_push_failed', err: error, raceId },
        'Lock not pushed to weekends in time; its event delivers it',
      )
    }
  },

  async recentAdminActions() {
    try {
      const outcome = await calls.request(listRecentAdminActions, {})
      return outcome.kind === 'reply' ? outcome.reply.adminActions : []
    } catch (error) {
      log.warn(
        { event: 'weekends.admin_actions_failed', err: error },
        'Latest admin actions not fetched from weekends; events deliver them',
      )
      return []
    }
  },
})
