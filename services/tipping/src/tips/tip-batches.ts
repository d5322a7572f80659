import { type Database, isConnectionFailure } from '@purple-sector/database'
import { currentTraceparent } from '@purple-sector/messaging/trace'
import { submitTip, submitTips, type TipReceipt } from './submit-tip.ts'
import type { TipRequest } from './tip-repository.ts'

type Waiting = { request: TipRequest; resolve(receipt: TipReceipt): void; reject(reason: unknown): void }

/** So many transactions of a weekend are under way at once: one works while the other waits for the disk. */
const LANES = 2
const LARGEST = 50

/** The next tips to write together: at most one of each fan, the oldest first; the others stay. */
export const nextBatch = <T extends { request: { userId: string } }>(queue: T[]): T[] => {
  const batch: T[] = []
  const left: T[] = []
  const fans = new Set<string>()
  for (const waiting of queue) {
    const { userId } = waiting.request
    if (batch.length === LARGEST || fans.has(userId)) left.push(waiting)
    else batch.push(waiting)
    fans.add(userId)
  }
  queue.splice(0, queue.length, ...left)
  return batch
}

/**
 * Writes tips that arrive together in one transaction: before a deadline everybody comes at once, and what a tip costs
 * is mostly round trips and the commit. Nobody waits for company: a tip that comes alone is written at once, those that
 * arrive meanwhile go together. A refusal concerns its own tip only; where the transaction itself fails, each tip gets
 * one of its own.
 */
export const tipBatches = (database: Database): ((request: TipRequest) => Promise<TipReceipt>) => {
  const queues = new Map<number, { waiting: Waiting[]; running: number }>()

  const alone = ({ request, resolve, reject }: Waiting): Promise<void> =>
    database.transaction((sql) => submitTip(sql, request)).then(resolve, reject)

  const write = async (batch: Waiting[]): Promise<void> => {
    const requests = batch.map(({ request }) => request)
    try {
      const outcomes = await database.transaction((sql) => submitTips(sql, requests))
      batch.forEach(({ resolve, reject }, place) => {
        const outcome = outcomes[place]
        if (outcome && 'receipt' in outcome) resolve(outcome.receipt)
        else reject(outcome?.refusal)
      })
    } catch (error) {
      if (batch.length > 1 && !isConnectionFailure(error)) await Promise.all(batch.map(alone))
      else for (const { reject } of batch) reject(error)
    }
  }

  const run = async (weekendId: number): Promise<void> => {
    const queue = queues.get(weekendId)
    if (!queue || queue.running >= LANES) return
    queue.running += 1
    while (queue.waiting.length > 0) await write(nextBatch(queue.waiting))
    queue.running -= 1
    if (queue.running === 0) queues.delete(weekendId)
  }

  return (request) =>
    new Promise((resolve, reject) => {
      const { weekendId } = request
      const queue = queues.get(weekendId) ?? { waiting: [], running: 0 }
      queues.set(weekendId, queue)
      queue.waiting.push({ request: { traceparent: currentTraceparent(), ...request }, resolve, reject })
      void run(weekendId)
    })
}
