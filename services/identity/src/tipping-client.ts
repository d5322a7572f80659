import type { ParsedCall } from '@purple-sector/contracts/call'
import { applyUser } from '@purple-sector/contracts/tipping/internal'
import type { Logger, ServiceCalls } from '@purple-sector/service-kit'

export type UserState = ParsedCall<typeof applyUser>['request']

/** What this service tells tipping around a write, because an event would come too late. */
export type Tipping = {
  /** Hands over a user that was just stored. Where tipping does not answer in time, the event brings it. */
  applyUser(state: UserState): Promise<void>
}

export const tippingClient = (calls: ServiceCalls, log: Logger): Tipping => ({
  async applyUser(state) {
    try {
      await calls.request(applyUser, { request: state })
    } catch (error) {
      log.warn(
        { err: error, userId: state.data.id },
        'tipping did not take over a user in time; its event will bring it',
      )
    }
  },
})
