import { type Database, isConnectionFailure } from '@purple-sector/database'
import { currentTraceparent } from '@purple-sector/messaging/trace'
import type { TipRequest } from './tip-repository.ts'
import { type TipReceipt, writeTip, writeTips } from './write-tips.ts'

type Waiting = { request: TipRequest; resolve(receipt: TipReceipt): void; reject(reason: unknown): void }

/** Tips of one weekend: those that wait, and the fans of those that are being written. */
type Queue = { waiting: Waiting[]; underWay: Set<string>; running: number }

/** So many transactions of a weekend are under way at once: one works while the other waits for the disk. */
const LANES = 2
const LARGEST = 50

/**
 * The next tips to write together: the oldest first, at most one of each fan and none of fans whose last one is still
 * being written, so that theirs are taken in order; the others stay.
 */
export const nextBatch = <T extends { request: { userId: string } }>(
  queue: T[],
  underWay: ReadonlySet<string> = new Set(),
): T[] => {
  const batch: T[] = []
  const left: T[] = []
  const fans = new Set(underWay)
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
  const queues = new Map<number, Queue>()

  const alone = ({ request, resolve, reject }: Waiting): Promise<void> =>
    database.transaction((sql) => writeTip(sql, request)).then(resolve, reject)

  const write = async (batch: Waiting[]): Promise<void> => {
    const requests = batch.map(({ request }) => request)
    try {
      const outcomes = await database.transaction((sql) => writeTips(sql, requests))
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
    const { waiting, underWay } = queue
    queue.running += 1
    for (let batch = nextBatch(waiting, underWay); batch.length > 0; batch = nextBatch(waiting, underWay)) {
      const fans = batch.map(({ request }) => request.userId)
      for (const fan of fans) underWay.add(fan)
      await write(batch)
      for (const fan of fans) underWay.delete(fan)
    }
    queue.running -= 1
    if (queue.running === 0) queues.delete(weekendId)
  }

  return (request) =>
    new Promise((resolve, reject) => {
      const { weekendId } = request
      const queue = queues.get(weekendId) ?? { waiting: [], underWay: new Set(), running: 0 }
      queues.set(weekendId, queue)
      queue.waiting.push({ request: { traceparent: currentTraceparent(), ...request }, resolve, reject })
      void run(weekendId)
    })
}
