import type { QueryClient } from '@tanstack/react-query'
import { categoriesQuery } from '../features/categories/category-queries.ts'
import { myStatsQuery } from '../features/leaderboard/leaderboard-queries.ts'
import { userQuery } from '../features/session/user-query.ts'
import { activeWeekend } from '../features/weekends/shown-weekend.ts'
import { racesQuery, weekendsQuery } from '../features/weekends/weekend-queries.ts'
import { clearPrefetched, isDocumentOld, readPrefetched } from '../lib/prefetched-replies.ts'
import { serverNow } from '../lib/server-clock.ts'
import type { ServerRendered } from '../ui/server-rendered.ts'
import { audienceOf } from './audience.ts'
import { markCacheAge } from './refresh-cached-page.ts'
import { type Page, pageAt } from './routes.ts'

/** What is not here by then is waited for on the screen. */
const TIMEOUT_MS = 500
/** A page that came drawn shows what it has: it is taken over once all of it is here. */
const SSR_TIMEOUT_MS = 10_000

/** Asks for all that the page at an address begins with. */
export const loadRoute = async (
  client: QueryClient,
  table: readonly Page[],
  pathname: string,
  now: number,
): Promise<void> => {
  const user = await client.fetchQuery(userQuery)
  const page = pageAt(table, pathname, audienceOf(user))
  if (!user || !page) return
  const script = page.preload?.()
  if (page.isStandalone) {
    await script
    return
  }
  const weekends = await client.fetchQuery(weekendsQuery)
  const weekend = activeWeekend(weekends, user.preferredWeekendId, now)
  const frame = weekend && [
    client.prefetchQuery(racesQuery(weekend.id)),
    client.prefetchQuery(myStatsQuery(weekend.id)),
  ]
  const content = script?.then((module) => weekend && Promise.all(module.loader?.(client, weekend.id) ?? []))
  await Promise.all([client.prefetchQuery(categoriesQuery), ...(frame ?? []), content])
}

/** How a page came drawn: what a visitor sees is the same for all, a fan's is of its instant. */
type Came = {
  isServerRendered?: boolean
  drawn?: ServerRendered | null
  /** When it came, in ms, where the worker had kept it: as old as it is, it is what there is to show. */
  cachedAt?: number | undefined
}

/**
 * Takes what came with the document, and the page's script, before anything is drawn: drawn once and whole, a page is there
 * sooner than in the four steps in which it would ask. Where the document brought nothing, or something is missing, the app
 * is drawn as it stands. One that came drawn stays until it is known who looks at it, and is taken over with what it was
 * drawn with, however long its script took; says whether that is so old that it has to be asked for again after that.
 */
export const openPage = async (
  client: QueryClient,
  table: readonly Page[],
  pathname: string,
  { isServerRendered = false, drawn = null, cachedAt }: Came = {},
): Promise<{ isOld: boolean }> => {
  const isOld = cachedAt !== undefined || (drawn !== null && isDocumentOld())
  if (!readPrefetched(isOld ? Number.POSITIVE_INFINITY : undefined) && !isServerRendered) return { isOld }
  // What fails is told where it is shown.
  const asked = loadRoute(client, table, pathname, drawn?.now ?? serverNow()).catch(() => {})
  const timeoutMs = drawn ? SSR_TIMEOUT_MS : TIMEOUT_MS
  const tooLate = new Promise<void>((resolve) => setTimeout(resolve, timeoutMs))
  // The landing page stays until it is known who looks at it.
  await (isServerRendered && !drawn ? asked : Promise.race([asked, tooLate]))
  if (cachedAt !== undefined) markCacheAge(client, cachedAt)
  if (isOld) clearPrefetched()
  return { isOld }
}
