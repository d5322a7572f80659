import type { raceLockSet } from '@purple-sector/contracts/admin/events'
import type { Preview } from '@purple-sector/contracts/admin/http'
import type { CallInput, CallReply } from '@purple-sector/contracts/call'
import { applyLock, type LockState, previewResult, reviewLock } from '@purple-sector/contracts/tipping/internal'
import type { Logger, ServiceCalls } from '@purple-sector/service-kit'
import { unavailable } from '@purple-sector/service-kit/errors'
import type { z } from 'zod'
import { noSuchRace } from './results/no-such-race.ts'

export type LockReview = CallReply<typeof reviewLock>
type SequencedRaceLock = { sequence: number; data: z.infer<typeof raceLockSet.data> }

export type TippingClient = {
  /** Previews what a result would change; only tipping has the tips. Throws a 503. */
  preview(request: CallInput<typeof previewResult>['request']): Promise<Preview>
  /** Gets when a race locks, and how many tips arrived since a moment. Throws a 404 or a 503. */
  getLockWithLateTips(raceId: number, at: string): Promise<LockReview>
  /**
   * Pushes a race lock, so that tipping has applied it before this resolves.
   *
   * Undefined if tipping rejects the call, cannot be reached or does not reply in time: the event delivers the lock.
   */
  applyLock(state: SequencedRaceLock): Promise<LockState | undefined>
}

export const createTippingClient = (calls: ServiceCalls, log: Logger, previewTimeoutMs: number): TippingClient => ({
  async preview(request) {
    const previewUnavailable = () => unavailable('The preview can’t be worked out right now. Please try again.')
    const outcome = await calls
      .request(previewResult, { request }, { timeoutMs: previewTimeoutMs })
      .catch((error: unknown) => {
        log.warn(
          { event: 'tipping.preview_failed', err: error, raceId: request.raceId },
          'Preview not computed: tipping unavailable',
        )
        throw previewUnavailable()
      })
    if (outcome.kind !== 'reply') throw previewUnavailable()
    return outcome.reply
  },

  async getLockWithLateTips(raceId, at) {
    const outcome = await calls.request(reviewLock, { params: { raceId }, query: { at } }).catch((error: unknown) => {
      log.warn(
        { event: 'tipping.lock_review_failed', err: error, raceId },
        'Late tips not counted: tipping unavailable',
      )
      throw unavailable('The tips cannot be counted at the moment. Please try again.')
    })
    if (outcome.kind !== 'reply') throw noSuchRace()
    return outcome.reply
  },

  async applyLock(state) {
    const { raceId } = state.data
    try {
      const outcome = await calls.request(applyLock, { params: { raceId }, request: state })
      return outcome.kind === 'reply' ? outcome.reply : undefined
    } catch (error) {
      log.warn(
        { event: 'tipping.lock_push_failed', err: error, raceId },
        'Lock not pushed to tipping in time; its event delivers it',
      )
      return undefined
    }
  },
})
