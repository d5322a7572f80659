import type { boardChanged } from '@purple-sector/contracts/tipping/events'
import type { Standing } from '@purple-sector/contracts/tipping/http'
import type { WeekendScope } from '@purple-sector/contracts/tipping/scope'
import type { Logger } from '@purple-sector/service-kit'
import type { z } from 'zod'
import type { Channel } from '../hub/channel.ts'
import type { OwnState, State } from '../hub/channel-state.ts'
import { isSamePlace, isShared, nextPlace, type Place, type RankOf } from './standings.ts'

/** The `my_standing` of one user in one scope, shared by their sockets. `place` is undefined until it is loaded. */
export class StandingState implements OwnState {
  readonly userId: string
  place: Place | null | undefined
  version = 0
  refCount = 0
  /** When the standing was last released, in ms. */
  unusedSince = 0
  readonly #write: (standing: StandingState) => Buffer | undefined

  constructor(userId: string, write: (standing: StandingState) => Buffer | undefined) {
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

type Options = {
  scope: WeekendScope
  channel: Pick<Channel, 'markOwnChanged' | 'sendOwnStates'>
  fetch(userIds: string[]): Promise<{ version: number; standings: Standing[] }>
  /** Version of the leaderboard. */
  version(): number
  write(standing: StandingState): Buffer | undefined
  log: Logger
}

type Change = Pick<z.infer<typeof boardChanged.data>, 'version' | 'changed' | 'reason'>

/** The ranks before and after a change. `canDerive`: whether places of the next version follow from its ranks. */
type Ranks = { rankBefore: RankOf; rankOf: RankOf; canDerive: boolean }

/** Keeps the standings of connected users in one scope. */
export const createOwnStandings = ({ scope, channel, fetch, version, write, log }: Options) => {
  const standings = new Map<string, StandingState>()
  const pending = new Set<StandingState>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const request = (standing: StandingState): void => {
    if (isClosed) return
    pending.add(standing)
    timer ??= setTimeout(loadPending, DEBOUNCE_MS)
  }

  const load = async (batch: StandingState[]): Promise<void> => {
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
      else if (!isSamePlace(standing.place, place)) channel.markOwnChanged(standing)
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
    acquire(userId: string): StandingState {
      const standing = standings.get(userId) ?? new StandingState(userId, write)
      standings.set(userId, standing)
      standing.refCount++
      if (standing.place === undefined) request(standing)
      return standing
    },

    refresh(userId: string): void {
      const standing = standings.get(userId)
      if (!standing) return
      if (standing.refCount === 0) standings.delete(userId)
      else request(standing)
    },

    /** Moves all standings to a version; fetches those whose place cannot be derived. */
    move(change: Change, { rankBefore, rankOf, canDerive }: Ranks): void {
      const totals = new Map(change.changed.map((total) => [total.userId, total]))
      for (const standing of standings.values()) {
        const { place } = standing
        if (place === undefined || standing.version >= change.version) continue
        const next = canDerive ? nextPlace(place, totals.get(standing.userId), change.reason, rankOf) : undefined
        if (next === undefined) {
          request(standing)
          continue
        }
        const isDifferentPlace = () =>
          !isSamePlace(place, next) || isShared(place, rankBefore) !== isShared(next, rankOf)
        const isChange = next !== null && (change.reason === 'result' || isDifferentPlace())
        standing.place = next
        standing.version = change.version
        if (isChange) channel.markOwnChanged(standing)
      }
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
