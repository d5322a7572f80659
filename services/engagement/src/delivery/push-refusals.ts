import type { Logger } from '@purple-sector/service-kit'
import { gauge } from '@purple-sector/service-kit/metrics'
import type { PushOutcome } from './push-client.ts'

/** Push services are few; a fan may name others, which are counted as one. */
const MAX_SERVICES = 50
const OTHERS = 'others'

/** A service that got no push for so long is forgotten, and refuses no more. */
const FORGOTTEN_AFTER_MS = 3_600_000

type Counts = { taken: number; refused: number; reason: string; isRefusing: boolean; askedAt: number }

const setRefusing = gauge(
  'push_services_refusing',
  'Push services that refused every push since they last took one: nothing reaches their browsers',
)

/** Counts what push services answer, for the operator: one that refuses all pushes refuses us, not its browsers. */
export const pushRefusals = (log: Pick<Logger, 'error' | 'warn'>, now: () => number = Date.now) => {
  const services = new Map<string, Counts>()

  const countsOf = (endpoint: string): Counts => {
    const { origin } = new URL(endpoint)
    const name = services.has(origin) || services.size < MAX_SERVICES ? origin : OTHERS
    const counts = services.get(name) ?? { taken: 0, refused: 0, reason: '', isRefusing: false, askedAt: now() }
    services.set(name, counts)
    counts.askedAt = now()
    return counts
  }

  return {
    note(endpoint: string, outcome: PushOutcome): void {
      const counts = countsOf(endpoint)
      if (outcome.kind === 'taken' || outcome.kind === 'gone') counts.taken += 1
      if (outcome.kind !== 'refused') return
      counts.refused += 1
      counts.reason = outcome.reason
    },

    /**
     * Logs what was refused since the last report, a line for each kind: an error for services that took nothing, a warning
     * for those that took other pushes. Nothing where nothing was refused.
     */
    report(): void {
      const refusing: object[] = []
      const refusedSome: object[] = []
      for (const [pushService, counts] of services) {
        const { taken, refused, reason } = counts
        if (taken > 0) counts.isRefusing = false
        else if (refused > 0) counts.isRefusing = true
        if (refused > 0) (taken > 0 ? refusedSome : refusing).push({ pushService, refused, reason })
        Object.assign(counts, { taken: 0, refused: 0 })
        if (now() - counts.askedAt > FORGOTTEN_AFTER_MS) services.delete(pushService)
      }
      setRefusing([...services.values()].filter(({ isRefusing }) => isRefusing).length)
      if (refusing.length > 0)
        log.error({ pushServices: refusing }, 'push services refuse all our pushes: see "Push" in docs/runbook.md')
      if (refusedSome.length > 0) log.warn({ pushServices: refusedSome }, 'push services refused some pushes')
    },
  }
}
