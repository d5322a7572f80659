import type { ClientFrame, FrameOf } from '@purple-sector/contracts/realtime'
import type { EventHandler } from '../../event-handler.ts'
import type { Channel } from './channel.ts'
import type { Client } from './client.ts'

/** A subscription; it replaces the client's previous one. */
export type Subscribe = Extract<ClientFrame, { type: 'subscribe' }>

/**
 * A kind of channel, one file of `channels/` each.
 * It defines which channels a subscription means, who may join them, their states, and how events change them. The hub
 * knows no more of it.
 */
export type ChannelKind = {
  /**
   * The channels that a subscription means, loaded, as far as the client may join them. Rejects with the client's
   * error.
   * Kinds without it need no subscription.
   */
  find?(request: Subscribe, client: Client): Promise<readonly Channel[]>
  /** The fields of `subscribed` for the joined channels. */
  subscribedFields?(keys: readonly string[]): Partial<FrameOf<'subscribed'>['data']>
  eventHandlers: readonly EventHandler[]
  /** Loads state that is needed before the first client connects. */
  load?(): Promise<void>
  /** Runs every second. */
  sweep?(now: number): void
  close?(): void
}
