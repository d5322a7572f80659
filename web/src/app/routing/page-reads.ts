import type { AnyUseQueryOptions } from '@tanstack/react-query'
import { myStatsQuery } from '../../features/leaderboard-rows/api/leaderboard-queries.ts'
import { categoriesQuery } from '../../features/weekend-data/api/category-queries.ts'
import { racesQuery, weekendsQuery } from '../../features/weekend-data/api/weekend-queries.ts'
import type { Page, PageModule } from './routes.ts'

/** The queries that the frame of a page shows first, of a weekend if there is one; standalone pages have no frame. */
export const frameReads = (
  { isStandalone }: Pick<Page, 'isStandalone'>,
  weekendId: number | undefined,
): readonly AnyUseQueryOptions[] => {
  if (isStandalone) return []
  const ofWeekend = weekendId === undefined ? [] : [racesQuery(weekendId), myStatsQuery(weekendId)]
  return [weekendsQuery, categoriesQuery, ...ofWeekend]
}

/** All queries, besides that of the user, that a page shows first: the route manifest contains their paths. */
export const readsOf = (
  page: Page,
  module: PageModule | undefined,
  { weekendId, seasonId }: { weekendId: number; seasonId: number },
): readonly AnyUseQueryOptions[] => [
  ...frameReads(page, weekendId),
  ...(module?.reads?.(weekendId) ?? []),
  ...(module?.seasonReads?.(seasonId) ?? []),
]
