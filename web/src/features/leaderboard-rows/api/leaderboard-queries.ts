import type { MyStats, ProvisionalEntry } from '@purple-sector/contracts/tipping/http'
import type { Scope, SeasonScope, View, WeekendScope } from '@purple-sector/contracts/tipping/scope'
import type { SeasonEntry } from '@purple-sector/contracts/tipping/seasons'
import { type QueryClient, queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { api } from '../../../client/api/api.ts'
import { minutes } from '../../../client/api/query-client.ts'
import { useLive, usePollWhileOffline } from '../../../client/realtime/realtime-context.ts'
import {
  type BoardPage,
  leaderboardKey,
  leaderboardPath,
  myStatsKey,
  PAGE_SIZE,
  type PageOf,
  PROJECTED_ROWS,
  type ProjectedPage,
} from './leaderboard-keys.ts'

/** Poll intervals while offline, in ms; for `usePollWhileOffline`. */
export const LEADERBOARD_POLL_MS: Record<View, number> = { official: 30_000, projected: 5_000 }
const STALE_MS: Record<View, number> = { official: minutes(5), projected: minutes(1) }
/** Retries of a stale reply: a replica catches up within two seconds (docs/contract.md, HTTP in general). */
const CATCH_UP_TRIES = 4
const CATCH_UP_MS = 500

type Context = { client: QueryClient; signal: AbortSignal }
type FetchPage<V extends View> = (scope: WeekendScope, page: number, context: Context) => Promise<PageOf[V]>

/**
 * Separates the rows of a page from the caller's own entry, which is appended when it is outside of the page
 * (docs/api/tipping.md).
 */
const splitRows = <Row>(rows: Row[], size: number) => ({ entries: rows.slice(0, size), ownEntry: rows[size] ?? null })

const fetchBoardPage = async <Row>(scope: Scope, page: number, signal: AbortSignal): Promise<BoardPage<Row>> => {
  const offset = page * PAGE_SIZE
  const reply = await api.reply(`${leaderboardPath(scope)}?limit=${PAGE_SIZE}&offset=${offset}`, { signal })
  const version = Number(reply.headers.get('x-board-version'))
  const total = Number(reply.headers.get('x-total-count'))
  const rows: Row[] = await reply.json()
  return { version, total, ...splitRows(rows, Math.max(0, Math.min(PAGE_SIZE, total - offset))) }
}

/** Returns the highest version of any page or frame; it never decreases. */
const knownVersion = (client: QueryClient, scope: Scope): number =>
  Math.max(
    0,
    ...client
      .getQueriesData<BoardPage>({ queryKey: leaderboardKey(scope, 'official') })
      .map(([, page]) => page?.version ?? 0),
  )

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Fetches a page, again while the reply is older than what the client knows. */
const fetchOfficial = async <Row>(
  scope: Scope,
  number: number,
  { client, signal }: Context,
): Promise<BoardPage<Row>> => {
  for (let tries = 1; ; tries++) {
    const page = await fetchBoardPage<Row>(scope, number, signal)
    if (page.version >= knownVersion(client, scope)) return page
    if (tries < CATCH_UP_TRIES) {
      await wait(CATCH_UP_MS)
      continue
    }
    const cached = client.getQueryData<BoardPage<Row>>(leaderboardKey(scope, 'official', number))
    return cached && cached.version > page.version ? cached : page
  }
}

const fetchProjected: FetchPage<'projected'> = async (scope, _page, { signal }): Promise<ProjectedPage | null> => {
  const reply = await api.reply(`${leaderboardPath(scope)}?projected=true&limit=${PROJECTED_ROWS}`, { signal })
  const raceId = Number(reply.headers.get('x-projected')?.split(':')[0])
  const total = Number(reply.headers.get('x-total-count'))
  const rows: ProvisionalEntry[] = await reply.json()
  // Without a race the reply is the official leaderboard, which has a query of its own.
  return raceId ? { raceId, total, ...splitRows(rows, PROJECTED_ROWS) } : null
}

const FETCH: { [V in View]: FetchPage<V> } = { official: fetchOfficial, projected: fetchProjected }

/**
 * A page of a scope's leaderboard, counted from 0; the projected view has only the first. The browser handles the
 * reply's ETag and 304.
 */
export const leaderboardQuery = <V extends View>(scope: WeekendScope, view: V, page = 0) =>
  queryOptions({
    queryKey: leaderboardKey(scope, view, page),
    queryFn: (context): Promise<PageOf[V]> => FETCH[view](scope, page, context),
    staleTime: STALE_MS[view],
  })

/** A page of the official view of any scope, counted from 0, with its rows. */
export const boardQuery = <Row>(scope: Scope, page: number) =>
  queryOptions({
    queryKey: leaderboardKey(scope, 'official', page),
    queryFn: (context) => fetchOfficial<Row>(scope, page, context),
    staleTime: STALE_MS.official,
  })

export type LeaderboardOptions = {
  /**
   * Fetches the first page once while LIVE: frames carry the first rows, and rows that scroll fetch the pages on screen
   * themselves.
   */
  isFetchedOnce?: boolean | undefined
}

/** Returns the first page of a scope's leaderboard; polls it while OFFLINE. */
export const useLeaderboard = <V extends View>(
  scope: WeekendScope,
  view: V,
  { isFetchedOnce = false }: LeaderboardOptions = {},
): UseQueryResult<PageOf[V]> => {
  const { isLive } = useLive()
  return useQuery({
    ...leaderboardQuery(scope, view),
    enabled: ({ state }) => !isFetchedOnce || state.data === undefined || !isLive,
    refetchInterval: usePollWhileOffline(LEADERBOARD_POLL_MS[view]),
  })
}

/** Returns the first page of a season's leaderboard, as `useLeaderboard` does with `isFetchedOnce`. */
export const useSeasonLeaderboard = (scope: SeasonScope): UseQueryResult<BoardPage<SeasonEntry>> => {
  const { isLive } = useLive()
  return useQuery({
    ...boardQuery<SeasonEntry>(scope, 0),
    enabled: ({ state }) => state.data === undefined || !isLive,
    refetchInterval: usePollWhileOffline(LEADERBOARD_POLL_MS.official),
  })
}

export const myStatsQuery = (weekendId: number) =>
  queryOptions({
    queryKey: myStatsKey(weekendId),
    queryFn: () => api.get<MyStats>(`/api/weekends/${weekendId}/my-stats`),
    staleTime: minutes(10),
  })
