import type { Database } from '@purple-sector/database'
import type { ProvisionalLocks } from '@purple-sector/service-kit/data/provisional-locks'
import type { Commit } from './commit.ts'
import type { Tipping } from './tipping-client.ts'

/** What the use cases of this service stand on. */
export type WeekendsDependencies = {
  database: Database
  commit: Commit
  tipping: Pick<Tipping, 'countTips' | 'readLocks'>
  provisionalLocks: Pick<ProvisionalLocks, 'around' | 'store'>
}
