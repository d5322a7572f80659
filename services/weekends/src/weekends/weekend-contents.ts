import { countMessages } from '@purple-sector/contracts/chat/internal'
import { countGroups } from '@purple-sector/contracts/groups/internal'
import type { contentsSchema } from '@purple-sector/contracts/weekends/http'
import type { Database } from '@purple-sector/database'
import type { ServiceCalls } from '@purple-sector/service-kit'
import type { z } from 'zod'
import { carRepository } from '../cars/car-repository.ts'
import { raceRepository } from '../races/race-repository.ts'
import type { Tipping } from '../tipping-client.ts'
import { findWeekend } from './lock-weekend.ts'

export type Contents = z.infer<typeof contentsSchema>

/**
 * Counts the groups or messages of the weekend at their service; null if it is not installed or does not know the
 * weekend.
 */
const countIn = async (
  calls: ServiceCalls,
  call: typeof countGroups | typeof countMessages,
  id: number,
): Promise<number | null> => {
  const outcome = await calls.request(call, { params: { id } })
  return outcome.kind === 'reply' ? outcome.reply.count : null
}

/** Counts the contents that would be deleted with the weekend, for the confirmation. */
export const contentsOf =
  ({ database, calls, tipping }: { database: Database; calls: ServiceCalls; tipping: Pick<Tipping, 'countTips'> }) =>
  async (weekendId: number): Promise<Contents> => {
    await findWeekend(database, weekendId)
    const [races, cars, tips, groups, messages] = await Promise.all([
      raceRepository(database).list({ weekendId }),
      carRepository(database).list({ weekendId, withdrawn: false }),
      tipping.countTips(weekendId),
      countIn(calls, countGroups, weekendId),
      countIn(calls, countMessages, weekendId),
    ])
    const [tipCount, racers] = [tips?.tips ?? null, tips?.racers ?? null]
    return { races: races.length, cars: cars.length, tips: tipCount, racers, groups, messages }
  }
