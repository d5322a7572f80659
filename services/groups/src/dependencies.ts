import type { Database } from '@purple-sector/database'
import type { RateLimit } from '@purple-sector/service-kit/http/rate-limit'
import type { Commit } from './commit.ts'
import type { FindInvitation } from './members/enter-group.ts'
import type { Tipping } from './tipping-client.ts'

/** What the use cases of this service stand on. */
export type GroupsDependencies = {
  database: Database
  commit: Commit
  tipping: Pick<Tipping, 'holdGroup' | 'releaseGroup'>
  findInvitation: FindInvitation
  /** Groups that a person founds, changes and deletes: each reaches the boards of all its members. */
  changes: Pick<RateLimit, 'count'>
  /** Mails of invitations to an address. */
  mailsToAddress: Pick<RateLimit, 'admits'>
}
