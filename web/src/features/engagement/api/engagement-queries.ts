import type { EngagementEntry, EngagementStats } from '@purple-sector/contracts/engagement/http'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../client/api/api.ts'
import { minutes } from '../../../client/api/query-client.ts'
import { type EngagementPage, engagementPageKey, engagementStatsKey, PAGE_SIZE } from './engagement-keys.ts'

/** Poll interval of both while offline, in ms; for `usePollWhileOffline`. */
export const ENGAGEMENT_POLL_MS = 30_000

/** The rows from `offset`; the reply also contains the user's own row if it is outside of them. */
export const engagementPageQuery = (weekendId: number, offset = 0) =>
  queryOptions({
    queryKey: engagementPageKey(weekendId, offset),
    queryFn: async ({ signal }): Promise<EngagementPage> => {
      const path = `/api/engagement/leaderboard/${weekendId}?limit=${PAGE_SIZE}&offset=${offset}`
      const reply = await api.reply(path, { signal })
      const rows: EngagementEntry[] = await reply.json()
      const total = Number(reply.headers.get('x-total-count'))
      const size = Math.max(0, Math.min(PAGE_SIZE, total - offset))
      const version = Number(reply.headers.get('x-board-version'))
      return { version, total, entries: rows.slice(0, size), ownEntry: rows[size] ?? null }
    },
    staleTime: minutes(5),
  })

export const engagementStatsQuery = (weekendId: number) =>
  queryOptions({
    queryKey: engagementStatsKey(weekendId),
    queryFn: () => api.get<EngagementStats>(`/api/engagement/stats/${weekendId}`),
    // No frame reports what the user did on another page.
    staleTime: 0,
  })
