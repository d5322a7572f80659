import { resultPublished } from '@purple-sector/contracts/admin/events'
import { weekendSubject } from '@purple-sector/contracts/event'
import { table } from '@purple-sector/database'
import { defineProjection } from '@purple-sector/messaging'
import type { z } from 'zod'

export type ResultState = z.infer<typeof resultPublished.data>
export type ResultRow = {
  race_id: number
  weekend_id: number
  revision: number
  status: ResultState['status']
  classification: ResultState['classification']
  published_at: Date
}

export const results = table<ResultRow>('results')

/** Projects results; a withdrawn one is stored as `cancelled` and empty. */
export const { handler: onResultPublished } = defineProjection({
  state: resultPublished,
  table: 'results',
  key: ['race_id'],
  fields: ['raceId', 'weekendId', 'revision', 'status', 'publishedAt'],
  columns: ({ classification }) => ({ classification: JSON.stringify(classification) }),
  parents: ({ weekendId }) => [weekendSubject(weekendId)],
})
