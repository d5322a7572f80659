import { codeOf, type ProductApi } from './fans/product-api.ts'
import { PreflightError } from './preflight-error.ts'

/** Another weekend is live, and the player was not asked to take over. */
export class AnotherWeekendLive extends PreflightError {
  constructor(name: string) {
    super(
      `The weekend "${name}" is live. End it first, or play with --take-over (make race-day TAKE_OVER=1) to put it back afterwards.`,
    )
    this.name = 'AnotherWeekendLive'
  }
}

export type LiveWeekend = { id: number; name: string; isActive: boolean }

const findLive = async (api: ProductApi, cookie: string): Promise<LiveWeekend | undefined> =>
  (await api.weekends(cookie)).find(({ status }) => status === 'live')

/**
 * Ensures that no other weekend is live, so that the player's own can be.
 * With `takeOver` it deactivates a live weekend and returns it, for `restoreLive`.
 * @throws AnotherWeekendLive
 */
export const clearStage = async (api: ProductApi, cookie: string, takeOver: boolean): Promise<LiveWeekend | null> => {
  const live = await findLive(api, cookie)
  if (!live) return null
  if (!takeOver) throw new AnotherWeekendLive(live.name)
  await change(api, cookie, live.id, { isActive: false, status: 'inactive' })
  return live
}

/** Restores a weekend that was live before the player started. */
export const restoreLive = (api: ProductApi, cookie: string, live: LiveWeekend): Promise<void> =>
  change(api, cookie, live.id, { isActive: live.isActive, status: 'live' })

/**
 * Sets a weekend live as the Activate button does.
 * @throws AnotherWeekendLive if another weekend was set live first
 */
export const goLive = async (api: ProductApi, cookie: string, weekendId: number): Promise<void> => {
  const reply = await api.changeWeekend(cookie, weekendId, { isActive: true, status: 'live' })
  if (codeOf(reply) === 'ANOTHER_WEEKEND_LIVE') {
    throw new AnotherWeekendLive((await findLive(api, cookie))?.name ?? 'another one')
  }
  if (reply.status !== 200) throw new PreflightError(`The weekend cannot be set live: ${JSON.stringify(reply.body)}`)
}

/** Ends a weekend: completed, no longer active, its board still readable. */
export const endWeekend = (api: ProductApi, cookie: string, weekendId: number): Promise<void> =>
  change(api, cookie, weekendId, { isActive: false, status: 'completed' })

const change = async (api: ProductApi, cookie: string, id: number, body: object): Promise<void> => {
  const reply = await api.changeWeekend(cookie, id, body)
  if (reply.status !== 200) throw new PreflightError(`Weekend ${id} cannot be changed: ${JSON.stringify(reply.body)}`)
}
