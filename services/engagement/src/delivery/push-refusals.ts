import { counter, gauge } from '@purple-sector/metrics'
import type { Logger } from '@purple-sector/service-kit'
import type { PushOutcome } from './push-client.ts'

/** Push services counted separately. Real ones are few; a user may name others, which are counted as one. */
const MAX_SERVICES = 50
const OTHERS = 'others'

/** A push service without pushes for this long is dropped from the counts. */
const IDLE_TTL_MS = 3_600_000

/**
 * Refused users from which a push service counts as refusing, or `MIN_REFUSED_USERS` if those are all its users.
 *
 * One user alone may name a service that refuses everything.
 */
const REFUSED_USERS_LIMIT = 5
const MIN_REFUSED_USERS = 3

type Counts = {
  accepted: number
  refused: number
  reason: string
  /** Users refused since the last accepted push, at most `REFUSED_FANS_LIMIT`. */
  refusedUsers: Set<string>
  isRefusing: boolean
  lastPushAt: number
}

const deliveries = counter('push_deliveries_total')
const refusingServices = gauge('push_services_refusing')

type Options = {
  log: Pick<Logger, 'error' | 'warn'>
  /** Counts users with a browser at the push service of the origin, up to `limit`. */
  countUsers(origin: string, limit: number): Promise<number>
  now?: () => number
}

/**
 * Counts outcomes per push service, and reports refusals to the operator.
 *
 * A service that refuses all pushes to several users refuses this installation, not their browsers.
 */
export const pushRefusals = ({ log, countUsers, now = Date.now }: Options) => {
  const services = new Map<string, Counts>()

  const countsOf = (endpoint: string): Counts => {
    const { origin } = new URL(endpoint)
    const name = services.has(origin) || services.size < MAX_SERVICES ? origin : OTHERS
    const counts = services.get(name) ?? {
      ...{ accepted: 0, refused: 0, reason: '', isRefusing: false },
      refusedUsers: new Set<string>(),
      lastPushAt: now(),
    }
    services.set(name, counts)
    counts.lastPushAt = now()
    return counts
  }

  const refusesAll = async (pushService: string, { accepted, refusedUsers, isRefusing }: Counts): Promise<boolean> => {
    if (accepted > 0) return false
    if (isRefusing || refusedUsers.size >= REFUSED_USERS_LIMIT) return true
    if (refusedUsers.size < MIN_REFUSED_USERS || pushService === OTHERS) return false
    return (await countUsers(pushService, REFUSED_USERS_LIMIT)) <= refusedUsers.size
  }

  return {
    record({ endpoint, userId }: { endpoint: string; userId: string }, outcome: PushOutcome): void {
      deliveries.inc({ outcome: outcome.kind })
      const counts = countsOf(endpoint)
      if (outcome.kind === 'accepted' || outcome.kind === 'gone') {
        counts.accepted += 1
        counts.refusedUsers.clear()
      }
      if (outcome.kind !== 'refused') return
      counts.refused += 1
      counts.reason = outcome.reason
      if (counts.refusedUsers.size < REFUSED_USERS_LIMIT) counts.refusedUsers.add(userId)
    },

    /**
     * Logs refusals since the last report, at most one line per level.
     *
     * An error lists services that refuse all pushes, a warning those that accepted others or refused few users.
     */
    async report(): Promise<void> {
      const refusing: object[] = []
      const refusedSome: object[] = []
      for (const [pushService, counts] of services) {
        const isRefusing = await refusesAll(pushService, counts)
        const { refused, reason } = counts
        if (refused > 0) (isRefusing ? refusing : refusedSome).push({ pushService, refused, reason })
        Object.assign(counts, { accepted: 0, refused: 0, isRefusing })
        if (now() - counts.lastPushAt > IDLE_TTL_MS) services.delete(pushService)
      }
      refusingServices.set([...services.values()].filter(({ isRefusing }) => isRefusing).length)
      if (refusing.length > 0)
        log.error(
          { event: 'push.service_refusing', pushServices: refusing },
          'Push services refuse all pushes: see "Push" in docs/runbook.md',
        )
      if (refusedSome.length > 0)
        log.warn({ event: 'push.refused', pushServices: refusedSome }, 'Push services refused some pushes')
    },
  }
}
