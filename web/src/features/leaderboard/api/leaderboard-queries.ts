import type { Entry, MyStats } from '@purple-sector/contracts/tipping/http'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { registerLive } from '../../../lib/live-features.ts'
import { minutes } from '../../../lib/query-client.ts'
import { type BoardPage, boardKey, boardPageKey, myStatsKey, PAGE_SIZE, type Scope } from './leaderboard-keys.ts'
import { leaderboardLive } from './leaderboard-live.ts'

registerLive('leaderboard', leaderboardLive)

/** Poll interval of a board while offline, in ms; for `usePollWhileOffline`. */
export const BOARD_POLL_MS = 30_000
/** Retries of a stale reply: a replica catches up within two seconds (docs/contract.md, HTTP in general). */
const CATCH_UP_TRIES = 4
const CATCH_UP_MS = 500

/**
 * Converts a reply to a page: the caller's own entry is appended when it is outside of the page (docs/contract.md, Tips
 * and boards).
 */
export const boardPageOf = (
  rows: Entry[],
  { version, total }: Pick<BoardPage, 'version' | 'total'>,
  offset: number,
) => {
  const size = Math.max(0, Math.min(PAGE_SIZE, total - offset))
  return { version, total, entries: rows.slice(0, size), ownEntry: rows[size] ?? null }
}

const fetchPage = async (scope: Scope, offset: number, signal: AbortSignal): Promise<BoardPage> => {
  const path = `${boardKey(scope).join('/')}?limit=${PAGE_SIZE}&offset=${offset}`
  const reply = await api.reply(path, { signal })
  const version = Number(reply.headers.get('x-board-version'))
  const total = Number(reply.headers.get('x-total-count'))
  return boardPageOf(await reply.json(), { version, total }, offset)
}

/** Returns the highest version of any page or frame; it never decreases. */
const knownVersion = (client: QueryClient, scope: Scope): number =>
  Math.max(0, ...client.getQueriesData<BoardPage>({ queryKey: boardKey(scope) }).map(([, page]) => page?.version ?? 0))

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** The rows from `offset`. The browser handles the reply's ETag and 304. */
export const boardPageQuery = (scope: Scope, offset = 0) => {
  const queryKey = boardPageKey(scope, offset)
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<BoardPage> => {
      for (let tries = 1; ; tries++) {
        const page = await fetchPage(scope, offset, signal)
        if (page.version >= knownVersion(client, scope)) return page
        if (tries < CATCH_UP_TRIES) {
          await wait(CATCH_UP_MS)
          continue
        }
        const cached = client.getQueryData<BoardPage>(queryKey)
        return cached && cached.version > page.version ? cached : page
      }
    },
    staleTime: minutes(5),
  })
}

export const myStatsQuery = (weekendId: number) =>
  queryOptions({
    queryKey: myStatsKey(weekendId),
    queryFn: () => api.get<MyStats>(`/api/weekends/${weekendId}/my-stats`),
    staleTime: minutes(10),
  })
