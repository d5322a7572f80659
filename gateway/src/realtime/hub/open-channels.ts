import { retrying } from '@purple-sector/service-kit/calls/retrying'
import pLimit from 'p-limit'
import type { Channel } from './channel.ts'

/** A channel with the parts that its kind adds. */
export type OpenChannel = {
  channel: Channel
  /** Fetches the state of the channel; false if its subject does not exist. */
  load(): Promise<boolean>
  /** Whether its subject is deleted: its clients stay, but no further client may join. */
  isDeleted?(): boolean
  sweep(now: number): void
  close(): void
}

export type OpenChannels<Open> = {
  /** Opens a channel, loaded once for all callers; undefined if its subject does not exist. */
  open(id: number): Promise<Open | undefined>
  /** The open channel, loaded or loading; undefined if it is not open. */
  get(id: number): Open | undefined
  /** All open channels. */
  all(): Iterable<Open>
  /** Closes a channel: removes its clients and forgets its state. */
  close(id: number): void
  /** Lets open channels remove what has expired, and closes those without a client for ten minutes. */
  removeExpired(now: number): void
  closeAll(): void
}

const EMPTY_TTL_MS = 10 * 60_000
/** Limits calls to the owner after a restart, when all clients subscribe to all their groups again. */
const LOAD_CONCURRENCY = 16
/** Retries while an owner is unavailable: about 8 s in total. */
const LOAD_RETRY = { tries: 6, minBackoffMs: 250, maxBackoffMs: 4_000 }

/** Manages the channels of one kind that have clients here, or had clients recently. */
export const createOpenChannels = <Open extends OpenChannel>(make: (id: number) => Open): OpenChannels<Open> => {
  type Entry = { open: Open; loaded: Promise<boolean>; closing: AbortController; emptySince: number }
  const entries = new Map<number, Entry>()
  const limited = pLimit(LOAD_CONCURRENCY)

  const start = (id: number): Entry => {
    const open = make(id)
    const closing = new AbortController()
    const loaded = retrying(() => limited(open.load), { ...LOAD_RETRY, signal: closing.signal })
    const entry = { open, loaded, closing, emptySince: Date.now() }
    entries.set(id, entry)
    return entry
  }

  const closeEntry = (id: number, { open, closing }: Entry): void => {
    closing.abort()
    if (entries.get(id)?.open === open) entries.delete(id)
    open.channel.close()
    open.close()
  }

  return {
    get: (id) => entries.get(id)?.open,
    all: () => [...entries.values()].map(({ open }) => open),
    async open(id) {
      const entry = entries.get(id) ?? start(id)
      try {
        if (await entry.loaded) {
          // The caller is about to join, so the channel must not be closed before.
          entry.emptySince = Date.now()
          return entry.open.isDeleted?.() ? undefined : entry.open
        }
        closeEntry(id, entry)
        return undefined
      } catch (error) {
        closeEntry(id, entry)
        throw error
      }
    },
    close(id) {
      const entry = entries.get(id)
      if (entry) closeEntry(id, entry)
    },
    removeExpired(now) {
      for (const [id, entry] of entries) {
        entry.open.sweep(now)
        if (entry.open.channel.audience.size > 0) entry.emptySince = now
        else if (now - entry.emptySince >= EMPTY_TTL_MS) closeEntry(id, entry)
      }
    },
    closeAll() {
      for (const [id, entry] of entries) closeEntry(id, entry)
    },
  }
}
