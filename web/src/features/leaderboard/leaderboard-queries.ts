import type { Entry } from '@purple-sector/contracts/tipping/http'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, api } from '../../lib/api.ts'

const PAGE = 100
const SAFETY_POLL_MS = 5 * 60_000
/** Polling while OFFLINE (spec part 2 section 9). */
const OFFLINE_POLL_MS = 30_000

/** A page of the board as the screen holds it. */
export type Board = { version: number; total: number; entries: Entry[] }

export const currentWeekendQuery = queryOptions({
  queryKey: ['/api/weekends/current'],
  queryFn: async () => {
    try {
      return await api.get<Weekend>('/api/weekends/current')
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    }
  },
})

export const boardKey = (weekendId: number) => ['/api/weekends', weekendId, 'leaderboard'] as const

export const boardQuery = (weekendId: number, isLive: boolean) =>
  queryOptions({
    queryKey: boardKey(weekendId),
    queryFn: async (): Promise<Board> => {
      const reply = await api.reply(`/api/weekends/${weekendId}/leaderboard?limit=${PAGE}`)
      return {
        version: Number(reply.headers.get('x-board-version')),
        total: Number(reply.headers.get('x-total-count')),
        entries: await reply.json(),
      }
    },
    refetchInterval: isLive ? SAFETY_POLL_MS : OFFLINE_POLL_MS,
  })
