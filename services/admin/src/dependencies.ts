import type { Database } from '@purple-sector/database'
import type { ProvisionalLocks } from '@purple-sector/service-kit/data/provisional-locks'
import type { Tipping } from './tipping-client.ts'
import type { Weekends } from './weekends-client.ts'

/** Dependencies that use cases of this service share. */
export type AdminDependencies = {
  database: Database
  weekends: Weekends
  tipping: Tipping
  provisionalLocks: Pick<ProvisionalLocks, 'around' | 'store'>
}
