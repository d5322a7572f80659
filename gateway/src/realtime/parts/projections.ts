import type { Timing } from '@purple-sector/contracts/admin/live-timing'
import { podiumOf } from '@purple-sector/contracts/admin/timing-order'
import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { ProjectionRequest } from '@purple-sector/contracts/tipping/internal'
import { scopeKey, type WeekendScope } from '@purple-sector/contracts/tipping/scope'
import type { Logger } from '@purple-sector/service-kit'
import type { InternalApi } from '../../internal-api.ts'
import type { Channel } from '../hub/channel.ts'
import type { SharedState } from '../hub/channel-state.ts'
import type { FrameWriter } from '../hub/frames.ts'
import type { RunningRaces } from './running-races.ts'

type Projection = { key: string; at: string | undefined; data: FrameOf<'projected_leaderboard'>['data'] }

/** A scope and its channel. */
type ScopeInChannel = {
  scope: WeekendScope
  channel: Pick<Channel, 'markChanged' | 'audience'>
  /** Version of the official view. */
  version(): number
}

/** The projected view of one scope. */
type ProjectedView = {
  /** The latest `projected_leaderboard`. */
  state: SharedState
  /** The official view has changed. */
  changed(): void
  close(): void
}

export type Projections = {
  add(scope: ScopeInChannel): ProjectedView
  /** The running race of a weekend has changed. */
  changed(weekendId: number): void
  /** Runs every second: new viewers, and races that have ended. */
  sweep(): void
  close(): void
}

type Options = {
  runningRaces: Pick<RunningRaces, 'runningIn'>
  fetch: InternalApi['projectedLeaderboards']
  frames: FrameWriter
  log: Logger
}

/** Minimum interval per channel (docs/rules.md, Live timing). */
const MIN_INTERVAL_MS = 2_000
/** How long before the earliest time of sending a projection is fetched, so that the reply arrives in time. */
const LEAD_MS = 300
/** Backoff while tipping is unavailable; doubled with each failure. */
const RETRY_BACKOFF = { minMs: 1_000, maxMs: 30_000 }
const BATCH_SIZE = 500

type ProjectedScope = ScopeInChannel & { state: SharedState; projection: Projection | undefined }
type Round = {
  scopes: Set<ProjectedScope>
  timer: NodeJS.Timeout | undefined
  inFlight: boolean
  sentAt: number
  failures: number
  notBefore: number
}

const isWatched = ({ channel }: ProjectedScope): boolean => {
  let isAnyWatching = false
  channel.audience.forEach((_, client) => {
    isAnyWatching ||= client.projected
  })
  return isAnyWatching
}

const podiumIn = ({ entries }: Timing): ProjectionRequest['podium'] => podiumOf(entries)
/** A projection is stale when the race, its podium, or the official view has changed. */
const orderOf = (timing: Timing): string => `${timing.raceId}/${podiumIn(timing)}`
const keyOf = (order: string, version: number): string => `${order}/${version}`

/**
 * Keeps the projected views of scopes, for clients that subscribed to them.
 * Fetches stale projections that have viewers from tipping, for all scopes of a weekend in one call.
 */
