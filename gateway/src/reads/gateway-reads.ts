import type { ServiceName } from '@purple-sector/contracts/services'
import { isSeasonScope, isWeekendScope } from '@purple-sector/contracts/tipping/scope'
import { IDENTITY_HEADER } from '@purple-sector/service-kit'
import type { VisibleTimings } from '@purple-sector/service-kit/data/visible-timings'
import { unavailable } from '@purple-sector/service-kit/errors'
import type { ReadFromService, ServiceReply } from '../forwarding/read-from-service.ts'
import type { Headers } from '../guards/common-headers.ts'
import type { InternalApi } from '../internal-api.ts'
import { findRoute, parseRequestPath } from '../routing/find-route.ts'
import type { Session } from '../sessions/sessions.ts'
import { createCachedReads } from './cached-reads.ts'
import { createCountReads } from './count-reads.ts'
import { createLeaderboardReads } from './leaderboard-reads.ts'
import { createSharedReads } from './shared-reads.ts'
import { createTimingReads } from './timing-reads.ts'

type Options = {
  read: ReadFromService
  internalApi: Pick<
    InternalApi,
    | 'leaderboardPage'
    | 'leaderboardEntries'
    | 'seasonLeaderboardPage'
    | 'seasonLeaderboardEntries'
    | 'engagementPage'
    | 'engagementEntries'
  >
  tokenFor(session: Session): Promise<string>
  timings: VisibleTimings
  /** Headers of every reply. */
  headers: Headers
  /** Memory limit of all caches together. */
  memoryMb: number
}

/** The gateway's service principal, for reads on behalf of all users. It is no user and has read access only. */
const SERVICE_PRINCIPAL: Session = {
  userId: 'gateway',
  sessionId: 'gateway',
  hash: 'gateway',
  username: null,
  firstName: null,
  lastName: null,
  isAdmin: false,
  theme: null,
  expiresAt: '',
}

/** Divides the memory, so that reads of one kind evict none of the others. */
const shareReadMemory = (megabytes: number) => {
  const share = (megabytes * 1_000_000) / 16
  return {
    leaderboards: { pages: 4 * share, rows: 2 * share },
    seasonLeaderboards: { pages: 2 * share, rows: share },
    engagementBoards: { pages: share, rows: share },
    weekends: 1.5 * share,
    openData: 0.5 * share,
    heatMaps: share,
    counts: 2 * share,
  }
}

/** Short, because replies also depend on the time (deadlines, the current weekend). */
const WEEKENDS_TTL_MS = 1_000
/** Engagement publishes every change; the TTL limits the effect of a missed event. */
const HEAT_MAP_TTL_MS = 10_000
/** Clients may cache open data for longer. */
const OPEN_DATA_TTL_MS = 2_000

/** Builds the gateway's caches, and the reads that they serve. */
export const createGatewayReads = ({ read, internalApi, tokenFor, timings, headers, memoryMb }: Options) => {
  const memory = shareReadMemory(memoryMb)
  const readAs = async (service: ServiceName, path: string, session: Session): Promise<ServiceReply> =>
    read(service, path, { [IDENTITY_HEADER]: await tokenFor(session) })
  const readForAll = (service: ServiceName, path: string): Promise<ServiceReply> =>
    readAs(service, path, SERVICE_PRINCIPAL)
  const readOpenData = async (path: string): Promise<ServiceReply> => {
    const route = findRoute('GET', parseRequestPath(path)?.segments ?? [])
    if (!route) throw unavailable('Nothing answers at this address.')
    return read(route.service, path, {})
  }
  const caches = {
    leaderboards: createLeaderboardReads(
      {
        ...{ isScope: isWeekendScope, hasPersonalRows: false },
        page: internalApi.leaderboardPage,
        rows: internalApi.leaderboardEntries,
      },
      { name: 'leaderboards', maxBytes: memory.leaderboards },
    ),
    seasonLeaderboards: createLeaderboardReads(
      {
        // Only callers themselves see their jokers before they lock.
        ...{ isScope: isSeasonScope, hasPersonalRows: true },
        page: internalApi.seasonLeaderboardPage,
        rows: internalApi.seasonLeaderboardEntries,
      },
      { name: 'season-leaderboards', maxBytes: memory.seasonLeaderboards },
    ),
    engagementBoards: createLeaderboardReads(
      {
        ...{ isScope: isWeekendScope, hasPersonalRows: false },
        page: ({ weekendId }, page) => internalApi.engagementPage(weekendId, page),
        rows: ({ weekendId }, userIds) => internalApi.engagementEntries(weekendId, userIds),
      },
      { name: 'engagement-leaderboards', maxBytes: memory.engagementBoards },
    ),
    weekends: createSharedReads({
      ...{ name: 'weekends', ttlMs: WEEKENDS_TTL_MS, maxBytes: memory.weekends },
      read: (path) => readForAll('weekends', path),
    }),
    heatMaps: createSharedReads({
      ...{ name: 'heat-maps', ttlMs: HEAT_MAP_TTL_MS, maxBytes: memory.heatMaps },
      read: (path) => readForAll('engagement', path),
    }),
    counts: createCountReads({
      ...{ maxBytes: memory.counts },
      read: (path, session) => readAs('engagement', path, session),
    }),
    openData: createSharedReads({
      ...{ name: 'open-data', ttlMs: OPEN_DATA_TTL_MS, maxBytes: memory.openData },
      read: readOpenData,
    }),
  }
  const cachedReads = createCachedReads({ ...caches, timings: createTimingReads(timings), headers: headers.flat() })
  return { caches, cachedReads, readForAll }
}
