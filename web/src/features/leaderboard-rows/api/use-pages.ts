import { useDebouncedValue } from '@mantine/hooks'
import type { Scope } from '@purple-sector/contracts/tipping/scope'
import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useLive, usePollWhileOffline } from '../../../client/realtime/realtime-context.ts'
import { type BoardPage, leaderboardKey, PAGE_SIZE } from './leaderboard-keys.ts'
import { boardQuery, LEADERBOARD_POLL_MS } from './leaderboard-queries.ts'
import type { BoardPages } from './pages.ts'

/** Debounce in ms: pages that are scrolled past are not fetched. */
const DEBOUNCE_MS = 80

const together = <Row>(results: UseQueryResult<BoardPage<Row>>[]) => ({
  pages: results.map(({ data }) => data),
  hasFailed: results.some(({ data, isError }) => isError && data === undefined),
})

export type LoadedPages<Row> = {
  pages: BoardPages<Row>
  /** Whether a visible page failed to load. */
  hasFailed: boolean
  retry(): void
}

/** Loads the visible pages. Only those are refetched when the board changes; adjacent pages are prefetched. */
export const usePages = <Row>(scope: Scope, onScreen: readonly number[], total: number): LoadedPages<Row> => {
  const client = useQueryClient()
  const { isLive } = useLive()
  const refetchInterval = usePollWhileOffline(LEADERBOARD_POLL_MS.official)
  const names = onScreen.join()
  const [debounced] = useDebouncedValue(names, DEBOUNCE_MS)
  const { pages, hasFailed } = useQueries({
    queries: onScreen.map((number) => ({
      ...boardQuery<Row>(scope, number),
      enabled: names === debounced,
      refetchInterval,
    })),
    combine: together<Row>,
  })

  const knownPages = useMemo((): BoardPages<Row> => {
    const loadedPages = new Map<number, BoardPage<Row>>()
    for (const [index, number] of names.split(',').entries()) {
      const page = pages[index]
      if (page) loadedPages.set(Number(number), page)
    }
    return loadedPages
  }, [names, pages])

  useEffect(() => {
    if (!isLive || debounced === '') return
    const numbers = debounced.split(',').map(Number)
    const last = Math.ceil(total / PAGE_SIZE) - 1
    for (const number of [Math.max(...numbers) + 1, Math.min(...numbers) - 1])
      if (number >= 0 && number <= last) void client.prefetchQuery(boardQuery<Row>(scope, number))
  }, [client, scope, debounced, total, isLive])

  return {
    pages: knownPages,
    hasFailed,
    retry: () => void client.refetchQueries({ queryKey: leaderboardKey(scope, 'official'), type: 'active' }),
  }
}