export const createProjections = ({ runningRaces, fetch, frames, log }: Options): Projections => {
  const weekends = new Map<number, Round>()
  let isClosed = false

  const isStale = ({ projection, version }: ProjectedScope, order: string | undefined): boolean => {
    if (order !== undefined) return projection?.key !== keyOf(order, version())
    // Clients without a projection need no frame about the end of the race.
    return projection !== undefined && projection.data.raceId !== null
  }
  const staleScopesOf = (weekendId: number, { scopes }: Round): ProjectedScope[] => {
    const { timing } = runningRaces.runningIn(weekendId)
    const order = timing && orderOf(timing)
    return [...scopes].filter((scope) => isStale(scope, order) && isWatched(scope))
  }

  const createEndedProjection = ({ scope }: ScopeInChannel, at: string | undefined): Projection => ({
    key: '',
    at,
    data: { ...scope, raceId: null, sequence: null, entries: [], total: 0 },
  })

  const fetchProjections = async (
    timing: Timing,
    scopes: readonly ProjectedScope[],
  ): Promise<Map<ProjectedScope, Projection>> => {
    const { raceId, sequence, at } = timing
    const order = orderOf(timing)
    const request = { raceId, podium: podiumIn(timing) }
    const byKey = new Map(scopes.map((each) => [scopeKey(each.scope), each]))
    const found = new Map<ProjectedScope, Projection>()
    for (let from = 0; from < scopes.length; from += BATCH_SIZE) {
      const batch = scopes.slice(from, from + BATCH_SIZE).map(({ scope }) => scope)
      for (const { scope, version, total, entries } of await fetch({ ...request, scopes: batch })) {
        const requested = byKey.get(scopeKey(scope))
        const data = { ...scope, raceId, sequence, entries, total }
        if (requested) found.set(requested, { key: keyOf(order, version), at, data })
      }
    }
    return found
  }

  /** Ends the projection of an earlier race on boards in which this race does not count, or not yet. */
  const withEnded = (
    found: Map<ProjectedScope, Projection>,
    requestedScopes: readonly ProjectedScope[],
    { raceId, at }: Timing,
  ): Map<ProjectedScope, Projection> => {
    for (const scope of requestedScopes) {
      const projectedRaceId = scope.projection?.data.raceId ?? null
      if (!found.has(scope) && projectedRaceId !== null && projectedRaceId !== raceId)
        found.set(scope, createEndedProjection(scope, at))
    }
    return found
  }

  const publish = async (round: Round, projections: ReadonlyMap<ProjectedScope, Projection>): Promise<void> => {
    const remainingMs = round.sentAt + MIN_INTERVAL_MS - performance.now()
    if (remainingMs > 0) await new Promise((resolve) => setTimeout(resolve, remainingMs))
    for (const [scope, projection] of projections) {
      scope.projection = projection
      if (!isClosed) scope.channel.markChanged(scope.state)
    }
    round.sentAt = performance.now()
  }

  const refetch = async (weekendId: number, round: Round): Promise<void> => {
    const { timing, endedAt } = runningRaces.runningIn(weekendId)
    const staleScopes = staleScopesOf(weekendId, round)
    if (!timing)
      return publish(round, new Map(staleScopes.map((scope) => [scope, createEndedProjection(scope, endedAt)])))
    const found = await fetchProjections(timing, staleScopes)
    const { timing: present } = runningRaces.runningIn(weekendId)
    // The order may have changed meanwhile; an outdated leader must not be sent.
    const isOutdated = present && orderOf(present) !== orderOf(timing)
    const projections = isOutdated ? await fetchProjections(present, staleScopes) : found
    await publish(round, withEnded(projections, staleScopes, present ?? timing))
  }

  const runRound = async (weekendId: number, round: Round): Promise<void> => {
    round.timer = undefined
    round.inFlight = true
    try {
      await refetch(weekendId, round)
      round.failures = 0
    } catch (error) {
      if (round.failures === 0)
        log.warn(
          { event: 'projected_leaderboards.unavailable', err: error, weekendId },
          'Projected leaderboards could not be requested from tipping; retrying',
        )
      const backoffMs = Math.min(RETRY_BACKOFF.minMs * 2 ** round.failures, RETRY_BACKOFF.maxMs)
      round.failures += 1
      round.notBefore = performance.now() + backoffMs
    } finally {
      round.inFlight = false
    }
    schedule(weekendId, round)
  }

  const schedule = (weekendId: number, round: Round): void => {
    if (isClosed || round.timer || round.inFlight || staleScopesOf(weekendId, round).length === 0) return
    const at = Math.max(round.sentAt + MIN_INTERVAL_MS - LEAD_MS, round.notBefore)
    round.timer = setTimeout(() => void runRound(weekendId, round), Math.max(0, at - performance.now()))
  }

  const check = (weekendId: number): void => {
    const round = weekends.get(weekendId)
    if (round) schedule(weekendId, round)
  }

  const roundOf = (weekendId: number): Round => {
    const longAgo = Number.NEGATIVE_INFINITY
    const fresh = { timer: undefined, inFlight: false, sentAt: longAgo, failures: 0, notBefore: longAgo }
    const round = weekends.get(weekendId) ?? { scopes: new Set<ProjectedScope>(), ...fresh }
    weekends.set(weekendId, round)
    return round
  }

  /** The projection for a new client; undefined if it is of an earlier race. */
  const present = (projected: ProjectedScope): Projection | undefined => {
    const { timing, endedAt } = runningRaces.runningIn(projected.scope.weekendId)
    if (!timing) return createEndedProjection(projected, endedAt)
    return projected.projection?.data.raceId === timing.raceId ? projected.projection : undefined
  }

  return {
    add(scopeInChannel) {
      const { weekendId } = scopeInChannel.scope
      const round = roundOf(weekendId)
      const write = (projection: Projection | undefined, seq?: number): Buffer | undefined =>
        projection && frames('projected_leaderboard', projection.data, seq, projection.at)
      const state: SharedState = {
        isFor: (client) => client.projected,
        update(seq) {
          // Measured when the frame is sent, so that the interval between two frames is complete.
          round.sentAt = performance.now()
          return write(projected.projection, seq)
        },
        snapshot: () => write(present(projected)),
      }
      const projected: ProjectedScope = { ...scopeInChannel, state, projection: undefined }
      round.scopes.add(projected)
      return {
        state,
        changed: () => check(weekendId),
        close() {
          round.scopes.delete(projected)
          if (round.scopes.size > 0) return
          clearTimeout(round.timer)
          weekends.delete(weekendId)
        },
      }
    },
    changed: check,
    sweep() {
      for (const weekendId of weekends.keys()) check(weekendId)
    },
    close() {
      isClosed = true
      for (const { timer } of weekends.values()) clearTimeout(timer)
    },
  }
}
