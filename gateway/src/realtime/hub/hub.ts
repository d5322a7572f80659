import type { Logger } from '@purple-sector/service-kit'
import type { EventHandler } from '../../event-handler.ts'
import type { ChannelKind } from './channel-kind.ts'
import type { Client } from './client.ts'
import { clientFrames } from './client-frames.ts'
import type { Clients } from './clients.ts'
import type { FrameWriter } from './frames.ts'
import type { RecentChanges } from './recent-changes.ts'
import { leaveAll, subscribing } from './subscribing.ts'

export type Hub = {
  /** What its channels react to. */
  eventHandlers: readonly EventHandler[]
  /** Loads what clients will ask for first; resolves when they may come. */
  load(): Promise<void>
  opened(client: Client): void
  received(client: Client, data: Buffer, isBinary: boolean): void
  closed(client: Client): void
  /** Tells everybody that we go (1001), gives them a moment, and cuts who is left. */
  stop(): Promise<void>
}

type Options = {
  clients: Clients
  changes: Pick<RecentChanges, 'start' | 'unchangedForMs'>
  /** The channels that a client hears without asking. */
  impliedSubscriptions(client: Client): readonly string[]
  kinds: readonly ChannelKind[]
  frames: FrameWriter
  /** What fans are told the time is. */
  now(): number
  log: Logger
}

const CHECK_MS = 1_000
const FAREWELL_MS = 2_000

/** Clients and the channels they follow. Which kinds of channels there are is not the hub's to know. */
export const createHub = ({ clients, changes, impliedSubscriptions, kinds, frames, now, log }: Options): Hub => {
  const unchangedForMs = (client: Client, keys: readonly string[]): number =>
    changes.unchangedForMs([...impliedSubscriptions(client), ...keys])
  const subscribe = subscribing({ kinds, frames, unchangedForMs, log })

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
  }, CHECK_MS)

  return {
    eventHandlers: kinds.flatMap(({ eventHandlers }) => eventHandlers),
    async load() {
      changes.start()
      await Promise.all(kinds.map((kind) => kind.load?.()))
    },
    opened(client) {
      clients.add(client)
      client.write(frames('hello', { userId: client.userId, serverTime: new Date(now()).toISOString() }))
    },
    received: clientFrames({ frames, now, subscribe }),
    closed(client) {
      leaveAll(client)
      clients.remove(client)
    },
    async stop() {
      clearInterval(check)
      // What still waits in channels goes before our good-bye.
      for (const kind of kinds) kind.close?.()
      for (const client of clients.all()) client.close('goingAway')
      const until = Date.now() + FAREWELL_MS
      while (clients.all().size > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20))
      for (const client of clients.all()) client.terminate()
    },
  }
}
