import type { Preview } from '@purple-sector/contracts/admin/http'
import type { CallInput } from '@purple-sector/contracts/call'
import { previewResult } from '@purple-sector/contracts/tipping/internal'
import type { Logger, ServiceCalls } from '@purple-sector/service-kit'
import { unavailable } from '@purple-sector/service-kit/errors'

export type Tipping = {
  /** What a result would change. Tipping owns the tips, so nobody else can tell. */
  preview(request: CallInput<typeof previewResult>['request']): Promise<Preview>
}

export const askTipping = (calls: ServiceCalls, log: Logger, previewTimeoutMs: number): Tipping => ({
  async preview(request) {
    const away = () => unavailable('The preview can’t be worked out right now. Please try again.')
    const outcome = await calls
      .ask(previewResult, { request }, { timeoutMs: previewTimeoutMs })
      .catch((error: unknown) => {
        log.warn({ err: error, raceId: request.raceId }, 'tipping did not compute a preview')
        throw away()
      })
    if (outcome.kind !== 'reply') throw away()
    return outcome.reply
  },
})
