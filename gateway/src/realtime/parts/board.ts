import type { Entry } from '@purple-sector/contracts/tipping/http'
import type { LeaderboardState } from '@purple-sector/contracts/tipping/internal'
import type { Scope } from '@purple-sector/contracts/tipping/scope'
import type { Logger } from '@purple-sector/service-kit'
import type { InternalApi } from '../../internal-api.ts'
import type { Channel } from '../hub/channel.ts'
import type { SharedState, State } from '../hub/channel-state.ts'
import type { FrameWriter } from '../hub/frames.ts'
import { type BoardChange, boardParts } from './board-parts.ts'
import { createRankLookup, isSamePlace, isShared, nextPlace, placeOf, type RankOf, StandingState } from './standings.ts'

const OPEN_BOARD = 'board/open/'
const GROUP_BOARD = 'board/group/'

/** Whether the subject of a board event is an open competition and not a group. */
export const isOpenBoard = (subject: string): boolean => subject.startsWith(OPEN_BOARD)

/** The weekend of an open board, or the group of a group's board; undefined for the other kind. */
export const weekendOfBoard = (subject: string): number | undefined =>
  isOpenBoard(subject) ? Number(subject.slice(OPEN_BOARD.length)) : undefined
export const groupOfBoard = (subject: string): number | undefined =>
  subject.startsWith(GROUP_BOARD) ? Number(subject.slice(GROUP_BOARD.length)) : undefined

type BoardOwner = Pick<InternalApi, 'leaderboard' | 'standings'>

export type Board = {
  /** Fetches the present state; changes that arrive meanwhile are applied after it. */
  load(): Promise<void>
  change(change: BoardChange): void
  /** The latest `leaderboard_update`. */
  state: SharedState
  version(): number
  /** Acquires the user's own standing, loaded if it is unknown; the caller releases it. */
  acquireStanding(userId: string): StandingState
  /** Fetches the standing of a user whose participation changed again. */
  refreshStanding(userId: string): void
  /** Runs periodically: evicts standings that have been unused for a while. */
  sweep(now: number): void
  close(): void
}

const TOP = 20
const STANDINGS_BATCH_SIZE = 1000
const DEBOUNCE_MS = 5
const RETRY_MS = 1_000
/** The standing of a client that reconnects within this is still in memory. */
const TTL_MS = 60_000

type Options = {
  scope: Scope
  channel: Pick<Channel, 'markChanged' | 'markOwnChanged' | 'sendOwnStates'>
  owner: BoardOwner
  frames: FrameWriter
  log: Logger
}

/**
 * Whether a group hides points of some members: they are on the board, but in no rank.
 * Events do not identify them, so positions cannot be derived from points. The same holds when they have just become
 * visible, because they also count in the previous board.
 */
const hidesMembers = ({ total, ranks }: Pick<LeaderboardState, 'total' | 'ranks'>): boolean =>
  ranks.reduce((sum, { count }) => sum + count, 0) < total

