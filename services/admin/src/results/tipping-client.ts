import type { raceLockSet } from '@purple-sector/contracts/admin/events'
import type { Preview } from '@purple-sector/contracts/admin/http'
import type { CallInput, CallReply } from '@purple-sector/contracts/call'
import { applyLock, type LockState, previewResult, reviewLock } from '@purple-sector/contracts/tipping/internal'
import type { Logger, ServiceCalls } from '@purple-sector/service-kit'
import { unavailable } from '@purple-sector/service-kit/errors'
import type { z } from 'zod'
import { noSuchRace } from './no-such-race.ts'

export type LockReview = CallReply<typeof reviewLock>
type SetLock = { sequence: number; data: z.infer<typeof raceLockSet.data> }

export type Tipping = {
  /** What a result would change. Tipping owns the tips, so nobody else can tell. */
  preview(request: CallInput<typeof previewResult>['request']): Promise<Preview>
  /** When a race locks, and how many tips came in from a moment on. Throws a 404 or a 503. */
  reviewLock(raceId: number, at: string): Promise<LockReview>
  /** Hands over a lock that was set. Undefined where tipping does not answer in time: its event brings it. */
  applyLock(state: SetLock): Promise<LockState | undefined>
}

export const tippingClient = (calls: ServiceCalls, log: Logger, previewTimeoutMs: number): Tipping => ({
  async preview(request) {
    const away = () => unavailable('The preview can’t be worked out right now. Please try again.')
    const outcome = await calls
      .request(previewResult, { request }, { timeoutMs: previewTimeoutMs })
      .catch((error: unknown) => {
        log.warn({ err: error, raceId: request.raceId }, 'tipping did not compute a preview')
        throw away()
      })
    if (outcome.kind !== 'reply') throw away()
    return outcome.reply
  },

  async reviewLock(raceId, at) {
    const outcome = await calls.request(reviewLock, { params: { raceId }, query: { at } }).catch((error: unknown) => {
      log.warn({ err: error, raceId }, 'tipping did not count the tips that came in after a start')
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
      log.warn({ err: error, raceId }, 'tipping did not take over a lock in time; its event will bring it')
      return undefined
    }
  },
})
