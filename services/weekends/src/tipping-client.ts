import type { CallReply } from '@purple-sector/contracts/call'
import { countTips, readLocks, syncStates } from '@purple-sector/contracts/tipping/internal'
import type { WholeWeekend } from '@purple-sector/contracts/weekends/internal'
import type { Logger, ServiceCalls } from '@purple-sector/service-kit'
import type { Published } from './published.ts'

export type TipCounts = CallReply<typeof countTips>
export type Locks = CallReply<typeof syncStates>['locks']

/** A moment of tipping's clock, and when the races it knows lock, as of then. */
export type LockReading = { now: Date; locks: ReadonlyMap<number, Date | null> }

/** What this service asks of tipping around a write, because an event would come too late. */
export type Tipping = {
  /**
   * Hands over what a write has published, so that what its writer is answered holds for tips, and answers the locks
   * that follow. Where tipping does not answer in time there are none, and events bring both.
   */
  syncStates(published: Published): Promise<Locks>
  /** The moment at which a choice of races is decided; null where tipping is not installed. Throws where it is away. */
  readLocks(weekendId: number, weekend: Pick<WholeWeekend, 'weekend' | 'races'>): Promise<LockReading | null>
  /** How many tips a deletion would take along; null where tipping is not installed. */
  countTips(weekendId: number, categoryId?: number): Promise<TipCounts | null>
}

export const tippingClient = (calls: ServiceCalls, log: Logger, closeTimeoutMs: number): Tipping => ({
  async syncStates({ weekendId, states }) {
    try {
      const outcome = await calls.request(syncStates, { request: states }, { timeoutMs: closeTimeoutMs })
      return outcome.kind === 'reply' ? outcome.reply.locks : []
    } catch (error) {
      log.warn({ err: error, weekendId }, 'tipping did not take over a change in time; its event will bring it')
      return []
    }
  },

  async readLocks(weekendId, { weekend, races }) {
    const asked = { params: { weekendId }, request: { weekend, races } }
    const outcome = await calls.request(readLocks, asked, { timeoutMs: closeTimeoutMs })
    if (outcome.kind !== 'reply') return null
    const { now, locks } = outcome.reply
    return {
      now: new Date(now),
      locks: new Map(locks.map(({ raceId, locksAt }) => [raceId, locksAt === null ? null : new Date(locksAt)])),
    }
  },

  async countTips(weekendId, categoryId) {
    const outcome = await calls.request(countTips, { params: { id: weekendId }, query: { categoryId } })
    return outcome.kind === 'reply' ? outcome.reply : null
  },
})
