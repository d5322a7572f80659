import type { Database } from '@purple-sector/database'
import type { RateLimit } from '@purple-sector/service-kit/http/rate-limit'
import type { AuthorizeRoom } from './rooms/authorize-room.ts'

/** Dependencies of the use cases of this service. */
export type ChatDependencies = {
  database: Database
  /** Checks that a user may enter a room. */
  authorizeRoom: AuthorizeRoom
  /** Limits messages per user, over all rooms. */
  messageLimit: RateLimit
}
