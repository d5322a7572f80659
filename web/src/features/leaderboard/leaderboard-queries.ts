import type { Entry, MyStats } from '@purple-sector/contracts/tipping/http'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { minutes } from '../../lib/query-client.ts'

export const PAGE_SIZE = 100
/** Polling while OFFLINE (spec part 2 section 9): hand it to `usePollWhileOffline`. */
export const BOARD_POLL_MS = 30_000

/** A page of the board. The caller's own entry stands last where it lies outside of the page. */
export type BoardPage = { version: number; total: number; entries: Entry[] }

/** All pages of a weekend's board begin with this key. */
export const boardKey = (weekendId: number) => ['/api/weekends', weekendId, 'leaderboard'] as const

/** The rows from `offset` on. The reply's ETag is the browser's affair: it asks with it and gets a 304. */
export const boardPageQuery = (weekendId: number, offset = 0) =>
  queryOptions({
    queryKey: [...boardKey(weekendId), offset] as const,
    queryFn: async ({ signal }): Promise<BoardPage> => {
      const path = `/api/weekends/${weekendId}/leaderboard?limit=${PAGE_SIZE}&offset=${offset}`
      const reply = await api.reply(path, { signal })
      return {
        version: Number(reply.headers.get('x-board-version')),
        total: Number(reply.headers.get('x-total-count')),
        entries: await reply.json(),
      }
    },
    staleTime: minutes(5),
  })

export const myStatsQuery = (weekendId: number) =>
  queryOptions({
    queryKey: ['/api/weekends', weekendId, 'my-stats'],
    queryFn: () => api.get<MyStats>(`/api/weekends/${weekendId}/my-stats`),
    staleTime: minutes(10),
  })
