import type { ResultPublishedPayload } from '@purple-sector/contracts/admin/webhooks'
import type { Transaction } from '@purple-sector/database'
import { nameOfCategory } from '../projections/category-projection.ts'
import type { Race } from '../projections/race-projection.ts'
import type { Revision } from '../results/result.ts'
import { resultReply } from '../results/result-read-model.ts'
import { deliveryRepository } from './delivery-repository.ts'

/** Enqueues the webhook of a revision, in the transaction that stores it. */
export const enqueueResultWebhook = async (sql: Transaction, race: Race, revision: Revision): Promise<void> => {
  const { id, weekendId, name, categoryId } = race
  const category = await nameOfCategory(sql, categoryId)
  const data: ResultPublishedPayload = { weekendId, race: { id, name, category }, result: resultReply(id, revision) }
  const cause = `result/${id}/${revision.revision}`
  await deliveryRepository(sql).enqueue({ type: 'result.published', cause, weekendId, at: revision.publishedAt, data })
}
