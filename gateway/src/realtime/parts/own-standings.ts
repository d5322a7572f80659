import type { Scope } from '@purple-sector/contracts/tipping/scope'
import type { Logger } from '@purple-sector/service-kit'
import type { Channel } from '../hub/channel.ts'
import type { OwnState, State } from '../hub/channel-state.ts'

/**
 * The standing of one user in one scope, shared by their sockets. `place` is undefined until it is loaded, and null for
 * users who do not take part.
 */
export class StandingState<Place> implements OwnState {
  readonly userId: string
  place: Place | null | undefined
  version = 0
  refCount = 0
  /** When the standing was last released, in ms. */
  unusedSince = 0
  readonly #write: (standing: StandingState<Place>) => Buffer | undefined

  constructor(userId: string, write: (standing: StandingState<Place>) => Buffer | undefined) {
    this.userId = userId
    this.#write = write
  }

  snapshot(): Buffer | undefined {
    return this.#write(this)
  }

  release(): void {
    this.refCount--
    this.unusedSince = Date.now()
  }
}

const BATCH_SIZE = 1000
const DEBOUNCE_MS = 5
const RETRY_MS = 1_000
/** The standing of a client that reconnects within this is still in memory. */
const TTL_MS = 60_000

type Options<Place> = {
  scope: Scope
  channel: Pick<Channel, 'markOwnChanged' | 'sendOwnStates'>
  fetch(userIds: string[]): Promise<{ version: number; standings: readonly (Place & { userId: string })[] }>
  /** Version of the leaderboard. */
  version(): number
  /** Whether both places make the same frame, except for the version. */
  isSame(a: Place | null, b: Place | null): boolean
  write(standing: StandingState<Place>): Buffer | undefined
  log: Logger
}

/** A user's place on the next version; `isChange`: whether their frame is sent. */
export type Move<Place> = { place: Place | null; isChange: boolean }

/** Keeps the standings of connected users in one scope. */
export const createOwnStandings = <Place>({ scope, channel, fetch, version, isSame, write, log }: Options<Place>) => {
  const standings = new Map<string, StandingState<Place>>()
  const pending = new Set<StandingState<Place>>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const request = (standing: StandingState<Place>): void => {
    if (isClosed) return
    pending.add(standing)
    timer ??= setTimeout(loadPending, DEBOUNCE_MS)
  }

  /** Requests a standing again if it is in use, and forgets it otherwise. */
  const renew = (standing: StandingState<Place>): void => {
    if (standing.refCount === 0) standings.delete(standing.userId)
    else request(standing)
  }

  const load = async (batch: StandingState<Place>[]): Promise<void> => {
    const reply = await fetch(batch.map(({ userId }) => userId))
    const places = new Map<string, Place>(reply.standings.map((standing) => [standing.userId, standing]))
    const loadedFirst = new Set<State>()
    for (const standing of batch) {
      // A newer version arrived after the request, and was not applied to this standing. Fetch it again after a pause,
      // because an owner that lags behind may send the same reply for long.
      if (reply.version < version()) {
        pending.add(standing)
        continue
      }
      if (reply.version < standing.version) continue
      const place = places.get(standing.userId) ?? null
      if (standing.place === undefined) loadedFirst.add(standing)
      else if (!isSame(standing.place, place)) channel.markOwnChanged(standing)
      standing.place = place
      standing.version = reply.version
    }
    channel.sendOwnStates(loadedFirst)
  }

  const loadPending = async (): Promise<void> => {
    const all = [...pending]
    pending.clear()
    timer = undefined
    for (let index = 0; index < all.length; index += BATCH_SIZE) {
      const batch = all.slice(index, index + BATCH_SIZE)
      try {
        await load(batch)
      } catch (error) {
        if (isClosed) return
        log.warn({ event: 'standings.load_failed', err: error, ...scope }, 'Standings could not be loaded; retrying')
        for (const standing of batch) pending.add(standing)
      }
    }
    if (pending.size > 0 && !isClosed) timer ??= setTimeout(loadPending, RETRY_MS)
  }

  return {
    acquire(userId: string): StandingState<Place> {
      const standing = standings.get(userId) ?? new StandingState(userId, write)
      standings.set(userId, standing)
      standing.refCount++
      if (standing.place === undefined) request(standing)
      return standing
    },

    refresh(userId: string): void {
      const standing = standings.get(userId)
      if (standing) renew(standing)
    },

    /** Moves all standings to a version by `next`; fetches those for which it returns undefined. */
    move(nextVersion: number, next: (userId: string, place: Place | null) => Move<Place> | undefined): void {
      for (const standing of standings.values()) {
        if (standing.place === undefined || standing.version >= nextVersion) continue
        const move = next(standing.userId, standing.place)
        if (move === undefined) {
          request(standing)
          continue
        }
        standing.place = move.place
        standing.version = nextVersion
        if (move.isChange) channel.markOwnChanged(standing)
      }
    },

    /** Fetches all standings in use again, and resolves when that is done; one that fails is retried later. */
    async reload(): Promise<void> {
      for (const standing of standings.values()) renew(standing)
      clearTimeout(timer)
      await loadPending()
    },

    sweep(now: number): void {
      for (const standing of standings.values())
        if (standing.refCount === 0 && now - standing.unusedSince >= TTL_MS) standings.delete(standing.userId)
    },

    close(): void {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
