import type { Database } from '@purple-sector/database'
import { currentTraceparent } from '@purple-sector/messaging/trace'
import { batches } from '@purple-sector/service-kit/scheduling/batches'
import type { TipRequest } from './tip-repository.ts'
import { type TipReceipt, writeTip, writeTips } from './write-tips.ts'

/** So many transactions of a weekend are under way at once: one works while the other waits for the disk. */
const LANES = 2

/** Writes tips of a weekend that arrive together in one transaction: before a deadline everybody comes at once. */
export const tipBatches = (database: Database): ((request: TipRequest) => Promise<TipReceipt>) => {
  const submit = batches<TipRequest, TipReceipt>({
    keyOf: ({ weekendId }) => String(weekendId),
    personOf: ({ userId }) => userId,
    lanes: LANES,
    async together(requests) {
      const outcomes = await database.transaction((sql) => writeTips(sql, requests))
      return outcomes.map((outcome) => ('receipt' in outcome ? { result: outcome.receipt } : outcome))
    },
    alone: (request) => database.transaction((sql) => writeTip(sql, request)),
  })
  return (request) => submit({ traceparent: currentTraceparent(), ...request })
}
