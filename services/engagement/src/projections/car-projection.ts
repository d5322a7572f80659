import { weekendKey } from '@purple-sector/contracts/event'
import { carChanged } from '@purple-sector/contracts/weekends/events'
import { table } from '@purple-sector/database'
import { isDeleted, on } from '@purple-sector/messaging'
import type { z } from 'zod'

export type CarState = z.infer<typeof carChanged.data>
export type CarRow = {
  id: number
  weekend_id: number
  category_id: number
  number: number
  plate: string
  driver: string
  team: string
  status: CarState['status']
  withdrawn: boolean
}

export const cars = table<CarRow>('cars')

export const onCarChanged = on(carChanged, async ({ data: car }, sql) => {
  if (await isDeleted(sql, weekendKey(car.weekendId))) return
  const { id, weekendId: weekend_id, categoryId: category_id, number, plate, driver, team, status, withdrawn } = car
  if (car.deleted) await cars(sql).where({ id }).delete()
  else {
    const row = { id, weekend_id, category_id, number, plate, driver, team, status, withdrawn }
    await cars(sql).insert(row).onConflict('id').merge()
  }
})
