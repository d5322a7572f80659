import { retrying } from '@purple-sector/service-kit/calls/retrying'
import pLimit from 'p-limit'
import type { Channel } from './channel.ts'

/** A channel with the parts that its kind gave it. */
export type OpenChannel = {
  channel: Channel
  /** Fetches what it has to know; false where there is no such thing. */
  load(): Promise<boolean>
  /** It stays for who is in it, but nobody joins it any more. */
  isOver?(): boolean
  sweep(now: number): void
  close(): void
}

export type OpenChannels<Open> = {
  /** Loaded at its first use for everybody who waits; undefined where there is none. */
  open(id: number): Promise<Open | undefined>
  /** The one that this gateway holds, loaded or about to be. */
  held(id: number): Open | undefined
  /** All that this gateway holds. */
  all(): Iterable<Open>
  /** Takes everybody out and forgets it. */
  end(id: number): void
  sweep(now: number): void
  close(): void
}

const EMPTY_TTL_MS = 10 * 60_000
/** After a restart everybody comes back with all their groups: their owner is not asked for them all at once. */
const LOAD_CONCURRENCY = 16
/** Owners that do not answer yet are asked again, with pauses of about 8 s in all. */
const TIMEOUT = { tries: 6, minBackoffMs: 250, maxBackoffMs: 4_000 }

/** The channels of one kind that somebody follows here, or did a moment ago. */
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
          // Whoever asked is about to join: it is not let go before.
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
