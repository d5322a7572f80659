import type { BoardState, Entry, Standing } from '@purple-sector/contracts/tipping/http'
import type { Logger } from '@purple-sector/service-kit'
import type { Channel } from '../hub/channel.ts'
import type { SharedState, State } from '../hub/channel-state.ts'
import type { FrameWriter } from '../hub/frames.ts'
import { type BoardChange, boardParts } from './board-parts.ts'
import { isSamePlace, isShared, nextPlace, placeOf, type RankOf, rankedBy, StandingState } from './standings.ts'

export type Scope = { weekendId: number; groupId: number | null }

const OPEN_BOARD = 'board/open/'
const GROUP_BOARD = 'board/group/'

/** Whether the subject of a board event is an open competition; else it is a group. */
export const isOpenBoard = (subject: string): boolean => subject.startsWith(OPEN_BOARD)

/** The weekend of an open board, or the group of a group's board; undefined for the other kind. */
export const weekendOfBoard = (subject: string): number | undefined =>
  isOpenBoard(subject) ? Number(subject.slice(OPEN_BOARD.length)) : undefined
export const groupOfBoard = (subject: string): number | undefined =>
  subject.startsWith(GROUP_BOARD) ? Number(subject.slice(GROUP_BOARD.length)) : undefined

export type BoardOwner = {
  board(weekendId: number, groupId: number | null): Promise<BoardState>
  standings(request: Scope & { userIds: string[] }): Promise<{ version: number; standings: Standing[] }>
}

export type Board = {
  /** Fetches the present state; changes that arrive meanwhile are applied after it. */
  load(): Promise<void>
  change(change: BoardChange): void
  /** The latest `leaderboard_update`. */
  state: SharedState
  version(): number
  /** Acquires the user's own standing, loaded if it is unknown, until it is released. */
  acquireStanding(userId: string): StandingState
  /** The user's participation changed: their standing is fetched again. */
  isDifferent(userId: string): void
  /** Runs periodically: evicts standings that have been unused for a while. */
  sweep(now: number): void
  close(): void
}

const TOP = 20
const STANDINGS_BATCH_SIZE = 1000
const DEBOUNCE_MS = 5
const RETRY_MS = 1_000
/** A client that reconnects within this finds its standing in memory. */
const TTL_MS = 60_000

type Options = {
  scope: Scope
  channel: Pick<Channel, 'changed' | 'changedOwn' | 'show'>
  owner: BoardOwner
  frames: FrameWriter
  log: Logger
}

/**
 * Whether a group hides points of some members: they are on the board, but in no rank.
 * Their identity is not published, so positions cannot be derived from points; nor when they have just become visible,
 * for they rank in the previous board as well.
 */
const hidesSome = ({ total, ranks }: Pick<BoardState, 'total' | 'ranks'>): boolean =>
  ranks.reduce((sum, { count }) => sum + count, 0) < total

