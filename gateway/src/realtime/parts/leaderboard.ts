import type { boardChanged } from '@purple-sector/contracts/tipping/events'
import type { Entry } from '@purple-sector/contracts/tipping/http'
import type { LeaderboardState } from '@purple-sector/contracts/tipping/internal'
import type { View, WeekendScope } from '@purple-sector/contracts/tipping/scope'
import { histogram } from '@purple-sector/metrics'
import type { Logger } from '@purple-sector/service-kit'
import type { z } from 'zod'
import type { InternalApi } from '../../internal-api.ts'
import type { Channel } from '../hub/channel.ts'
import type { SharedState } from '../hub/channel-state.ts'
import type { FrameWriter } from '../hub/frames.ts'
import { createOwnStandings, type StandingState } from './own-standings.ts'
import type { Projections } from './projections.ts'
import { createRankLookup, isSamePlace, isShared, nextPlace, type Place, type RankOf } from './standings.ts'

export type BoardChange = z.infer<typeof boardChanged.data>

const OPEN_BOARD = 'board/open/'
const GROUP_BOARD = 'board/group/'

/** Whether the subject of a board event is an open competition and not a group. */
export const isOpenBoard = (subject: string): boolean => subject.startsWith(OPEN_BOARD)

/** The weekend of an open leaderboard, or the group of a group's; undefined for the other kind. */
export const weekendOfBoard = (subject: string): number | undefined =>
  isOpenBoard(subject) ? Number(subject.slice(OPEN_BOARD.length)) : undefined
export const groupOfBoard = (subject: string): number | undefined =>
  subject.startsWith(GROUP_BOARD) ? Number(subject.slice(GROUP_BOARD.length)) : undefined

/**
 * Joins the parts of a version's event; returns the whole change with the last part.
 * A duplicate part is harmless; a newer version discards an incomplete one.
 */
export const createPartJoiner = (): ((part: BoardChange) => BoardChange | undefined) => {
  let version = -1
  let parts = new Map<number, BoardChange['changed']>()
  return (change) => {
    if (change.version < version) return undefined
    if (change.version > version) {
      version = change.version
      parts = new Map()
    }
    parts.set(change.part, change.changed)
    if (parts.size < change.parts) return undefined
    const changed = change.parts === 1 ? change.changed : [...parts.values()].flat()
    parts = new Map()
    return { ...change, changed }
  }
}

/**
 * Whether a group hides points of some members: they are on the leaderboard, but in no rank.
 * Events do not identify them, so positions cannot be derived from points. The same holds when they have just become
 * visible, because they also count in the previous version.
 */
const hidesMembers = ({ total, ranks }: Pick<LeaderboardState, 'total' | 'ranks'>): boolean =>
  ranks.reduce((sum, { count }) => sum + count, 0) < total

export type Leaderboard = {
  /** Fetches the present state; changes that arrive meanwhile are applied after it. */
  load(): Promise<void>
  change(change: BoardChange): void
  /** The latest `leaderboard_update`, and the latest `projected_leaderboard` for clients that subscribed to it. */
  states: Record<View, SharedState>
  /** Acquires the user's own standing, loaded if it is unknown; the caller releases it. */
  acquireStanding(userId: string): StandingState<Place>
  /** Fetches the standing of a user whose participation changed again. */
  refreshStanding(userId: string): void
  /** Runs periodically: evicts standings that have been unused for a while. */
  sweep(now: number): void
  close(): void
}

type Options = {
  scope: WeekendScope
  channel: Pick<Channel, 'markChanged' | 'markOwnChanged' | 'sendOwnStates' | 'audience'>
  owner: Pick<InternalApi, 'leaderboard' | 'standings'>
  projections: Pick<Projections, 'add'>
  frames: FrameWriter
  /** The time of the database, in ms. */
  now(): number
  log: Logger
}

const TOP = 20

/**
 * Creates the part of a scope's leaderboard that this gateway stores: the top in both views, the ranks, and the standings
 * of connected users.
 */
export const createLeaderboard = ({ scope, channel, owner, projections, frames, now, log }: Options): Leaderboard => {
  const joinParts = createPartJoiner()
  let bufferedChanges: BoardChange[] | undefined = []
  let version = 0
  /** When the last result that changed it was published. */
  let changedAt: string | null = null
  let top: { entries: Entry[]; total: number } = { entries: [], total: 0 }
  let rankOf: RankOf = () => undefined
  let snapshot: Buffer | undefined
  let hasHiddenMembers = false

  const build = (seq?: number): Buffer =>
    frames('leaderboard_update', { ...scope, version, entries: top.entries, total: top.total }, seq, changedAt)
  /** The result whose way to the sockets was measured last. */
  let measured: string | null = null
  const official: SharedState = {
    update: build,
    snapshot: () => (snapshot ??= build()),
    onSent() {
      if (changedAt === measured || changedAt === null) return
      measured = changedAt
      const board = scope.groupId === null ? 'open' : 'group'
      histogram('gateway_result_to_socket_seconds').observe(
        { board },
        Math.max(0, now() - Date.parse(changedAt)) / 1_000,
      )
    },
  }
  const projected = projections.add({ scope, channel, version: () => version })

  const standings = createOwnStandings<Place>({
    ...{ scope, channel, log },
    fetch: (userIds) => owner.standings(scope, userIds),
    version: () => version,
    isSame: isSamePlace,
    write({ place, version: standingVersion }) {
      if (place === undefined) return undefined
      const { position = null, totalPoints = null, positionChange = 0 } = place ?? {}
      const shared = isShared(place, rankOf)
      const standing = { ...scope, version: standingVersion, position, shared, totalPoints, positionChange }
      return frames('my_standing', standing, undefined, changedAt)
    },
  })

  const replace = (next: LeaderboardState): void => {
    version = next.version
    changedAt = next.changedAt ?? null
    top = { entries: next.entries.slice(0, TOP), total: next.total }
    rankOf = createRankLookup(next.ranks)
    snapshot = undefined
    hasHiddenMembers = scope.groupId !== null && hidesMembers(next)
  }

  const apply = (change: BoardChange): void => {
    if (change.version <= version) return
    // The first versions of a leaderboard may have been missed too; this change does not include their newcomers.
    const isGap = change.version > version + 1
    const rankBefore = rankOf
    const hadHiddenMembers = hasHiddenMembers
    replace(change)
    channel.markChanged(official)
    const canDerive = !(isGap || hasHiddenMembers || hadHiddenMembers)
    const totals = new Map(change.changed.map((total) => [total.userId, total]))
    standings.move(change.version, (userId, place) => {
      const next = canDerive ? nextPlace(place, totals.get(userId), change.reason, rankOf) : undefined
      if (next === undefined) return undefined
      const isDifferentPlace = () => !isSamePlace(place, next) || isShared(place, rankBefore) !== isShared(next, rankOf)
      return { place: next, isChange: next !== null && (change.reason === 'result' || isDifferentPlace()) }
    })
  }

  return {
    states: { official, projected: projected.state },
    async load() {
      const state = await owner.leaderboard(scope)
      if (state.version >= version) replace(state)
      const changes = bufferedChanges ?? []
      bufferedChanges = undefined
      for (const change of changes) apply(change)
    },
    change(part) {
      const change = joinParts(part)
      if (!change) return
      if (bufferedChanges) bufferedChanges.push(change)
      else apply(change)
      projected.changed()
    },
    acquireStanding: standings.acquire,
    refreshStanding: standings.refresh,
    sweep: standings.sweep,
    close() {
      standings.close()
      projected.close()
    },
  }
}
