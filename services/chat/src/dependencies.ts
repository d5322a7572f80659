import type { Database } from '@purple-sector/database'
import type { RateLimit } from '@purple-sector/service-kit/http/rate-limit'
import type { EnterRoom } from './rooms/enter-room.ts'

/** What the use cases of this service stand on. */
export type ChatDependencies = {
  database: Database
  /** The door of every room. */
  enter: EnterRoom
  /** How many messages a person writes, in all rooms together. */
  pace: RateLimit
}
