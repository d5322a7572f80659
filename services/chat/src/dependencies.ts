import type { Database } from '@purple-sector/database'
import type { RateLimit } from '@purple-sector/service-kit/rate-limit'
import type { Room } from './rooms/room.ts'

/** What the use cases of this service stand on. */
export type ChatDependencies = {
  database: Database
  /** Lets somebody into a room, or refuses. */
  enter(room: Room, userId: string): Promise<void>
  /** How many messages a person writes, in all rooms together. */
  pace: RateLimit
}
