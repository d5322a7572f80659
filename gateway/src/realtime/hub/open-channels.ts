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

export type OpenChannels<Open, Subject = number> = {
  /** Opens a channel, loaded once for all callers; undefined if its subject does not exist. */
  open(subject: Subject): Promise<Open | undefined>
  /** The open channel, loaded or loading; undefined if it is not open. */
  get(subject: Subject): Open | undefined
  /** All open channels. */
  all(): Iterable<Open>
  /** Closes a channel: removes its clients and forgets its state. */
  close(subject: Subject): void
  /** Lets open channels remove what has expired, and closes those without a client for ten minutes. */
  removeExpired(now: number): void
  closeAll(): void
}

const EMPTY_TTL_MS = 10 * 60_000
/** Limits calls to the owner after a restart, when all clients subscribe to all their groups again. */
const LOAD_CONCURRENCY = 16
/** Retries while an owner is unavailable: about 8 s in total. */
const LOAD_RETRY = { tries: 6, minBackoffMs: 250, maxBackoffMs: 4_000 }

/**
 * Manages the channels of one kind that have clients here, or had clients recently. `keyOf` identifies a subject; by
 * default it is its own key.
 */
export const createOpenChannels = <Open extends OpenChannel, Subject = number>(
  make: (subject: Subject) => Open,
  keyOf: (subject: Subject) => unknown = (subject) => subject,
): OpenChannels<Open, Subject> => {
  type Entry = { open: Open; loaded: Promise<boolean>; closing: AbortController; emptySince: number }
  const entries = new Map<unknown, Entry>()
  const limited = pLimit(LOAD_CONCURRENCY)

  const start = (subject: Subject): Entry => {
    const open = make(subject)
    const closing = new AbortController()
    const loaded = retrying(() => limited(open.load), { ...LOAD_RETRY, signal: closing.signal })
    const entry = { open, loaded, closing, emptySince: Date.now() }
    entries.set(keyOf(subject), entry)
    return entry
  }

  const closeEntry = (key: unknown, { open, closing }: Entry): void => {
    closing.abort()
    if (entries.get(key)?.open === open) entries.delete(key)
    open.channel.close()
    open.close()
  }

  return {
    get: (subject) => entries.get(keyOf(subject))?.open,
    all: () => [...entries.values()].map(({ open }) => open),
    async open(subject) {
      const key = keyOf(subject)
      const entry = entries.get(key) ?? start(subject)
      try {
        if (await entry.loaded) {
          // The caller is about to join, so the channel must not be closed before.
          entry.emptySince = Date.now()
          return entry.open.isDeleted?.() ? undefined : entry.open
        }
        closeEntry(key, entry)
        return undefined
      } catch (error) {
        closeEntry(key, entry)
        throw error
      }
    },
    close(subject) {
      const key = keyOf(subject)
      const entry = entries.get(key)
      if (entry) closeEntry(key, entry)
    },
    removeExpired(now) {
      for (const [key, entry] of entries) {
        entry.open.sweep(now)
        if (entry.open.channel.audience.size > 0) entry.emptySince = now
        else if (now - entry.emptySince >= EMPTY_TTL_MS) closeEntry(key, entry)
      }
    },
    closeAll() {
      for (const [key, entry] of entries) closeEntry(key, entry)
    },
  }
}
