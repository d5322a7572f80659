import type { Logger } from '@purple-sector/service-kit'
import type { InternalApi } from '../../internal-api.ts'
import type { ChannelKind } from '../hub/channel-kind.ts'
import type { Client } from '../hub/client.ts'
import type { Clients } from '../hub/clients.ts'
import type { FrameWriter } from '../hub/frames.ts'
import type { RecentChanges } from '../hub/recent-changes.ts'
import type { Categories } from '../parts/categories.ts'
import type { LiveRaces } from '../parts/live-races.ts'
import type { RecentPeople } from '../parts/recent-people.ts'

/** The parts of the gateway that a kind of channel may use. */
export type KindDependencies = LiveRaces & {
  clients: Clients
  internalApi: InternalApi
  /** Whether the season exists, by its owner. */
  hasSeason(seasonId: number): Promise<boolean>
  frames: FrameWriter
  /** Recent changes that no state sends to a new client. */
  changes: Pick<RecentChanges, 'note'>
  /** Shared by all kinds; `everyone` loads them and applies their changes. */
  categories: Categories
  /** Shared by all kinds; each handler of a user event applies it. */
  people: RecentPeople
  /** Whether the socket's cached session is an administrator's; refreshed within minutes. */
  isAdmin(client: Client): boolean
  /** The clock that decides deadlines. */
  now(): number
  log: Logger
}

export type MakeKind = (dependencies: KindDependencies) => ChannelKind
