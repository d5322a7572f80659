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
  /** Takes everybody out and forgets it. */
  end(id: number): void
  sweep(now: number): void
  close(): void
}

const EMPTY_KEPT_MS = 10 * 60_000
const TRIES = 6
const FIRST_PAUSE_MS = 250

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Owners that do not answer yet are asked again, with growing pauses, about 15 s in all. */
const patiently = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === TRIES) throw error
      await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1))
    }
  }
}

/** The channels of one kind that somebody follows here, or did a moment ago. */
export const createOpenChannels = <Open extends OpenChannel>(make: (id: number) => Open): OpenChannels<Open> => {
  type Held = { open: Open; loaded: Promise<boolean>; emptySince: number }
  const held = new Map<number, Held>()

  const start = (id: number): Held => {
    const open = make(id)
    const started = { open, loaded: patiently(open.load), emptySince: Date.now() }
    held.set(id, started)
    return started
  }

  const letGo = (id: number, { open }: Held): void => {
    if (held.get(id)?.open === open) held.delete(id)
    open.channel.close()
    open.close()
  }

  return {
    held: (id) => held.get(id)?.open,
    async open(id) {
      const known = held.get(id) ?? start(id)
      try {
        if (await known.loaded) return known.open.isOver?.() ? undefined : known.open
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
        else if (now - known.emptySince >= EMPTY_KEPT_MS) letGo(id, known)
      }
    },
    close() {
      for (const [id, known] of held) letGo(id, known)
    },
  }
}
