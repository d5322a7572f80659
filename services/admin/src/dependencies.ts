import type { Database } from '@purple-sector/database'
import type { ProvisionalLocks } from '@purple-sector/service-kit/data/provisional-locks'
import type { Weekends } from './projections/weekends-client.ts'
import type { Tipping } from './results/tipping-client.ts'

/** Dependencies that use cases of this service share. */
export type RaceControlDependencies = {
  database: Database
  weekends: Weekends
  tipping: Tipping
  provisionalLocks: Pick<ProvisionalLocks, 'around' | 'store'>
}
