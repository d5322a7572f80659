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
  close(race: Race, attempt: string): Promise<void>
  /** Tells that an attempt failed. Tipping, which finds out by itself a little later, then asks at once what became of it. */
  settle(race: Race, attempt: string): Promise<void>
  /** What a result would change. Tipping owns the tips, so nobody else can tell. */
  preview(request: z.infer<typeof previewRequest>): Promise<Preview>
}

type Timeouts = { closeTimeoutMs: number; previewTimeoutMs: number }

export const askTipping = (calls: ServiceCalls, log: Logger, timeouts: Timeouts): Tipping => {
  /** Asks for something that happens by itself a little later where tipping does not answer. */
  const hasten = async ({ id }: Race, what: 'close' | 'settle', body: object, otherwise: string): Promise<void> => {
    const path = `/internal/sessions/${id}/${what}`
    try {
      const call = { method: 'POST', path, body, timeoutMs: timeouts.closeTimeoutMs } as const
      const { status } = await calls.call('tipping', call)
      if (status >= 300) throw new Error(`tipping answered ${status}`)
    } catch (error) {
      log.warn({ err: error, raceId: id }, otherwise)
    }
  }

  return {
    close: (race, attempt) =>
      hasten(
        race,
        'close',
        { weekendId: race.weekendId, attempt },
        'tipping did not close a session; the event of its result will',
      ),

    settle: (race, attempt) =>
      hasten(race, 'settle', { attempt }, 'tipping was not told that a result failed; it will ask by itself'),

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
  }
}