/** Creates a board as this gateway stores it: the top, the ranks, and the standings of users connected here. */
export const createBoard = ({ scope, channel, owner, frames, log }: Options): Board => {
  const standings = new Map<string, StandingState>()
  const wanted = new Set<StandingState>()
  const wholeOf = boardParts()
  let early: BoardChange[] | undefined = []
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let version = 0
  /** When the last result that changed it was published. */
  let changedAt: string | null = null
  let top: { entries: Entry[]; total: number } = { entries: [], total: 0 }
  let rankOf: RankOf = () => undefined
  let snapshot: Buffer | undefined
  let hides = false

  const build = (seq?: number): Buffer =>
    frames('leaderboard_update', { ...scope, version, entries: top.entries, total: top.total }, seq, changedAt)
  const state: SharedState = {
    update: build,
    snapshot: () => (snapshot ??= build()),
  }

  const writeStanding = ({ place, version: at }: StandingState): Buffer | undefined => {
    if (place === undefined) return undefined
    const { position = null, totalPoints = null, positionChange = 0 } = place ?? {}
    const shared = isShared(place, rankOf)
    const standing = { ...scope, version: at, position, shared, totalPoints, positionChange }
    return frames('my_standing', standing, undefined, changedAt)
  }

  /** Replaces the board by this version. */
  const become = (next: Pick<BoardState, 'version' | 'changedAt' | 'entries' | 'total' | 'ranks'>): void => {
    version = next.version
    changedAt = next.changedAt ?? null
    top = { entries: next.entries.slice(0, TOP), total: next.total }
    rankOf = rankedBy(next.ranks)
    snapshot = undefined
  }

  const want = (standing: StandingState): void => {
    if (isClosed) return
    wanted.add(standing)
    timer ??= setTimeout(loadWanted, DEBOUNCE_MS)
  }

  const loadSome = async (some: StandingState[]): Promise<void> => {
    const reply = await owner.standings({ ...scope, userIds: some.map(({ userId }) => userId) })
    const found = new Map(reply.standings.map((standing) => [standing.userId, standing]))
    const first = new Set<State>()
    for (const standing of some) {
      // A newer version arrived after the request, and was not applied to this standing. Fetched again with a pause: an
      // owner that lags behind may answer so for long.
      if (reply.version < version) {
        wanted.add(standing)
        continue
      }
      if (reply.version < standing.version) continue
      const place = placeOf(found.get(standing.userId))
      if (standing.place === undefined) first.add(standing)
      else if (!isSamePlace(standing.place, place)) channel.changedOwn(standing)
      standing.place = place
      standing.version = reply.version
    }
    channel.show(first)
  }

  const loadWanted = async (): Promise<void> => {
    const all = [...wanted]
    wanted.clear()
    timer = undefined
    for (let at = 0; at < all.length; at += STANDINGS_BATCH_SIZE) {
      const some = all.slice(at, at + STANDINGS_BATCH_SIZE)
      try {
        await loadSome(some)
      } catch (error) {
        if (isClosed) return
        log.warn({ event: 'standings.load_failed', err: error, ...scope }, 'Standings could not be loaded; retrying')
        for (const standing of some) wanted.add(standing)
      }
    }
    if (wanted.size > 0 && !isClosed) timer ??= setTimeout(loadWanted, RETRY_MS)
  }

  const moveStandings = (change: BoardChange, isGap: boolean, rankBefore: RankOf): void => {
    const totals = new Map(change.changed.map((total) => [total.userId, total]))
    const wasHiding = hides
    hides = scope.groupId !== null && hidesSome(change)
    const isUnclear = hides || wasHiding
    for (const standing of standings.values()) {
      const { place } = standing
      if (place === undefined || standing.version >= change.version) continue
      const total = totals.get(standing.userId)
      const next = isGap || isUnclear ? undefined : nextPlace(place, total, change.reason, rankOf)
      if (next === undefined) {
        want(standing)
        continue
      }
      const isOther = () => !isSamePlace(place, next) || isShared(place, rankBefore) !== isShared(next, rankOf)
      const isChange = next !== null && (change.reason === 'result' || isOther())
      standing.place = next
      standing.version = change.version
      if (isChange) channel.changedOwn(standing)
    }
  }

  const apply = (change: BoardChange): void => {
    if (change.version <= version) return
    // The first versions of a board may have been missed, too: their newcomers are not in this change.
    const isGap = change.version > version + 1
    const rankBefore = rankOf
    become(change)
    channel.changed(state)
    moveStandings(change, isGap, rankBefore)
  }

  return {
    state,
    version: () => version,
    async load() {
      const present = await owner.board(scope.weekendId, scope.groupId)
      if (present.version >= version) {
        become(present)
        hides = scope.groupId !== null && hidesSome(present)
      }
      const changes = early ?? []
      early = undefined
      for (const change of changes) apply(change)
    },
    change(part) {
      const change = wholeOf(part)
      if (!change) return
      if (early) early.push(change)
      else apply(change)
    },
    acquireStanding(userId) {
      const standing = standings.get(userId) ?? new StandingState(userId, writeStanding)
      standings.set(userId, standing)
      standing.refCount++
      if (standing.place === undefined) want(standing)
      return standing
    },
    isDifferent(userId) {
      const standing = standings.get(userId)
      if (!standing) return
      if (standing.refCount === 0) standings.delete(userId)
      else want(standing)
    },
    sweep(now) {
      for (const standing of standings.values())
        if (standing.refCount === 0 && now - standing.leftAt >= TTL_MS) standings.delete(standing.userId)
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
