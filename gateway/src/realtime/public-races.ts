import type { Race } from '@purple-sector/contracts/weekends/http'

/** What tipping and race control have said of sessions, which the weekends service may hear a moment later than we. */
export type Told = {
  locks: Map<number, string | null>
  results: Map<number, { revision: number; status: NonNullable<Race['resultStatus']> }>
}

/** The session as its owner tells it, with what is known more freshly from tipping and race control. */
export const withTold = (race: Race, { locks, results }: Told, now: number): Race => {
  const lock = locks.get(race.id)
  const isOlder = lock !== undefined && lock !== race.deadline
  const deadline = isOlder ? lock : race.deadline
  const hasPassed = deadline !== null && Date.parse(deadline) <= now
  const result = results.get(race.id)
  const isNewer = result !== undefined && result.revision > (race.resultRevision ?? 0)
  return {
    ...race,
    deadline,
    locked: hasPassed || (race.locked && !isOlder),
    ...(isNewer ? { resultRevision: result.revision, resultStatus: result.status } : {}),
  }
}
