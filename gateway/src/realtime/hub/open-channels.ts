import { retrying } from '@purple-sector/service-kit/calls/retrying'
import pLimit from 'p-limit'
import type { Channel } from './channel.ts'

/** A channel with the parts that its kind adds. */
export type OpenChannel = {
  channel: Channel
  /** Fetches its state; false where the subject does not exist. */
  load(): Promise<boolean>
  /** Whether its subject is deleted: members stay, but no client may join. */
  isOver?(): boolean
  sweep(now: number): void
  close(): void
}

export type OpenChannels<Open> = {
  /** Opens a channel, loaded once for all callers; undefined where the subject does not exist. */
  open(id: number): Promise<Open | undefined>
  /** The open channel, loaded or loading; undefined where there is none here. */
  held(id: number): Open | undefined
  /** All open channels. */
  all(): Iterable<Open>
  /** Removes all clients and releases the channel. */
  end(id: number): void
  sweep(now: number): void
  close(): void
}

const EMPTY_TTL_MS = 10 * 60_000
/** After a restart all clients return with all their groups: their owner is not called for all at once. */
const LOAD_CONCURRENCY = 16
/** Owners that do not answer yet are called again, with pauses of about 8 s in all. */
const TIMEOUT = { tries: 6, minBackoffMs: 250, maxBackoffMs: 4_000 }

/** Manages the channels of one kind that have clients here, or had some recently. */
export const createOpenChannels = <Open extends OpenChannel>(make: (id: number) => Open): OpenChannels<Open> => {
  type Held = { open: Open; loaded: Promise<boolean>; closing: AbortController; emptySince: number }
  const held = new Map<number, Held>()
  const limited = pLimit(LOAD_CONCURRENCY)

  const start = (id: number): Held => {
    const open = make(id)
    const closing = new AbortController()
    const loaded = retrying(() => limited(open.load), { ...TIMEOUT, signal: closing.signal })
    const started = { open, loaded, closing, emptySince: Date.now() }
    held.set(id, started)
    return started
  }

  const letGo = (id: number, { open, closing }: Held): void => {
    closing.abort()
    if (held.get(id)?.open === open) held.delete(id)
    open.channel.close()
    open.close()
  }

  return {
    held: (id) => held.get(id)?.open,
    all: () => [...held.values()].map(({ open }) => open),
    async open(id) {
      const known = held.get(id) ?? start(id)
      try {
        if (await known.loaded) {
          // The caller is about to join: the channel is not released before.
          known.emptySince = Date.now()
          return known.open.isOver?.() ? undefined : known.open
        }
        letGo(id, known)
        return undefined
      } catch (error) {
        letGo(id, known)
        throw error
      }
    },
    end(id) {
      const known = held.get(id)
      if (known) letGo(id, known)
    },
    sweep(now) {
      for (const [id, known] of held) {
        known.open.sweep(now)
        if (known.open.channel.audience.size > 0) known.emptySince = now
        else if (now - known.emptySince >= EMPTY_TTL_MS) letGo(id, known)
      }
    },
    close() {
      for (const [id, known] of held) letGo(id, known)
    },
  }
}
