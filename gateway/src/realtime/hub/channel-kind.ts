import type { ClientFrame, FrameOf } from '@purple-sector/contracts/realtime'
import type { EventHandler } from '../../event-handler.ts'
import type { Channel } from './channel.ts'
import type { Client } from './client.ts'

/** A subscription; it replaces the client's previous one. */
export type Subscribe = Extract<ClientFrame, { type: 'subscribe' }>

/**
 * A kind of channel, one file of `channels/` each.
 * It defines the channels of a subscription, the clients that may join them, their states, and how events change them.
 * The hub depends on nothing else of a kind.
 */
export type ChannelKind = {
  /**
   * Loads the channels of a subscription that the client may join. Rejects with the error for the client.
   * Kinds without `find` need no subscription.
   */
  find?(request: Subscribe, client: Client): Promise<readonly Channel[]>
  /** The fields of `subscribed` for the joined channels, of those that the subscription asked for. */
  subscribedFields?(keys: readonly string[], request: Subscribe): Partial<FrameOf<'subscribed'>['data']>
  eventHandlers: readonly EventHandler[]
  /** Loads state that is needed before the first client connects. */
  load?(): Promise<void>
  /** Runs every second. */
  sweep?(now: number): void
  close?(): void
}
