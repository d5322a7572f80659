import type { CallReply } from '@purple-sector/contracts/call'
import { applyGroup, holdGroup, releaseGroup } from '@purple-sector/contracts/tipping/internal'
import type { Logger, ServiceCalls } from '@purple-sector/service-kit'
import type { Published } from './published.ts'

/** A move of a group to another weekend; `id` identifies the attempt. */
export type Move = { id: string; groupId: number; weekendId: number }

/** Calls to tipping around a write, for which an event would come too late. */
export type Tipping = {
  /**
   * Pushes the states that a write has published, so that a new member may tip, and a new rule applies to the next lock.
   *
   * If tipping does not reply in time, its events deliver the states. The end of a membership is retried for longer and
   * then throws 503, because a tip of the former member could still be accepted.
   */
  applyGroup(published: Published): Promise<void>
  /**
   * Holds a group without tips before its move, so that tips in it are rejected. Throws if tipping does not reply.
   */
  holdGroup(move: Move): Promise<CallReply<typeof holdGroup>['outcome']>
  /** Releases the hold after a rejected move; if tipping does not reply, the hold expires. */
  releaseGroup(move: Move): Promise<void>
}

/** Memberships per call; they fit into its size limit of 1 MB. */
const BATCH_SIZE = 2_000

/** Splits the memberships into calls, the group with the first: after a move there may be thousands. */
const splitIntoCalls = ({ memberships, ...rest }: Published): Published[] => {
  const [first = [], ...otherPortions] = Array.from(
    { length: Math.ceil(memberships.length / BATCH_SIZE) },
    (_, index) => memberships.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  )
  return [{ ...rest, memberships: first }, ...otherPortions.map((portion) => ({ memberships: portion }))]
}

/** Time for which the push of an ended membership is retried, ms: replicas of tipping may be replaced meanwhile. */
const ENDING_TIMEOUT_MS = 10_000

/** Whether tips of a user must be rejected from now on. */
export const endsMemberships = ({ group, memberships }: Published): boolean =>
  group?.data.deleted === true || memberships.some(({ data }) => data.deleted)

export const tippingClient = (calls: ServiceCalls, log: Logger): Tipping => ({
  async applyGroup(published) {
    const endsMembership = endsMemberships(published)
    const options = endsMembership ? { timeoutMs: ENDING_TIMEOUT_MS } : {}
    try {
      for (const request of splitIntoCalls(published)) await calls.request(applyGroup, { request }, options)
    } catch (error) {
      if (endsMembership) throw error
      log.warn(
        { event: 'tipping.push_failed', err: error },
        'Push of a group change to tipping failed; tipping applies it by its event',
      )
    }
  },

  async holdGroup({ id: moveId, groupId, weekendId }) {
    const outcome = await calls.request(holdGroup, { params: { groupId }, request: { moveId, weekendId } })
    return outcome.kind === 'reply' ? outcome.reply.outcome : 'held'
  },

  async releaseGroup({ id: moveId, groupId }) {
    try {
      await calls.request(releaseGroup, { params: { groupId }, request: { moveId } })
    } catch (error) {
      log.warn(
        { event: 'tipping.release_failed', err: error },
        'Release of a group in tipping failed; tips in it are rejected for up to 30 s',
      )
    }
  },
})
