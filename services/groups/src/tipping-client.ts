import type { CallReply } from '@purple-sector/contracts/call'
import { applyGroup, holdGroup, releaseGroup } from '@purple-sector/contracts/tipping/internal'
import type { Logger, ServiceCalls } from '@purple-sector/service-kit'
import type { Published } from './published.ts'

/** A move of a group to another weekend; `id` identifies the attempt. */
export type Move = { id: string; groupId: number; weekendId: number }

/** The calls to tipping around a write, where an event would come too late. */
export type Tipping = {
  /**
   * Pushes what a write has published, so that a new member may tip, and a rule decides about the next lock.
   *
   * Where tipping does not answer in time, the write stands and its events follow. The end of a membership is retried
   * for longer and then throws 503, because a tip of the former member could still be accepted.
   */
  applyGroup(published: Published): Promise<void>
  /**
   * Holds a group without tips before its move, so that tips in it are rejected. Throws where tipping does not answer.
   */
  holdGroup(move: Move): Promise<CallReply<typeof holdGroup>['outcome']>
  /** Releases the hold after a rejected move; where tipping does not answer, the hold expires. */
  releaseGroup(move: Move): Promise<void>
}

/** Memberships per call, which fit into its limit of 1 MB. */
const BATCH_SIZE = 2_000

/** Splits the memberships into calls, the group with the first: after a move there may be thousands. */
const inPortions = ({ memberships, ...rest }: Published): Published[] => {
  const [first = [], ...others] = Array.from({ length: Math.ceil(memberships.length / BATCH_SIZE) }, (_, nth) =>
    memberships.slice(nth * BATCH_SIZE, (nth + 1) * BATCH_SIZE),
  )
  return [{ ...rest, memberships: first }, ...others.map((portion) => ({ memberships: portion }))]
}

/** How long the push of an ended membership is retried, ms: replicas of tipping may be replaced meanwhile. */
const ENDING_TIMEOUT_MS = 10_000

/** Whether tips of a user must be rejected from now on. */
export const endsMemberships = ({ group, memberships }: Published): boolean =>
  group?.data.deleted === true || memberships.some(({ data }) => data.deleted)

export const tippingClient = (calls: ServiceCalls, log: Logger): Tipping => ({
  async applyGroup(published) {
    const endsMembership = endsMemberships(published)
    const options = endsMembership ? { timeoutMs: ENDING_TIMEOUT_MS } : {}
    try {
      for (const request of inPortions(published)) await calls.request(applyGroup, { request }, options)
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
