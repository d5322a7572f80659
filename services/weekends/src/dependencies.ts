import type { Database } from '@purple-sector/database'
import type { ProvisionalLocks } from '@purple-sector/service-kit/data/provisional-locks'
import type { Commit } from './commit.ts'
import type { Tipping } from './tipping-client.ts'

/** Dependencies of this service's use cases. */
export type WeekendsDependencies = {
  database: Database
  commit: Commit
  tipping: Pick<Tipping, 'countTips' | 'readLocks'>
  provisionalLocks: Pick<ProvisionalLocks, 'around' | 'store'>
}
