import type { QueryClient } from '@tanstack/react-query'
import { categoriesQuery } from '../features/categories/category-queries.ts'
import { myStatsQuery } from '../features/leaderboard/leaderboard-queries.ts'
import { userQuery } from '../features/session/user-query.ts'
import { activeWeekend } from '../features/weekends/shown-weekend.ts'
import { racesQuery, weekendsQuery } from '../features/weekends/weekend-queries.ts'
import { readFirstReplies } from '../lib/first-replies.ts'
import { serverNow } from '../lib/server-clock.ts'
import { audienceOf } from './audience.ts'
import { type Page, pageAt } from './routes.ts'

/** What is not here by then is waited for on the screen. */
const PATIENCE_MS = 500

const ask = async (client: QueryClient, table: readonly Page[], pathname: string): Promise<void> => {
  const user = await client.fetchQuery(userQuery)
  const page = pageAt(table, pathname, audienceOf(user))
  if (!user || !page) return
  const script = page.preload?.()
  if (page.isStandalone) {
    await script
    return
  }
  const weekends = await client.fetchQuery(weekendsQuery)
  const weekend = activeWeekend(weekends, user.preferredWeekendId, serverNow())
  const frame = weekend && [
    client.prefetchQuery(racesQuery(weekend.id)),
    client.prefetchQuery(myStatsQuery(weekend.id)),
  ]
  const content = script?.then((module) => weekend && Promise.all(module.askFirst?.(client, weekend.id) ?? []))
  await Promise.all([client.prefetchQuery(categoriesQuery), ...(frame ?? []), content])
}

/**
 * Takes what came with the document, and the page's script, before anything is drawn: drawn once and whole, a page is there
 * sooner than in the four steps in which it would ask. Where the document brought nothing, or something is missing, the app
 * is drawn as it stands. One that came drawn stays until it is known who looks at it.
 */
export const openPage = async (
  client: QueryClient,
  table: readonly Page[],
  pathname: string,
  { isDrawn = false }: { isDrawn?: boolean } = {},
): Promise<void> => {
  if (!readFirstReplies() && !isDrawn) return
  // What fails is told where it is shown.
  const asked = ask(client, table, pathname).catch(() => {})
  if (isDrawn) return asked
  const tooLate = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))
  await Promise.race([asked, tooLate])
}
