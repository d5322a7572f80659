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
} from '@purple-sector/contracts/weekends/internal'
import type { Database } from '@purple-sector/database'
import { newerStates, recordPushedState, recordPushedStates } from '@purple-sector/messaging'
import type { Logger, ServiceCalls } from '@purple-sector/service-kit'
import { projectCars } from './car-projection.ts'
import { findRace, projectRace, type Race } from './race-projection.ts'
import { shareRace } from './share-race.ts'

type Known = Pick<Race, 'id' | 'weekendId'>

/** What race control asks of weekends, and tells it, because an event would come too late. */
export type Weekends = {
  /** The race, asked for once before it is called unknown: its event may still be on its way. */
  findRace(id: number): Promise<Race | undefined>
  /** Takes over the race as it is now and the cars of its weekend, for the same reason. */
  project(race: Known): Promise<void>
  /** The same where all of it is known; as it was heard of last where weekends cannot be asked. */
  refresh(race: Known): Promise<void>
  /** Hands over a stored result before it is answered. Where weekends does not answer in time, its event brings it. */
  applyResult(state: ParsedCall<typeof applyResult>['request']): Promise<void>
  /** Hands over a lock as tipping has it, before the administrator who set it is answered. */
  applyLock(weekendId: number, lock: LockState): Promise<void>
  /** What administrators have just done there; nothing where weekends does not answer in time: events bring it. */
  recentActs(): Promise<readonly AuditAction[]>
}

const projecting =
  (database: Database, calls: ServiceCalls) =>
  async (race: Known): Promise<void> => {
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
      // All noted before anything is held, as by their events, which may be here at the same moment.
      const notedRaces = await recordPushedStates(sql, 'admin', raceChanged, newerRaces)
      const notedCars = await recordPushedStates(sql, 'admin', carChanged, newerCars)
      if ((await shareRace(sql, race)).isDeleted) return
      for (const { data } of notedRaces) await projectRace(sql, data)
      await projectCars(
        sql,
        notedCars.map(({ data }) => data),
      )
    })
  }

export const weekendsClient = (database: Database, calls: ServiceCalls, log: Logger): Weekends => ({
  async findRace(id) {
    const outcome = await calls.request(findRaceState, { params: { id } })
    if (outcome.kind !== 'reply') return undefined
    const state = outcome.reply
    return database.transaction(async (sql) => {
      // Noted before anything is held, as by the event, which may be here at the same moment.
      const isNotifiable = await recordPushedState(sql, 'admin', raceChanged, state)
      if ((await shareRace(sql, state.data)).isDeleted) return undefined
      if (isNotifiable) await projectRace(sql, state.data)
      return findRace(sql, id)
    })
  },

  project: projecting(database, calls),

  async refresh(race) {
    try {
      await projecting(database, calls)(race)
    } catch (error) {
      log.warn(
        { err: error, raceId: race.id },
        'weekends did not tell a race and its cars; they count as last heard of',
      )
    }
  },

  async applyResult(state) {
    const { raceId } = state.data
    try {
      await calls.request(applyResult, { params: { id: raceId }, request: state })
    } catch (error) {
      log.warn({ err: error, raceId }, 'weekends did not take over a result in time; its event will bring it')
    }
  },

  async applyLock(weekendId, { raceId, locksAt, sequence }) {
    const request = { sequence, data: { raceId, weekendId, locksAt, deleted: false } }
    try {
      await calls.request(applyRaceLock, { params: { id: raceId }, request })
    } catch (error) {
      log.warn({ err: error, raceId }, 'weekends did not take over a lock in time; its event will bring it')
    }
  },

  async recentActs() {
    try {
      const outcome = await calls.request(listRecentAdminActions, {})
      return outcome.kind === 'reply' ? outcome.reply.acts : []
    } catch (error) {
      log.warn({ err: error }, 'weekends did not say in time what was done there; its events will')
      return []
    }
  },
})
