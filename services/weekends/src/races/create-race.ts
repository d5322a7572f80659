import { raceChanged } from '@purple-sector/contracts/weekends/events'
import type { CreateRaceBody, Race } from '@purple-sector/contracts/weekends/http'
import { databaseTime, type Transaction } from '@purple-sector/database'
import { entry, outbox } from '@purple-sector/messaging'
import { type Actor, adminAction } from '../audit/admin-action.ts'
import { holdWeekend } from '../weekends/hold-weekend.ts'
import { raceReply, raceState } from './race.ts'
import { newRace } from './race-entry.ts'
import { raceRepository } from './race-repository.ts'

/** Enters a session in a weekend. */
export const createRace = async (sql: Transaction, actor: Actor, body: CreateRaceBody): Promise<Race> => {
  await holdWeekend(sql, 'shared', body.weekendId)
  const now = await databaseTime(sql)
  const race = await raceRepository(sql).insert(newRace(body, now))
  const after = raceReply(race, now)
  await outbox(sql).appendMany([
    entry(raceChanged, raceState(race, now)),
    adminAction({
      at: now,
      actor,
      action: 'race.created',
      subject: { type: 'race', id: race.id },
      before: null,
      after,
    }),
  ])
  return after
}
