import { weekendSubject } from '@purple-sector/contracts/event'
import { carChanged } from '@purple-sector/contracts/weekends/events'
import { table } from '@purple-sector/database'
import { defineProjection } from '@purple-sector/messaging'
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

export const { handler: onCarChanged } = defineProjection({
  state: carChanged,
  table: 'cars',
  fields: ['id', 'weekendId', 'categoryId', 'number', 'plate', 'driver', 'team', 'status', 'withdrawn'],
  parents: ({ weekendId }) => [weekendSubject(weekendId)],
})
