import type { CallReply } from '@purple-sector/contracts/call'
import { applyGroup, holdGroup, releaseGroup } from '@purple-sector/contracts/tipping/internal'
import type { Logger, ServiceCalls } from '@purple-sector/service-kit'
import type { Published } from './published.ts'

/** A group on its way out of a weekend; `id` names the attempt. */
export type Move = { id: string; groupId: number; weekendId: number }

/** What this service asks of tipping around a write, because an event would come too late. */
export type Tipping = {
  /**
   * Hands over what a write has published, so that a new member may tip, and a rule decides about the next lock. Where
   * tipping does not answer in time the write stands and its events bring it. A membership that ends is handed over with
   * more patience: throws 503 where tipping does not answer, because a tip of the former member could still be accepted.
   */
  applyGroup(published: Published): Promise<void>
  /** Lets nobody tip in a group before its move, where nobody has. Throws where tipping does not answer. */
  holdGroup(move: Move): Promise<CallReply<typeof holdGroup>['outcome']>
  /** Lets them again after a move that was refused; where tipping does not answer, the hold ends by itself. */
  releaseGroup(move: Move): Promise<void>
}

/** As many memberships as a call may carry in its megabyte. */
const BATCH_SIZE = 2_000

/** The group with its first memberships, then the rest: after a move there may be thousands. */
const inPortions = ({ memberships, ...rest }: Published): Published[] => {
  const [first = [], ...others] = Array.from({ length: Math.ceil(memberships.length / BATCH_SIZE) }, (_, nth) =>
    memberships.slice(nth * BATCH_SIZE, (nth + 1) * BATCH_SIZE),
  )
  return [{ ...rest, memberships: first }, ...others.map((portion) => ({ memberships: portion }))]
}

/** For so long an ending is handed over again and again, ms: replicas of tipping may be replaced meanwhile. */
const ENDING_TIMEOUT_MS = 10_000

/** Whether tips of somebody must be refused from now on because of it. */
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
