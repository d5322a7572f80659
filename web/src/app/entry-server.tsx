import type { RenderedWith, RenderRequest } from '@purple-sector/contracts/page-document'
import type { AnyUseQueryOptions, QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { repliesByPath, takeReplyOf } from '../client/api/prefetched-replies.ts'
import { createQueryClient } from '../client/api/query-client.ts'
import type { AppContext } from '../client/spoiler/app-context.ts'
import { msOfDelay } from '../client/spoiler/delay.ts'
import { userQuery } from '../features/session/user-query.ts'
import { App } from './app.tsx'
import { Providers } from './providers.tsx'
import { audienceOf } from './routing/audience.ts'
import { listedPages } from './routing/listed-pages.ts'
import { loadRoute } from './routing/open-page.ts'
import { readsOf } from './routing/page-reads.ts'
import { pages } from './routing/pages.tsx'
import { pageAt } from './routing/routes.ts'

/** React's marker of a suspended part: the client would have to render it again. */
const SUSPENDED_MARKER = '<!--$!-->'
/** Lazily loaded parts are available a moment after their first render. */
const MAX_ATTEMPTS = 3
const RETRY_DELAY_MS = 20

/** What one render works with: the replies of its document, its fan's delay, its instant, and its query client. */
type RenderContext = AppContext & { client: QueryClient }

/** Creates the context of one render, which nothing outlives: concurrent renders share no data of a fan. */
const createRenderContext = ({ replies, now }: Pick<RenderRequest, 'replies' | 'now'>): RenderContext => {
  const unused = repliesByPath(replies)
  const app: AppContext = {
    takeReply: (path) => takeReplyOf(unused, path),
    delayMs: () => msOfDelay(client.getQueryData(userQuery.queryKey)?.spoilerDelaySeconds ?? 0),
    now: () => now,
  }
  const client = createQueryClient(app)
  return { ...app, client }
}

const renderApp = (client: QueryClient, address: string, renderedWith: RenderedWith | null): string =>
  renderToString(
    <StrictMode>
      <Providers
        client={client}
        renderedWith={renderedWith}
        router={({ children }) => <StaticRouter location={address}>{children}</StaticRouter>}
      >
        <App />
      </Providers>
    </StrictMode>,
  )

/** Renders the landing page of `/` as a visitor sees it before any script; the build stores it for the gateway. */
export const renderLanding = (): string => {
  const { client } = createRenderContext({ replies: [], now: Date.now() })
  client.setQueryData(userQuery.queryKey, null)
  const html = renderApp(client, '/', null)
  client.clear()
  return html
}

/** Loads the scripts of all server-rendered pages, which takes longer than rendering one. */
export const loadRoutes = async (): Promise<void> => {
  const patterns = new Set(listedPages.map(({ pattern }) => pattern))
  await Promise.all(pages.map((page) => (patterns.has(page.pattern) ? page.preload?.() : undefined)))
}

/** Stand for any weekend and any season while the paths of reads are recorded. */
const ANY_WEEKEND = 987_654_321
const ANY_SEASON = 987_654_322
const ANY = { weekendId: ANY_WEEKEND, seasonId: ANY_SEASON }

/** The paths that these queries request, with `:weekendId` and `:seasonId` in place of ids. */
const pathsOf = async (reads: readonly AnyUseQueryOptions[]): Promise<string[]> => {
  const paths: string[] = []
  const takeReply = (path: string) => {
    paths.push(path.replaceAll(String(ANY_WEEKEND), ':weekendId').replaceAll(String(ANY_SEASON), ':seasonId'))
    return new Response('', { status: 503 })
  }
  const client = createQueryClient({ takeReply, delayMs: () => 0, now: Date.now })
  await Promise.all(reads.map((read) => client.prefetchQuery(read)))
  client.clear()
  return paths
}

/**
 * Returns the paths of the first reads of each listed page by its pattern: the build writes them into the route
 * manifest, so that the gateway puts exactly those replies into a document for which the page's queries ask.
 */
export const pageReads = async (): Promise<Record<string, string[]>> => {
  const entries = listedPages.map(async ({ pattern, audience }): Promise<[string, string[]]> => {
    const page = pages.find((other) => other.pattern === pattern && other.audience === audience)
    const reads = page && audience === 'fan' ? readsOf(page, await page.preload?.(), ANY) : []
    return [pattern, await pathsOf(reads)]
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** Whether this page may be server-rendered for the user in the cache. */
const isSsrPage = (client: QueryClient, pathname: string): boolean => {
  const user = client.getQueryData(userQuery.queryKey)
  // The browser decides which replies a spoiler delay affects.
  if (!user || user.spoilerDelaySeconds > 0) return false
  const page = pageAt(pages, pathname, audienceOf(user))
  return listedPages.some(
    ({ pattern, audience }) => audience === 'fan' && pattern === page?.pattern && audience === page.audience,
  )
}

/**
 * Whether the replies covered every query. The renderer fetches nothing; a page with a missing reply is not rendered.
 */
const isComplete = (client: QueryClient): boolean =>
  client
    .getQueryCache()
    .getAll()
    .every(({ state }) => state.status === 'success')

/**
 * Renders a fan's page as their browser will render it first, from these replies at this instant, by the same code.
 *
 * Returns undefined for a fan with a spoiler delay, when a reply is missing, and for pages that are never
 * server-rendered.
 */
export const renderPage = async ({ address, replies, ...renderedWith }: RenderRequest): Promise<string | undefined> => {
  const { client, now } = createRenderContext({ replies, now: renderedWith.now })
  try {
    const { pathname } = new URL(address, 'http://localhost')
    // A reply may be missing: the user's, or one that every page needs.
    const isLoaded = await client
      .fetchQuery(userQuery)
      .then(() => isSsrPage(client, pathname) && loadRoute(client, pages, pathname, now()).then(() => true))
      .catch(() => false)
    if (!isLoaded || !isComplete(client)) return undefined
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const html = renderApp(client, address, renderedWith)
      if (!html.includes(SUSPENDED_MARKER)) return html
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
    }
    return undefined
  } finally {
    client.clear()
  }
}
