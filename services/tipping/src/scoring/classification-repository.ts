import { inOrder } from '@purple-sector/contracts/admin/classification'
import type { resultPublished } from '@purple-sector/contracts/admin/events'
import type { Transaction } from '@purple-sector/database'
import { currentTraceparent } from '@purple-sector/telemetry/trace'
import type { z } from 'zod'

type Result = z.infer<typeof resultPublished.data>

const carAt = ({ classification }: Result, place: number): number | null =>
  classification.find((row) => row.place === place)?.carId ?? null

/** Returns the status of every car as text: two revisions with equal text moved no row. */
const orderOf = ({ classification }: Result): string =>
  inOrder(classification)
    .map(({ carId, status }) => `${carId} ${status}`)
    .join(', ')

/**
 * Classifications as scoring needs them: per revision, the cars of the first three places and the order of all cars.
 */
export const classificationRepository = (sql: Transaction) => ({
  async hasRace({ raceId, weekendId }: Result): Promise<boolean> {
    const race = await sql('races')
      .join('weekends', 'weekends.id', 'races.weekend_id')
      .where({ race_id: raceId, weekend_id: weekendId })
      .first('race_id')
    return race !== undefined
  },

  /** Stores a revision with its scoring request; leaves a known revision as it is. */
  async save(result: Result): Promise<void> {
    const { raceId: race_id, weekendId: weekend_id, revision, status, reason, publishedAt: published_at } = result
    await sql('classifications')
      .insert({
        race_id,
        weekend_id,
        revision,
        status,
        reason,
        published_at,
        first_car_id: carAt(result, 1),
        second_car_id: carAt(result, 2),
        third_car_id: carAt(result, 3),
        row_order: orderOf(result),
      })
      .onConflict(['race_id', 'revision'])
      .ignore()
    const traceparent = currentTraceparent() ?? null
    await sql('scoring_requests').insert({ race_id, weekend_id, revision, traceparent }).onConflict().ignore()
  },
})
