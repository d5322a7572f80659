import type { ParsedCall } from '@purple-sector/contracts/call'
import { applyUser } from '@purple-sector/contracts/tipping/internal'
import type { Logger, ServiceCalls } from '@purple-sector/service-kit'

export type UserState = ParsedCall<typeof applyUser>['request']

/** Calls to tipping around a write, for which an event would come too late. */
export type Tipping = {
  /** Pushes a stored user. If tipping does not reply in time, the event delivers it. */
  applyUser(state: UserState): Promise<void>
}

export const tippingClient = (calls: ServiceCalls, log: Logger): Tipping => ({
  async applyUser(state) {
    try {
      await calls.request(applyUser, { request: state })
    } catch (error) {
      log.warn(
        { event: 'tipping.push_failed', err: error, userId: state.data.id },
        'Tipping did not apply a user in time; its event delivers it later',
      )
    }
  },
})
