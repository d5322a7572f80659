import type { BoardState, Entry, Standing } from '@purple-sector/contracts/tipping/http'
import type { Logger } from '@purple-sector/service-kit'
import { type BoardChange, boardParts } from './board-parts.ts'
import type { FrameWriter } from './frames.ts'
import type { Room, SharedSlot } from './room.ts'
import { isSamePlace, nextPlace, type PositionOf, placeOf, positions, StandingSlot } from './standings.ts'

export type Scope = { weekendId: number; groupId: number | null }

export type BoardOwner = {
  board(weekendId: number, groupId: number | null): Promise<BoardState>
  standings(request: Scope & { userIds: string[] }): Promise<{ version: number; standings: Standing[] }>
}

export type Board = {
  /** Fetches the present state; changes that arrive meanwhile count after it. */
  load(): Promise<void>
  change(change: BoardChange): void
  /** The newest `leaderboard_update`. */
  slot: SharedSlot
  /** The user's own standing, loaded when it is not known; `release` when a socket of theirs has left. */
  hold(userId: string): StandingSlot
  release(slot: StandingSlot): void
  /** Looked at every now and then: lets go of standings that nobody has asked for in a while. */
  sweep(now: number): void
  close(): void
}

const TOP = 20
const STANDINGS_AT_ONCE = 1000
const GATHER_MS = 5
const RETRY_MS = 1_000
/** Whoever reconnects within this finds their standing in memory. */
const KEPT_MS = 60_000

type Options = { scope: Scope; room: Room; owner: BoardOwner; frames: FrameWriter; log: Logger }

/** A board as this gateway holds it: the top, the table of ranks, and the standings of the users whose sockets it has. */
export const createBoard = ({ scope, room, owner, frames, log }: Options): Board => {
  const standings = new Map<string, StandingSlot>()
  const wanted = new Set<StandingSlot>()
  const wholeOf = boardParts()
  let early: BoardChange[] | undefined = []
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let version = 0
  let top: { entries: Entry[]; total: number } = { entries: [], total: 0 }
  let positionOf: PositionOf = () => undefined
  let frame: Buffer | undefined

  const build = (seq?: number): Buffer =>
    frames('leaderboard_update', { ...scope, version, entries: top.entries, total: top.total }, seq)
  const slot: SharedSlot = {
    news: (seq) => (frame = build(seq)),
    frame: () => (frame ??= build()),
  }

  const writeStanding = ({ place, version: at }: StandingSlot): Buffer | undefined => {
    if (place === undefined) return undefined
    const { position = null, totalPoints = null, positionChange = 0 } = place ?? {}
    return frames('my_standing', { ...scope, version: at, position, totalPoints, positionChange })
  }

  const want = (standing: StandingSlot): void => {
    wanted.add(standing)
    timer ??= setTimeout(loadWanted, GATHER_MS)
  }

  const loadSome = async (slots: StandingSlot[]): Promise<void> => {
    const reply = await owner.standings({ ...scope, userIds: slots.map(({ userId }) => userId) })
    const found = new Map(reply.standings.map((standing) => [standing.userId, standing]))
    const first = new Set<StandingSlot>()
    for (const standing of slots) {
      // A newer version has been told since it was asked for: what it said of others it did not say of this one.
      if (reply.version < version) {
        want(standing)
        continue
      }
      if (reply.version < standing.version) continue
      const place = placeOf(found.get(standing.userId))
      if (standing.place === undefined) first.add(standing)
      else if (!isSamePlace(standing.place, place)) room.touchOwn(standing)
      standing.place = place
      standing.version = reply.version
    }
    room.show(first)
  }

  const loadWanted = async (): Promise<void> => {
    const slots = [...wanted]
    wanted.clear()
    timer = undefined
    for (let at = 0; at < slots.length; at += STANDINGS_AT_ONCE) {
      const some = slots.slice(at, at + STANDINGS_AT_ONCE)
      try {
        await loadSome(some)
      } catch (error) {
        if (isClosed) return
        log.warn({ err: error, ...scope }, 'standings could not be loaded; trying again')
        for (const standing of some) wanted.add(standing)
      }
    }
    if (wanted.size > 0 && !isClosed) timer ??= setTimeout(loadWanted, RETRY_MS)
  }

  const moveStandings = (change: BoardChange, isGap: boolean): void => {
    const totals = new Map(change.changed.map((total) => [total.userId, total]))
    for (const standing of standings.values()) {
      if (standing.place === undefined || standing.version >= change.version) continue
      const total = totals.get(standing.userId)
      const next = isGap ? undefined : nextPlace(standing.place, total, change.reason, positionOf)
      if (next === undefined) {
        want(standing)
        continue
      }
      const isNews = next !== null && (change.reason === 'result' || !isSamePlace(standing.place, next))
      standing.place = next
      standing.version = change.version
      if (isNews) room.touchOwn(standing)
    }
  }

  const apply = (change: BoardChange): void => {
    if (change.version <= version) return
    const isGap = version > 0 && change.version > version + 1
    version = change.version
    top = { entries: change.entries.slice(0, TOP), total: change.total }
    positionOf = positions(change.ranks)
    room.touch(slot)
    moveStandings(change, isGap)
  }

  return {
    slot,
    async load() {
      const state = await owner.board(scope.weekendId, scope.groupId)
      if (state.version >= version) {
        version = state.version
        top = { entries: state.entries.slice(0, TOP), total: state.total }
        positionOf = positions(state.ranks)
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
    hold(userId) {
      const standing = standings.get(userId) ?? new StandingSlot(userId, writeStanding)
      standings.set(userId, standing)
      standing.holders++
      if (standing.place === undefined) want(standing)
      return standing
    },
    release(standing) {
      standing.holders--
      standing.leftAt = Date.now()
    },
    sweep(now) {
      for (const standing of standings.values())
        if (standing.holders === 0 && now - standing.leftAt >= KEPT_MS) standings.delete(standing.userId)
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
