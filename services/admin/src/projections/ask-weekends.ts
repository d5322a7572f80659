import type { AuditAction } from '@purple-sector/contracts/admin/audit'
import type { ParsedCall } from '@purple-sector/contracts/call'
import { carChanged, raceChanged } from '@purple-sector/contracts/weekends/events'
import { findRaceState, findWholeWeekend, listRecentActs, takeResult } from '@purple-sector/contracts/weekends/internal'
import type { Database } from '@purple-sector/database'
import { noteState } from '@purple-sector/messaging'
import type { Logger, ServiceCalls } from '@purple-sector/service-kit'
import { projectCar } from './car-projection.ts'
import { findRace, projectRace, type Race } from './race-projection.ts'
import { shareRace } from './share-race.ts'

/** What race control asks of weekends, and tells it, because an event would come too late. */
export type Weekends = {
  /** The race, asked for once before it is called unknown: its event may still be on its way. */
  findRace(id: number): Promise<Race | undefined>
  /** Takes over the cars of its weekend, for the same reason. */
  projectCars(race: Race): Promise<void>
  /** The same where its cars are known, for who names them for ever; as they were heard of last where it cannot be asked. */
  refreshCars(race: Race): Promise<void>
  /** Hands over a stored result before it is answered. Where weekends does not answer in time, its event brings it. */
  takeResult(state: ParsedCall<typeof takeResult>['request']): Promise<void>
  /** What administrators have just done there; nothing where weekends does not answer in time: events bring it. */
  recentActs(): Promise<readonly AuditAction[]>
}

const projectingCars =
  (database: Database, calls: ServiceCalls) =>
  async (race: Race): Promise<void> => {
    const outcome = await calls.ask(findWholeWeekend, { params: { id: race.weekendId } })
    if (outcome.kind !== 'reply') return
    const { cars } = outcome.reply
    await database.transaction(async (sql) => {
      const news: typeof cars = []
      for (const car of cars) if (await noteState(sql, 'admin', carChanged, car)) news.push(car)
      if ((await shareRace(sql, race)).isDeleted) return
      for (const { data } of news) await projectCar(sql, data)
    })
  }

export const askWeekends = (database: Database, calls: ServiceCalls, log: Logger): Weekends => ({
  async findRace(id) {
    const outcome = await calls.ask(findRaceState, { params: { id } })
    if (outcome.kind !== 'reply') return undefined
    const state = outcome.reply
    return database.transaction(async (sql) => {
      // Noted before anything is held, as by the event, which may be here at the same moment.
      const isNews = await noteState(sql, 'admin', raceChanged, state)
      if ((await shareRace(sql, state.data)).isDeleted) return undefined
      if (isNews) await projectRace(sql, state.data)
      return findRace(sql, id)
    })
  },

  projectCars: projectingCars(database, calls),

  async refreshCars(race) {
    try {
      await projectingCars(database, calls)(race)
    } catch (error) {
      log.warn({ err: error, raceId: race.id }, 'weekends did not name its cars; a result names them as last heard of')
    }
  },

  async takeResult(state) {
    const { raceId } = state.data
    try {
      await calls.ask(takeResult, { params: { id: raceId }, request: state })
    } catch (error) {
      log.warn({ err: error, raceId }, 'weekends did not take over a result in time; its event will bring it')
    }
  },

  async recentActs() {
    try {
      const outcome = await calls.ask(listRecentActs, {})
      return outcome.kind === 'reply' ? outcome.reply.acts : []
    } catch (error) {
      log.warn({ err: error }, 'weekends did not say in time what was done there; its events will')
      return []
    }
  },
})
