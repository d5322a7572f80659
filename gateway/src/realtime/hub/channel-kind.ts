import type { ClientFrame, FrameOf } from '@purple-sector/contracts/realtime'
import type { EventHandler } from '../../event-handler.ts'
import type { Channel } from './channel.ts'
import type { Client } from './client.ts'

/** What a client asks for; it replaces what it followed before. */
export type Subscribe = Extract<ClientFrame, { type: 'subscribe' }>

/**
 * A kind of channel, as one file of `channels/` says it: which channels a subscription means, who may join them, what
 * is in them, and what happens there by which events. The hub knows no more of it.
 */
export type ChannelKind = {
  /**
   * The channels that a subscription means, loaded, as far as the client may join them. Rejects with what the client is
   * told. Kinds without it are heard by whom they concern, without being asked for.
   */
  find?(request: Subscribe, client: Client): Promise<readonly Channel[]>
  /** What `subscribed` says of those it has joined. */
  granted?(keys: readonly string[]): Partial<FrameOf<'subscribed'>['data']>
  eventHandlers: readonly EventHandler[]
  /** Loads what has to be known before the first client comes. */
  load?(): Promise<void>
  /** Looked at every second. */
  sweep?(now: number): void
  close?(): void
}
