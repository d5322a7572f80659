import type { Database } from '@purple-sector/database'
import type { RateLimit } from '@purple-sector/service-kit/http/rate-limit'
import type { Commit } from './commit.ts'
import type { FindInvitation } from './members/join-locked-group.ts'
import type { Tipping } from './tipping-client.ts'

/** The dependencies of this service's use cases. */
export type GroupsDependencies = {
  database: Database
  commit: Commit
  tipping: Pick<Tipping, 'holdGroup' | 'releaseGroup'>
  findInvitation: FindInvitation
  /** Creations, changes and deletions of groups by one user: each reaches the boards of all members. */
  changes: Pick<RateLimit, 'count'>
  /** Invitation mails to an address. */
  mailsToAddress: Pick<RateLimit, 'tryCount'>
}
