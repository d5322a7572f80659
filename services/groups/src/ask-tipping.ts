import { countGroupTips, takeGroup } from '@purple-sector/contracts/tipping/internal'
import type { Logger, ServiceCalls } from '@purple-sector/service-kit'
import type { Published } from './published.ts'

/** What this service asks of tipping around a write, because an event would come too late. */
export type Tipping = {
  /**
   * Hands over what a write has published, so that who has just come in may tip, and a rule decides about the next lock.
   * Where tipping does not answer in time the write stands, and its events bring it.
   */
  takeGroup(published: Published): Promise<void>
  /** How many tips a group has; none where tipping has not heard of it. Throws where tipping does not answer. */
  countTips(groupId: number): Promise<number>
}

/** As many memberships as a call may carry in its megabyte. */
const AT_ONCE = 2_000

/** The group with its first memberships, then the rest: after a move there may be thousands. */
const inPortions = ({ memberships, ...rest }: Published): Published[] => {
  const [first = [], ...others] = Array.from({ length: Math.ceil(memberships.length / AT_ONCE) }, (_, nth) =>
    memberships.slice(nth * AT_ONCE, (nth + 1) * AT_ONCE),
  )
  return [{ ...rest, memberships: first }, ...others.map((portion) => ({ memberships: portion }))]
}

export const askTipping = (calls: ServiceCalls, log: Logger): Tipping => ({
  async takeGroup(published) {
    try {
      for (const request of inPortions(published)) await calls.ask(takeGroup, { request })
    } catch (error) {
      log.warn({ err: error }, 'tipping did not take over a change of a group in time; its event will bring it')
    }
  },

  async countTips(groupId) {
    const outcome = await calls.ask(countGroupTips, { params: { groupId } })
    return outcome.kind === 'reply' ? outcome.reply.tips : 0
  },
})
