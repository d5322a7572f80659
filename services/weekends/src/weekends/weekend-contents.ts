import type { contentsSchema } from '@purple-sector/contracts/weekends/http'
import type { Database } from '@purple-sector/database'
import type { ServiceCalls } from '@purple-sector/service-kit'
import { unavailable } from '@purple-sector/service-kit/errors'
import { z } from 'zod'
import type { Tipping } from '../ask-tipping.ts'
import { carRepository } from '../cars/car-repository.ts'
import { raceRepository } from '../races/race-repository.ts'
import { findWeekend } from './hold-weekend.ts'

export type Contents = z.infer<typeof contentsSchema>

/** What one owner holds of the weekend: asked, since nothing of it is copied here; null where nobody is installed. */
const countIn = async (calls: ServiceCalls, owner: 'groups' | 'chat', weekendId: number): Promise<number | null> => {
  const reply = await calls.call(owner, { method: 'GET', path: `/internal/weekends/${weekendId}/count` })
  if (reply.status === 404) return null
  if (reply.status !== 200) throw unavailable('The contents could not be counted. Please try again.')
  return z.object({ count: z.number().int() }).parse(reply.body).count
}

/** What would go with the weekend, for the question before it is deleted. */
export const contentsOf =
  ({ database, calls, tipping }: { database: Database; calls: ServiceCalls; tipping: Pick<Tipping, 'countTips'> }) =>
  async (weekendId: number): Promise<Contents> => {
    await findWeekend(database, weekendId)
    const [races, cars, tips, groups, messages] = await Promise.all([
      raceRepository(database).list({ weekendId }),
      carRepository(database).list({ weekendId, withdrawn: false }),
      tipping.countTips(weekendId),
      countIn(calls, 'groups', weekendId),
      countIn(calls, 'chat', weekendId),
    ])
    const [tipped, racers] = [tips?.tips ?? null, tips?.racers ?? null]
    return { races: races.length, cars: cars.length, tips: tipped, racers, groups, messages }
  }
