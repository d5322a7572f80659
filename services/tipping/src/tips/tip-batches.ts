import type { Database } from '@purple-sector/database'
import { currentTraceparent } from '@purple-sector/messaging/trace'
import { batchRequests } from '@purple-sector/service-kit/scheduling/batch-requests'
import type { TipRequest } from './tip-repository.ts'
import { type TipReceipt, writeTip, writeTips } from './write-tips.ts'

/** Transactions of a weekend in progress: one works while the other waits for the disk. */
const CONCURRENCY = 2

/** Writes tips of a weekend that arrive together in one transaction: before a deadline all fans tip at once. */
export const tipBatches = (database: Database): ((request: TipRequest) => Promise<TipReceipt>) => {
  const submit = batchRequests<TipRequest, TipReceipt>({
    batchKey: ({ weekendId }) => String(weekendId),
    partitionKey: ({ userId }) => userId,
    concurrency: CONCURRENCY,
    async handleBatch(requests) {
      const outcomes = await database.transaction((sql) => writeTips(sql, requests))
      return outcomes.map((outcome) =>
        'receipt' in outcome ? { result: outcome.receipt } : { refusal: outcome.rejection },
      )
    },
    handleOne: (request) => database.transaction((sql) => writeTip(sql, request)),
  })
  return (request) => submit({ traceparent: currentTraceparent(), ...request })
}
