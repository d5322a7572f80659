import { raceChanged } from '@purple-sector/contracts/weekends/events'
import type { Race } from '@purple-sector/contracts/weekends/http'
import type { Transaction } from '@purple-sector/database'
import { entry, outbox } from '@purple-sector/messaging'
import type { RaceControl } from '../ask-race-control.ts'
import { type Actor, adminAction } from '../audit/admin-action.ts'
import { holdRace } from './hold-race.ts'
import { raceReply, raceState } from './race.ts'
import { reopenRace } from './race-change.ts'
import { raceRepository } from './race-repository.ts'

/** Opens a locked session for tips again, until its new time. */
export const reopenRaceOf =
  (raceControl: RaceControl) =>
  async (sql: Transaction, actor: Actor, id: number, startsAt: Date): Promise<Race> => {
    const held = await holdRace(sql, id)
    const race = await raceControl.withPresentResult(held.race)
    const { now } = held
    const reopened = reopenRace(race, startsAt, now)
    await raceRepository(sql).update(reopened)
    const [before, after] = [raceReply(race, now), raceReply(reopened, now)]
    await outbox(sql).appendMany([
      entry(raceChanged, raceState(reopened, now)),
      adminAction({ at: now, actor, action: 'race.reopened', subject: { type: 'race', id }, before, after }),
    ])
    return after
  }
