import type { Logger } from '@purple-sector/service-kit'
import type { EventHandler } from '../../event-handler.ts'
import type { ChannelKind } from './channel-kind.ts'
import type { Client } from './client.ts'
import { clientFrames } from './client-frames.ts'
import type { Clients } from './clients.ts'
import type { FrameWriter } from './frames.ts'
import type { RecentChanges } from './recent-changes.ts'
import { createSubscribe, leaveAll } from './subscribe.ts'

export type Hub = {
  /** Event handlers of all channels. */
  eventHandlers: readonly EventHandler[]
  /** Loads the channels that clients will subscribe to first; resolves when clients may connect. */
  load(): Promise<void>
  onConnect(client: Client): void
  onFrame(client: Client, data: Buffer, isBinary: boolean): void
  onClose(client: Client): void
  /** Closes all sockets (1001), waits a moment, and terminates the rest. */
  stop(): Promise<void>
}

type Options = {
  clients: Clients
  changes: Pick<RecentChanges, 'start' | 'unchangedForMs'>
  /** The channels that a client receives without a subscription. */
  impliedSubscriptions(client: Client): readonly string[]
  kinds: readonly ChannelKind[]
  frames: FrameWriter
  /** The time sent to clients. */
  now(): number
  log: Logger
}

const CHECK_INTERVAL_MS = 1_000
const CLOSE_TIMEOUT_MS = 2_000

/** Creates the hub: clients and the channels they follow. It does not depend on the kinds of channels. */
export const createHub = ({ clients, changes, impliedSubscriptions, kinds, frames, now, log }: Options): Hub => {
  const unchangedForMs = (client: Client, keys: readonly string[]): number =>
    changes.unchangedForMs([...impliedSubscriptions(client), ...keys])
  const subscribe = createSubscribe({ kinds, frames, unchangedForMs, log })

  const check = setInterval(() => {
    const at = Date.now()
    for (const client of clients.all()) client.check(at)
    for (const kind of kinds) {
      try {
        kind.sweep?.(at)
      } catch (error) {
        log.error({ event: 'realtime.maintenance_failed', err: error }, 'Channel maintenance failed')
      }
    }
  }, CHECK_INTERVAL_MS)

  return {
    eventHandlers: kinds.flatMap(({ eventHandlers }) => eventHandlers),
    async load() {
      changes.start()
      await Promise.all(kinds.map((kind) => kind.load?.()))
    },
    onConnect(client) {
      clients.add(client)
      client.write(frames('hello', { userId: client.userId, serverTime: new Date(now()).toISOString() }))
    },
    onFrame: clientFrames({ frames, now, subscribe }),
    onClose(client) {
      leaveAll(client)
      clients.remove(client)
    },
    async stop() {
      clearInterval(check)
      // Channels send their buffered messages before the close frames.
      for (const kind of kinds) kind.close?.()
      for (const client of clients.all()) client.close('goingAway')
      const until = Date.now() + CLOSE_TIMEOUT_MS
      while (clients.all().size > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20))
      for (const client of clients.all()) client.terminate()
    },
  }
}
