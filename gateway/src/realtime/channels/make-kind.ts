import type { Logger } from '@purple-sector/service-kit'
import type { InternalApi } from '../../internal-api.ts'
import type { ChannelKind } from '../hub/channel-kind.ts'
import type { Client } from '../hub/client.ts'
import type { Clients } from '../hub/clients.ts'
import type { FrameWriter } from '../hub/frames.ts'
import type { RecentChanges } from '../hub/recent-changes.ts'
import type { Categories } from '../parts/categories.ts'
import type { LiveSessions } from '../parts/live-sessions.ts'
import type { People } from '../parts/recent-people.ts'

/** What a kind of channel may need of the gateway around it. */
export type KindDependencies = LiveSessions & {
  clients: Clients
  internalApi: InternalApi
  frames: FrameWriter
  /** What changed a moment ago and is told to a newcomer by no state. */
  changes: Pick<RecentChanges, 'note'>
  /** Shared by all kinds; `everyone` loads them and hears of their changes. */
  categories: Categories
  /** Shared by all kinds; whoever hears of somebody takes it over. */
  people: People
  /** Whether it is a socket of an administrator, as far as this gateway knows; asked again within minutes. */
  isAdmin(client: Client): boolean
  /** The time that decides about deadlines. */
  now(): number
  log: Logger
}

export type MakeKind = (dependencies: KindDependencies) => ChannelKind
