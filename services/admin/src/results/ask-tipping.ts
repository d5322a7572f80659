import { type Preview, previewRequest, previewSchema } from '@purple-sector/contracts/admin/http'
import type { Logger, ServiceCalls } from '@purple-sector/service-kit'
import { unavailable } from '@purple-sector/service-kit/errors'
import type { z } from 'zod'
import type { Race } from '../projections/race-copies.ts'

export type Tipping = {
  /**
   * Closes a session before its first result becomes visible, so that no tip is accepted by people who have seen it.
   * Where tipping does not answer in time the result is published all the same: its event closes the session.
   */
  close(race: Race): Promise<void>
  /** What a result would change. Tipping owns the tips, so nobody else can tell. */
  preview(request: z.infer<typeof previewRequest>): Promise<Preview>
}

type Timeouts = { closeTimeoutMs: number; previewTimeoutMs: number }

export const askTipping = (calls: ServiceCalls, log: Logger, timeouts: Timeouts): Tipping => ({
  async close({ id, weekendId }) {
    try {
      const path = `/internal/sessions/${id}/close`
      const call = { method: 'POST', path, body: { weekendId }, timeoutMs: timeouts.closeTimeoutMs } as const
      const { status } = await calls.call('tipping', call)
      if (status !== 200) throw new Error(`tipping answered ${status}`)
    } catch (error) {
      log.warn({ err: error, raceId: id }, 'tipping did not close a session; the event of its result will')
    }
  },

  async preview(request) {
    const away = () => unavailable('The preview cannot be computed at the moment. Please try again.')
    const body = previewRequest.parse(request)
    const call = {
      method: 'POST',
      path: '/internal/results/preview',
      body,
      timeoutMs: timeouts.previewTimeoutMs,
    } as const
    const reply = await calls.call('tipping', call).catch((error: unknown) => {
      log.warn({ err: error, raceId: body.raceId }, 'tipping did not compute a preview')
      throw away()
    })
    if (reply.status !== 200) throw away()
    return previewSchema.parse(reply.body)
  },
})
