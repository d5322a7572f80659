import type { Race } from '@purple-sector/contracts/weekends/http'
import type { Database, Transaction } from '@purple-sector/database'
import { notFound } from '@purple-sector/service-kit/errors'
import { raceReply } from './race.ts'
import { type RaceAtTime, raceRepository } from './race-repository.ts'

export const raceNotFound = () => notFound('RACE_NOT_FOUND', 'There’s no such session.')

const orNotFound = (race: RaceAtTime | undefined): RaceAtTime => {
  if (!race) throw raceNotFound()
  return race
}

/** Finds a race with the database's time; 404 if there is none. */
export const findRace = async (sql: Database | Transaction, id: number): Promise<RaceAtTime> =>
  orNotFound(await raceRepository(sql).find(id))

/** Like `findRace`, with the row locked until the end of the transaction. */
export const selectRaceForUpdate = async (sql: Transaction, id: number): Promise<RaceAtTime> =>
  orNotFound(await raceRepository(sql).selectForUpdate(id))

/**
 * Rereads a written race with the lock that tipping returned for the write.
 * Returns `written` if the race was deleted or cannot be read, because the write is committed.
 */
export const rereadRace = async (database: Database, written: Race): Promise<Race> => {
  const current = await raceRepository(database)
    .find(written.id)
    .catch(() => undefined)
  return current ? raceReply(current.race, current.now) : written
}
