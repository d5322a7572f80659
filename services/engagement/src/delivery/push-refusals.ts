import type { Logger } from '@purple-sector/service-kit'
import { gauge } from '@purple-sector/service-kit/metrics'
import type { PushOutcome } from './push-client.ts'

/** Push services are few; a fan may name others, which are counted as one. */
const MAX_SERVICES = 50
const OTHERS = 'others'

/** A service that got no push for so long is forgotten, and refuses no more. */
const FORGOTTEN_AFTER_MS = 3_600_000

/** So many fans, or all of the service where they are at least so few: one fan may name a service that refuses everything. */
const REFUSED_FANS = 5
const FEWEST_FANS = 3

type Counts = {
  taken: number
  refused: number
  reason: string
  /** Whose pushes were refused since one was taken, no more than decide. */
  refusedUsers: Set<string>
  isRefusing: boolean
  askedAt: number
}

const setRefusing = gauge(
  'push_services_refusing',
  'Push services that refused every push to several fans since they last took one: nothing reaches their browsers',
)

type Options = {
  log: Pick<Logger, 'error' | 'warn'>
  /** How many fans have a browser at the push service of that origin; `most` where there are more. */
  countUsers(origin: string, most: number): Promise<number>
  now?: () => number
}

/**
 * Counts what push services answer, for the operator: one that refuses all pushes to several fans refuses us, not their
 * browsers.
 */
export const pushRefusals = ({ log, countUsers, now = Date.now }: Options) => {
  const services = new Map<string, Counts>()

  const countsOf = (endpoint: string): Counts => {
    const { origin } = new URL(endpoint)
    const name = services.has(origin) || services.size < MAX_SERVICES ? origin : OTHERS
    const counts = services.get(name) ?? {
      ...{ taken: 0, refused: 0, reason: '', isRefusing: false },
      refusedUsers: new Set<string>(),
      askedAt: now(),
    }
    services.set(name, counts)
    counts.askedAt = now()
    return counts
  }

  const refusesAll = async (pushService: string, { taken, refusedUsers, isRefusing }: Counts): Promise<boolean> => {
    if (taken > 0) return false
    if (isRefusing || refusedUsers.size >= REFUSED_FANS) return true
    if (refusedUsers.size < FEWEST_FANS || pushService === OTHERS) return false
    return (await countUsers(pushService, REFUSED_FANS)) <= refusedUsers.size
  }

  return {
    note({ endpoint, userId }: { endpoint: string; userId: string }, outcome: PushOutcome): void {
      const counts = countsOf(endpoint)
      if (outcome.kind === 'taken' || outcome.kind === 'gone') {
        counts.taken += 1
        counts.refusedUsers.clear()
      }
      if (outcome.kind !== 'refused') return
      counts.refused += 1
      counts.reason = outcome.reason
      if (counts.refusedUsers.size < REFUSED_FANS) counts.refusedUsers.add(userId)
    },

    /**
     * Logs what was refused since the last report, a line for each kind: an error for services that refuse all, a warning for
     * those that took other pushes or refused those of few fans. Nothing where nothing was refused.
     */
    async report(): Promise<void> {
      const refusing: object[] = []
      const refusedSome: object[] = []
      for (const [pushService, counts] of services) {
        const isRefusing = await refusesAll(pushService, counts)
        const { refused, reason } = counts
        if (refused > 0) (isRefusing ? refusing : refusedSome).push({ pushService, refused, reason })
        Object.assign(counts, { taken: 0, refused: 0, isRefusing })
        if (now() - counts.askedAt > FORGOTTEN_AFTER_MS) services.delete(pushService)
      }
      setRefusing([...services.values()].filter(({ isRefusing }) => isRefusing).length)
      if (refusing.length > 0)
        log.error({ pushServices: refusing }, 'push services refuse all our pushes: see "Push" in docs/runbook.md')
      if (refusedSome.length > 0) log.warn({ pushServices: refusedSome }, 'push services refused some pushes')
    },
  }
}
