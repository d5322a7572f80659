import type { Database } from '@purple-sector/database'
import type { ProvisionalLocks } from '@purple-sector/service-kit/data/provisional-locks'
import type { Weekends } from './projections/ask-weekends.ts'
import type { Tipping } from './results/ask-tipping.ts'

/** What the use cases of this service stand on. */
export type RaceControlDependencies = {
  database: Database
  weekends: Weekends
  tipping: Tipping
  provisionalLocks: Pick<ProvisionalLocks, 'around' | 'store'>
}
