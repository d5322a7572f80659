import type { seasonBoardChanged } from '@purple-sector/contracts/tipping/events'
import type { SeasonLeaderboardPage } from '@purple-sector/contracts/tipping/internal'
import type { SeasonScope } from '@purple-sector/contracts/tipping/scope'
import type { SeasonStanding } from '@purple-sector/contracts/tipping/seasons'
import type { Logger } from '@purple-sector/service-kit'
import type { z } from 'zod'
import type { InternalApi } from '../../internal-api.ts'
import type { Channel } from '../hub/channel.ts'
import type { SharedState } from '../hub/channel-state.ts'
import type { FrameWriter } from '../hub/frames.ts'
import { createOwnStandings, type StandingState } from './own-standings.ts'

type SeasonBoardChange = z.infer<typeof seasonBoardChanged.data>
/** A user's place on a season leaderboard. */
type SeasonPlace = Omit<SeasonStanding, 'userId'>

/** Whether the subject of an event of a season leaderboard is an open competition and not a group. */
export const isOpenScope = (subject: string): boolean => subject.startsWith('open/')

export type SeasonLeaderboard = {
  /** Starts fetching the present state; its frames are sent when it is known. */
  start(): void
  change(change: Pick<SeasonBoardChange, 'version'>): void
  /** The latest `season_leaderboard`. */
  state: SharedState
  /** Acquires the user's own standing, loaded if it is unknown; the caller releases it. */
  acquireStanding(userId: string): StandingState<SeasonPlace>
  /** Fetches the standing of a user whose participation changed. */
  refreshStanding(userId: string): void
  /** Runs periodically: evicts standings that have been unused for a while. */
  sweep(now: number): void
  close(): void
}

type Options = {
  scope: SeasonScope
  channel: Pick<Channel, 'markChanged' | 'markOwnChanged' | 'sendOwnStates'>
  owner: Pick<InternalApi, 'seasonLeaderboardPage' | 'seasonStandings'>
  frames: FrameWriter
  log: Logger
}

const TOP = 20
const RETRY_MS = 1_000

const NO_BOARD: SeasonLeaderboardPage = { version: 0, changedAt: null, total: 0, entries: [] }
/** The place of users who do not take part. */
const NO_PLACE: SeasonPlace = {
  ...{ position: null, shared: false, totalPoints: 0, positionChange: 0 },
  ...{ canWin: false, clinched: false },
}

const isSamePlace = (a: SeasonPlace | null, b: SeasonPlace | null): boolean => {
  const [one, other] = [a ?? NO_PLACE, b ?? NO_PLACE]
  return (
    one.position === other.position &&
    one.shared === other.shared &&
    one.totalPoints === other.totalPoints &&
    one.positionChange === other.positionChange &&
    one.canWin === other.canWin &&
    one.clinched === other.clinched
  )
}

/**
 * Creates the part of a season leaderboard that this gateway stores: the top and the standings of connected users.
 * Its events have no rows, so each change is fetched; changes that arrive meanwhile are fetched together afterwards.
 * A leaderboard without a version has no frames.
 */
export const createSeasonLeaderboard = ({ scope, channel, owner, frames, log }: Options): SeasonLeaderboard => {
  let board = NO_BOARD
  let snapshot: Buffer | undefined
  /** The newest published version. */
  let publishedVersion = 0
  let isFetching = false
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const build = (seq?: number): Buffer | undefined => {
    const { version, entries, total, changedAt } = board
    if (version === 0) return undefined
    return frames('season_leaderboard', { ...scope, version, entries, total }, seq, changedAt)
  }
  const state: SharedState = {
    update: build,
    snapshot: () => (snapshot ??= build()),
  }

  const standings = createOwnStandings<SeasonPlace>({
    ...{ scope, channel, log },
    fetch: (userIds) => owner.seasonStandings(scope, userIds),
    version: () => board.version,
    isSame: isSamePlace,
    write({ place, version }) {
      if (place === undefined || version === 0) return undefined
      const { position, shared, totalPoints, positionChange, canWin, clinched } = place ?? NO_PLACE
      const standing = { position, shared, totalPoints, positionChange, canWin, clinched }
      return frames('my_season', { ...scope, version, ...standing }, undefined, board.changedAt)
    },
  })

  const fetchBoard = async (): Promise<void> => {
    const next = await owner.seasonLeaderboardPage(scope, { limit: TOP, offset: 0 })
    if (isClosed || next.version <= board.version) return
    board = next
    snapshot = undefined
    channel.markChanged(state)
    await standings.reload()
  }

  /** Fetches until no change has arrived meanwhile; returns whether the owner has the newest published version. */
  const fetchChanges = async (): Promise<boolean> => {
    for (;;) {
      const requestedVersion = publishedVersion
      await fetchBoard()
      if (isClosed || board.version >= publishedVersion) return true
      if (publishedVersion === requestedVersion) return false
    }
  }

  const refresh = async (): Promise<void> => {
    isFetching = true
    let isComplete = false
    try {
      isComplete = await fetchChanges()
    } catch (error) {
      log.warn(
        { event: 'season_board.load_failed', err: error, ...scope },
        'Season board could not be loaded; retrying',
      )
    }
    isFetching = false
    timer = isComplete || isClosed ? undefined : setTimeout(refresh, RETRY_MS)
  }
  const request = (): void => {
    if (!isClosed && !isFetching && timer === undefined) void refresh()
  }

  return {
    start: request,
    change({ version }) {
      if (version <= publishedVersion) return
      publishedVersion = version
      if (version > board.version) request()
    },
    state,
    acquireStanding: standings.acquire,
    refreshStanding: standings.refresh,
    sweep: standings.sweep,
    close() {
      isClosed = true
      clearTimeout(timer)
      standings.close()
    },
  }
}
