import type { CallReply } from '@purple-sector/contracts/call'
import { countTips, readLocks, syncStates } from '@purple-sector/contracts/tipping/internal'
import type { WholeWeekend } from '@purple-sector/contracts/weekends/internal'
import type { Logger, ServiceCalls } from '@purple-sector/service-kit'
import type { Published } from './published.ts'

export type TipCounts = CallReply<typeof countTips>
export type Locks = CallReply<typeof syncStates>['locks']

/** A time by tipping's clock, and the locks of the races at that time. */
export type TippingLocks = { now: Date; locks: ReadonlyMap<number, Date | null> }

/** Calls to tipping around a write, for which an event would be too late. */
export type Tipping = {
  /**
   * Pushes the states that a write published, so that its reply is already true for tips, and returns the resulting
   * locks. Returns none if tipping does not reply in time; events deliver both later.
   */
  syncStates(published: Published): Promise<Locks>
  /**
   * Reads the locks that decide a choice of races; null if tipping is not installed. Throws if tipping is unreachable.
   */
  readLocks(weekendId: number, weekend: Pick<WholeWeekend, 'weekend' | 'races'>): Promise<TippingLocks | null>
  /** Counts the tips that a deletion would delete; null if tipping is not installed. */
  countTips(weekendId: number, categoryId?: number): Promise<TipCounts | null>
}

export const tippingClient = (calls: ServiceCalls, log: Logger, closeTimeoutMs: number): Tipping => ({
  async syncStates({ weekendId, states }) {
    try {
      const outcome = await calls.request(syncStates, { request: states }, { timeoutMs: closeTimeoutMs })
      return outcome.kind === 'reply' ? outcome.reply.locks : []
    } catch (error) {
      log.warn(
        { event: 'tipping.push_failed', err: error, weekendId },
        'Tipping did not apply a change in time; its event delivers it later',
      )
      return []
    }
  },

  async readLocks(weekendId, { weekend, races }) {
    const input = { params: { weekendId }, request: { weekend, races } }
    const outcome = await calls.request(readLocks, input, { timeoutMs: closeTimeoutMs })
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
