import type { Race } from '@purple-sector/contracts/weekends/http'
import type { Database, Transaction } from '@purple-sector/database'
import { notFound } from '@purple-sector/service-kit/errors'
import { raceReply } from './race.ts'
import { type RaceReading, raceRepository } from './race-repository.ts'

export const noSuchRace = () => notFound('RACE_NOT_FOUND', 'There’s no such session.')

const orNotFound = (reading: RaceReading | undefined): RaceReading => {
  if (!reading) throw noSuchRace()
  return reading
}

/** The race as it is now, with the time at which it is judged. */
export const findRace = async (sql: Database | Transaction, id: number): Promise<RaceReading> =>
  orNotFound(await raceRepository(sql).find(id))

/** The same, its row locked until the end of the transaction. */
export const holdRace = async (sql: Transaction, id: number): Promise<RaceReading> =>
  orNotFound(await raceRepository(sql).hold(id))

/**
 * The race with the lock that tipping answered to the write; as it was written where it is gone already, or cannot be
 * read now: the write stands.
 */
export const presentRace = async (database: Database, written: Race): Promise<Race> => {
  const reading = await raceRepository(database)
    .find(written.id)
    .catch(() => undefined)
  return reading ? raceReply(reading.race, reading.now) : written
}
