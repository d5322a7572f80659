import type { Database } from '@purple-sector/database'
import type { ProvisionalLocks } from '@purple-sector/service-kit/data/provisional-locks'
import type { TippingClient } from './tipping-client.ts'
import type { Weekends } from './weekends-client.ts'

/** Dependencies that use cases of this service share. */
export type AdminDependencies = {
  database: Database
  weekends: Weekends
  tipping: TippingClient
  provisionalLocks: Pick<ProvisionalLocks, 'around' | 'store'>
}
