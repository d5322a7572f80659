import type { Category } from '@purple-sector/contracts/categories'
import { sessionLockReply, tipCountsSchema } from '@purple-sector/contracts/tipping/http'
import type { Logger, ServiceCalls } from '@purple-sector/service-kit'
import { unavailable } from '@purple-sector/service-kit/errors'

export type TipCounts = { tips: number; racers: number }

/** What this service asks of tipping around a write, because an event would come too late. */
export type Tipping = {
  /**
   * Closes a session before the write that closes it can be seen: a tip must not slip in between (docs/rules.md, Sessions).
   * Undefined where tipping does not answer in time: the write goes ahead, and its event closes the session.
   */
  closeSession(session: { id: number; weekendId: number }): Promise<Date | undefined>
  /**
   * Has tipping take over the weekend as it now stands, after a write that moves a deadline or the filter: what the
   * administrator is answered then holds for tips. Where tipping does not answer in time, the event brings it.
   */
  catchUp(weekendId: number): Promise<void>
  /** How many tips a deletion would take along; null where tipping is not installed. */
  countTips(weekendId: number, category?: Category): Promise<TipCounts | null>
}

export const askTipping = (calls: ServiceCalls, log: Logger, closeTimeoutMs: number): Tipping => ({
  async closeSession({ id, weekendId }) {
    try {
      const path = `/internal/sessions/${id}/close`
      const body = { weekendId }
      const reply = await calls.call('tipping', { method: 'POST', path, body, timeoutMs: closeTimeoutMs })
      if (reply.status !== 200) throw new Error(`tipping answered ${reply.status}`)
      const { locksAt } = sessionLockReply.parse(reply.body)
      return locksAt === null ? undefined : new Date(locksAt)
    } catch (error) {
      log.warn({ err: error, raceId: id }, 'tipping did not close a session in time; its event will')
      return undefined
    }
  },

  async catchUp(weekendId) {
    try {
      const path = `/internal/weekends/${weekendId}/catch-up`
      const reply = await calls.call('tipping', { method: 'POST', path, timeoutMs: closeTimeoutMs })
      if (reply.status !== 204) throw new Error(`tipping answered ${reply.status}`)
    } catch (error) {
      log.warn({ err: error, weekendId }, 'tipping did not catch up in time; events will bring the change')
    }
  },

  async countTips(weekendId, category) {
    const query = category === undefined ? '' : `?category=${encodeURIComponent(category)}`
    const reply = await calls.call('tipping', {
      method: 'GET',
      path: `/internal/weekends/${weekendId}/tip-counts${query}`,
    })
    if (reply.status === 404) return null
    if (reply.status !== 200) throw unavailable('The tips could not be counted. Please try again.')
    return tipCountsSchema.parse(reply.body)
  },
})
