import type { Transaction } from '@purple-sector/database'
import { notFound } from '@purple-sector/service-kit/errors'
import { type RaceReading, raceRepository } from './race-repository.ts'

export const noSuchRace = () => notFound('RACE_NOT_FOUND', 'There is no such session.')

/** The session, its row locked until the end of the transaction, with the time at which it is judged. */
export const holdRace = async (sql: Transaction, id: number): Promise<RaceReading> => {
  const reading = await raceRepository(sql).hold(id)
  if (!reading) throw noSuchRace()
  return reading
}