/** Creates the part of a board that this gateway stores: the top, the ranks, and the standings of connected users. */
export const createBoard = ({ scope, channel, owner, frames, log }: Options): Board => {
  const standings = new Map<string, StandingState>()
  const pendingStandings = new Set<StandingState>()
  const joinParts = boardParts()
  let bufferedChanges: BoardChange[] | undefined = []
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let version = 0
  /** When the last result that changed it was published. */
  let changedAt: string | null = null
  let top: { entries: Entry[]; total: number } = { entries: [], total: 0 }
  let rankOf: RankOf = () => undefined
  let snapshot: Buffer | undefined
  let hasHiddenMembers = false

  const build = (seq?: number): Buffer =>
    frames('leaderboard_update', { ...scope, version, entries: top.entries, total: top.total }, seq, changedAt)
  const state: SharedState = {
    update: build,
    snapshot: () => (snapshot ??= build()),
  }

  const writeStanding = ({ place, version: standingVersion }: StandingState): Buffer | undefined => {
    if (place === undefined) return undefined
    const { position = null, totalPoints = null, positionChange = 0 } = place ?? {}
    const shared = isShared(place, rankOf)
    const standing = { ...scope, version: standingVersion, position, shared, totalPoints, positionChange }
    return frames('my_standing', standing, undefined, changedAt)
  }

  /** Replaces the board by this version. */
  const replaceBoard = (next: LeaderboardState): void => {
    version = next.version
    changedAt = next.changedAt ?? null
    top = { entries: next.entries.slice(0, TOP), total: next.total }
    rankOf = createRankLookup(next.ranks)
    snapshot = undefined
  }

  const requestStanding = (standing: StandingState): void => {
    if (isClosed) return
    pendingStandings.add(standing)
    timer ??= setTimeout(loadPendingStandings, DEBOUNCE_MS)
  }

  const loadStandings = async (batch: StandingState[]): Promise<void> => {
    const reply = await owner.standings(
      scope,
      batch.map(({ userId }) => userId),
    )
    const standingsByUser = new Map(reply.standings.map((standing) => [standing.userId, standing]))
    const loadedFirst = new Set<State>()
    for (const standing of batch) {
      // A newer version arrived after the request, and was not applied to this standing. Fetch it again after a pause,
      // because an owner that lags behind may send the same reply for long.
      if (reply.version < version) {
        pendingStandings.add(standing)
        continue
      }
      if (reply.version < standing.version) continue
      const place = placeOf(standingsByUser.get(standing.userId))
      if (standing.place === undefined) loadedFirst.add(standing)
      else if (!isSamePlace(standing.place, place)) channel.markOwnChanged(standing)
      standing.place = place
      standing.version = reply.version
    }
    channel.sendOwnStates(loadedFirst)
  }

  const loadPendingStandings = async (): Promise<void> => {
    const all = [...pendingStandings]
    pendingStandings.clear()
    timer = undefined
    for (let index = 0; index < all.length; index += STANDINGS_BATCH_SIZE) {
      const batch = all.slice(index, index + STANDINGS_BATCH_SIZE)
      try {
        await loadStandings(batch)
      } catch (error) {
        if (isClosed) return
        log.warn({ event: 'standings.load_failed', err: error, ...scope }, 'Standings could not be loaded; retrying')
        for (const standing of batch) pendingStandings.add(standing)
      }
    }
    if (pendingStandings.size > 0 && !isClosed) timer ??= setTimeout(loadPendingStandings, RETRY_MS)
  }

  const moveStandings = (change: BoardChange, isGap: boolean, rankBefore: RankOf): void => {
    const totals = new Map(change.changed.map((total) => [total.userId, total]))
    const hadHiddenMembers = hasHiddenMembers
    hasHiddenMembers = scope.groupId !== null && hidesMembers(change)
    const arePositionsUnknown = hasHiddenMembers || hadHiddenMembers
    for (const standing of standings.values()) {
      const { place } = standing
      if (place === undefined || standing.version >= change.version) continue
      const total = totals.get(standing.userId)
      const next = isGap || arePositionsUnknown ? undefined : nextPlace(place, total, change.reason, rankOf)
      if (next === undefined) {
        requestStanding(standing)
        continue
      }
      const isDifferentPlace = () => !isSamePlace(place, next) || isShared(place, rankBefore) !== isShared(next, rankOf)
      const isChange = next !== null && (change.reason === 'result' || isDifferentPlace())
      standing.place = next
      standing.version = change.version
      if (isChange) channel.markOwnChanged(standing)
    }
  }

  const apply = (change: BoardChange): void => {
    if (change.version <= version) return
    // The first versions of a board may have been missed too; this change does not include their newcomers.
    const isGap = change.version > version + 1
    const rankBefore = rankOf
    replaceBoard(change)
    channel.markChanged(state)
    moveStandings(change, isGap, rankBefore)
  }

  return {
    state,
    version: () => version,
    async load() {
      const currentState = await owner.leaderboard(scope)
      if (currentState.version >= version) {
        replaceBoard(currentState)
        hasHiddenMembers = scope.groupId !== null && hidesMembers(currentState)
      }
      const changes = bufferedChanges ?? []
      bufferedChanges = undefined
      for (const change of changes) apply(change)
    },
    change(part) {
      const change = joinParts(part)
      if (!change) return
      if (bufferedChanges) bufferedChanges.push(change)
      else apply(change)
    },
    acquireStanding(userId) {
      const standing = standings.get(userId) ?? new StandingState(userId, writeStanding)
      standings.set(userId, standing)
      standing.refCount++
      if (standing.place === undefined) requestStanding(standing)
      return standing
    },
    refreshStanding(userId) {
      const standing = standings.get(userId)
      if (!standing) return
      if (standing.refCount === 0) standings.delete(userId)
      else requestStanding(standing)
    },
    sweep(now) {
      for (const standing of standings.values())
        if (standing.refCount === 0 && now - standing.unusedSince >= TTL_MS) standings.delete(standing.userId)
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
