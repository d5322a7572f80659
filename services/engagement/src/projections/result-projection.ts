import { resultPublished } from '@purple-sector/contracts/admin/events'
import { weekendKey } from '@purple-sector/contracts/event'
import { table } from '@purple-sector/database'
import { isDeleted, on } from '@purple-sector/messaging'
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

export const results = table<ResultRow, { classification: string; published_at: string }>('results')

/** A withdrawn result is kept as its owner tells it: `cancelled`, and empty. */
export const onResultPublished = on(resultPublished, async ({ data: result }, sql) => {
  const { raceId: race_id, weekendId: weekend_id, revision, status, publishedAt: published_at, deleted } = result
  if (await isDeleted(sql, weekendKey(weekend_id))) return
  if (deleted) {
    await results(sql).where({ race_id }).delete()
    return
  }
  const classification = JSON.stringify(result.classification)
  const row = { race_id, weekend_id, revision, status, classification, published_at }
  await results(sql).insert(row).onConflict('race_id').merge()
})
