import type { ParsedCall } from '@purple-sector/contracts/call'
import { takeUser } from '@purple-sector/contracts/tipping/internal'
import type { Logger, ServiceCalls } from '@purple-sector/service-kit'

export type UserState = ParsedCall<typeof takeUser>['request']

/** What this service tells tipping around a write, because an event would come too late. */
export type Tipping = {
  /** Hands over a user that was just stored. Where tipping does not answer in time, the event brings it. */
  takeUser(state: UserState): Promise<void>
}

export const askTipping = (calls: ServiceCalls, log: Logger): Tipping => ({
  async takeUser(state) {
    try {
      await calls.ask(takeUser, { request: state })
    } catch (error) {
      log.warn(
        { err: error, userId: state.data.id },
        'tipping did not take over a user in time; its event will bring it',
      )
    }
  },
})
