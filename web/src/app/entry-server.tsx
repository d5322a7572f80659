import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { clearPrefetched, type PrefetchedReply, storePrefetched } from '../client/api/prefetched-replies.ts'
import { createQueryClient } from '../client/api/query-client.ts'
import { userQuery } from '../features/session/user-query.ts'
import type { ServerRendered } from '../ui/server-rendered.ts'
import { App } from './app.tsx'
import { Providers } from './providers.tsx'
import { audienceOf } from './routing/audience.ts'
import { loadRoute } from './routing/open-page.ts'
import { pages } from './routing/pages.tsx'
import { routeManifest } from './routing/route-manifest.ts'
import { pageAt } from './routing/routes.ts'

/** React's marker of a suspended part: the client would have to render it again. */
const SUSPENDED_MARKER = '<!--$!-->'
/** Lazily loaded parts are available a moment after their first render. */
const MAX_ATTEMPTS = 3
const RETRY_DELAY_MS = 20

type Client = ReturnType<typeof createQueryClient>

const renderApp = (client: Client, address: string, renderedWith: ServerRendered | null): string =>
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
  const client = createQueryClient()
  client.setQueryData(userQuery.queryKey, null)
  const html = renderApp(client, '/', null)
  client.clear()
  return html
}

/** Loads the scripts of all server-rendered pages, which takes longer than rendering one. */
export const loadRoutes = async (): Promise<void> => {
  const patterns = new Set(routeManifest.map(({ pattern }) => pattern))
  await Promise.all(pages.map((page) => (patterns.has(page.pattern) ? page.preload?.() : undefined)))
}

/** Whether this page may be server-rendered for the user in the cache. */
const isSsrPage = (client: Client, pathname: string): boolean => {
  const user = client.getQueryData(userQuery.queryKey)
  // The browser decides which replies a spoiler delay affects.
  if (!user || user.spoilerDelaySeconds > 0) return false
  const page = pageAt(pages, pathname, audienceOf(user))
  return routeManifest.some(
    ({ pattern, audience }) => audience === 'fan' && pattern === page?.pattern && audience === page.audience,
  )
}

/**
 * Whether the replies covered every query. The renderer fetches nothing; a page with a missing reply is not rendered.
 */
const isComplete = (client: Client): boolean =>
  client
    .getQueryCache()
    .getAll()
    .every(({ state }) => state.status === 'success')

export type RenderRequest = ServerRendered & {
  /** Path and query. */
  address: string
  /** The replies in the page's document. */
  replies: readonly PrefetchedReply[]
}

/** Whether a page is being rendered: its replies are in module state, where a second render would read them. */
let isRendering = false

/**
 * Renders a fan's page as their browser will render it first, from these replies at this instant, by the same code.
 *
 * Returns undefined for a fan with a spoiler delay, when a reply is missing, and for pages that are never
 * server-rendered. Renders one page at a time, since its replies are in module state until then; throws while another
 * render is in flight.
 */
export const renderPage = async ({ address, replies, ...renderedWith }: RenderRequest): Promise<string | undefined> => {
  if (isRendering) throw new Error('A page was to be rendered while another one was under way.')
  const client = createQueryClient()
  isRendering = true
  try {
    const { pathname } = new URL(address, 'http://localhost')
    storePrefetched(replies, Number.POSITIVE_INFINITY)
    // A reply that every page needs may be missing.
    const isLoaded = await loadRoute(client, pages, pathname, renderedWith.now).then(
      () => true,
      () => false,
    )
    if (!isLoaded || !isSsrPage(client, pathname) || !isComplete(client)) return undefined
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const html = renderApp(client, address, renderedWith)
      if (!html.includes(SUSPENDED_MARKER)) return html
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
    }
    return undefined
  } finally {
    clearPrefetched()
    client.clear()
    isRendering = false
  }
}
