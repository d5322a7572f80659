import type { carChanged } from '@purple-sector/contracts/weekends/events'
import type { Transaction } from '@purple-sector/database'
import type { z } from 'zod'
import { isWeekendDeleted } from './weekend-projection.ts'

export type CarData = z.infer<typeof carChanged.data>

/** Takes over what weekends says of a car. Its status decides whether it may be newly tipped, never about a tip. */
export const projectCar = async (sql: Transaction, car: CarData): Promise<void> => {
  if (await isWeekendDeleted(sql, car.weekendId)) return
  const { id, weekendId: weekend_id, category, number, driver, team, status, withdrawn, deleted } = car
  await sql('cars')
    .insert({ id, weekend_id, category, number, driver, team, status, withdrawn, deleted })
    .onConflict('id')
    .merge()
}
