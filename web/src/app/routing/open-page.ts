import type { RenderedWith } from '@purple-sector/contracts/page-document'
import type { AnyUseQueryOptions, QueryClient } from '@tanstack/react-query'
import { clearPrefetched, isDocumentOld, readPrefetched } from '../../client/api/prefetched-replies.ts'
import { serverNow } from '../../client/time/server-clock.ts'
import { userQuery } from '../../features/session/user-query.ts'
import { activeWeekend } from '../../features/weekend-data/api/default-weekend.ts'
import { seasonsQuery } from '../../features/weekend-data/api/season-queries.ts'
import { weekendsQuery } from '../../features/weekend-data/api/weekend-queries.ts'
import { audienceOf } from './audience.ts'
import { frameReads } from './page-reads.ts'
import { markCacheAge } from './refresh-cached-page.ts'
import { type Page, pageAt } from './routes.ts'

/** After this, in ms, rendering starts and missing data loads on screen. */
const TIMEOUT_MS = 500
/** A server-rendered page is visible already, so hydration waits this long, in ms, for all of its data. */
const SSR_TIMEOUT_MS = 10_000

/**
 * Prefetches everything that the page at `pathname` shows first (`page-reads.ts`).
 *
 * The components of a standalone page fetch by themselves: their data is stale at once.
 */
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
  const prefetchAll = (reads: readonly AnyUseQueryOptions[]) =>
    Promise.all(reads.map((read) => client.prefetchQuery(read)))
  const content = script?.then(({ reads }) => prefetchAll((weekend && reads?.(weekend.id)) ?? []))
  const ofSeason = script?.then(async ({ seasonReads }) => {
    if (!seasonReads) return
    const seasons = await client.fetchQuery(seasonsQuery)
    // Only an active season is known to be the current one without asking.
    const active = seasons.find(({ status }) => status === 'active')
    if (active) await prefetchAll(seasonReads(active.id))
  })
  await Promise.all([prefetchAll(frameReads(page, weekend?.id)), content, ofSeason])
}

/** How a page arrived: the landing page is the same for all visitors, a fan's page was rendered for its instant. */
type Arrival = {
  isServerRendered?: boolean
  renderedWith?: RenderedWith | null
  /** When a cached page came from the network, in ms: its data is used however old it is. */
  cachedAt?: number | undefined
}

/**
 * Loads the document's data and the page's script before the first render.
 *
 * Rendering once with all data is faster than the four steps in which the components would fetch. Where the document
 * brought nothing, or something is missing, the app renders as it is. A server-rendered page stays until the user is
 * known and is hydrated with the data it was rendered with, however long its script took; `isOld` says that this data
 * must be refetched after hydration.
 */
export const openPage = async (
  client: QueryClient,
  table: readonly Page[],
  pathname: string,
  { isServerRendered = false, renderedWith = null, cachedAt }: Arrival = {},
): Promise<{ isOld: boolean }> => {
  const isOld = cachedAt !== undefined || (renderedWith !== null && isDocumentOld())
  if (!readPrefetched(isOld ? Number.POSITIVE_INFINITY : undefined) && !isServerRendered) return { isOld }
  // A failure is shown by the component that needs the data.
  const loaded = loadRoute(client, table, pathname, renderedWith?.now ?? serverNow()).catch(() => {})
  const timeoutMs = renderedWith ? SSR_TIMEOUT_MS : TIMEOUT_MS
  const timedOut = new Promise<void>((resolve) => setTimeout(resolve, timeoutMs))
  // The landing page stays until the user is known.
  await (isServerRendered && !renderedWith ? loaded : Promise.race([loaded, timedOut]))
  if (cachedAt !== undefined) markCacheAge(client, cachedAt)
  if (isOld) clearPrefetched()
  return { isOld }
}
