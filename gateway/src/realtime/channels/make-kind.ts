import type { Logger } from '@purple-sector/service-kit'
import type { Owners } from '../../owners.ts'
import type { ChannelKind } from '../hub/channel-kind.ts'
import type { Clients } from '../hub/clients.ts'
import type { FrameWriter } from '../hub/frames.ts'

/** What a kind of channel may need of the gateway around it. */
export type KindDependencies = {
  clients: Clients
  internalApi: Owners
  frames: FrameWriter
  /** The time that decides about deadlines. */
  now(): number
  log: Logger
}

export type MakeKind = (dependencies: KindDependencies) => ChannelKind
