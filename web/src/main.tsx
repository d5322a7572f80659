import type { RenderedWith } from '@purple-sector/contracts/page-document'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { markInteractive } from './app/hydration/interactive.ts'
import { Providers } from './app/providers.tsx'
import { openPage } from './app/routing/open-page.ts'
import { pages } from './app/routing/pages.tsx'
import { refreshCachedPage } from './app/routing/refresh-cached-page.ts'
import { pageContext } from './client/api/page-context.ts'
import { createQueryClient } from './client/api/query-client.ts'
import { pageCachedAt } from './client/browser/offline-pages.ts'
import { whenIdle } from './client/browser/when-idle.ts'
import { signInAgain } from './client/messages/sign-in-again.ts'
import { followDelay } from './features/session/follow-delay.ts'
import { followDialogHistory } from './ui/dialogs/dialog-history.ts'
import './ui/base/last-focused.ts'

/**
 * By then, in ms, a server-rendered page is hydrated; also makes it usable where the app renders something else
 * instead.
 */
const HYDRATION_TIMEOUT_MS = 3_000

window.addEventListener('beforeinstallprompt', (event) => event.preventDefault())
/**
 * Registers the worker after the page has loaded and is hydrated: it must not compete for a slow line or a slow phone.
 */
const registerWorker = (): void =>
  whenIdle(() => {
    navigator.serviceWorker
      ?.register('/sw.js')
      .catch((error) => console.warn('The service worker was not registered', error))
  })
if (document.readyState === 'complete') registerWorker()
else window.addEventListener('load', registerWorker, { once: true })

const client = createQueryClient(pageContext, signInAgain)
followDelay(client)
followDialogHistory()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
/**
 * Whether the page came server-rendered (`app/entry-server.tsx`): it is then hydrated; React renders it again where it
 * differs.
 */
const isServerRendered = root.firstElementChild !== null
/** What a fan's page was rendered with. */
const renderedWith: RenderedWith | null = JSON.parse(root.dataset.ssr ?? 'null')
/** When the page came from the network, if the service worker served it from its cache. */
const cachedAt = pageCachedAt()
const app = (
  <StrictMode>
    <Providers client={client} renderedWith={renderedWith}>
      <App />
    </Providers>
  </StrictMode>
)
const renderApp = ({ isOld }: { isOld: boolean }): void => {
  if (cachedAt !== undefined) refreshCachedPage(client, cachedAt)
  if (!isServerRendered) {
    createRoot(root).render(app)
    return
  }
  hydrateRoot(root, app, { onRecoverableError: (error) => console.info('The page had to be rendered again', error) })
  setTimeout(() => {
    markInteractive()
    if (isOld && cachedAt === undefined) void client.invalidateQueries()
  }, HYDRATION_TIMEOUT_MS)
}
void openPage(client, pages, window.location.pathname, { isServerRendered, renderedWith, cachedAt }).then(renderApp)
