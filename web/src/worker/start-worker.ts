import { isObsoleteCache } from '../client/browser/offline-pages.ts'
import { createPageCache } from './page-cache.ts'
import { handlePushes } from './pushes.ts'
import type { Scope } from './scope.ts'

/** Static routes: reads of the API bypass the worker, where the browser supports that. */
const BYPASS_ROUTES = [
  { condition: { urlPattern: '/api/*', requestMethod: 'GET', requestMode: 'cors' }, source: 'network' },
]

const deleteObsoleteCaches = async (): Promise<void> => {
  await Promise.all((await caches.keys()).filter(isObsoleteCache).map((name) => caches.delete(name)))
}

/**
 * Starts the worker: handles pushes and caches the pages that fans come back to
 * (docs/adr/0025-offline-page-cache.md).
 */
export const startWorker = (scope: Scope): void => {
  const pageCache = createPageCache()
  scope.addEventListener('install', (event) => {
    event.waitUntil(scope.skipWaiting())
    const routed = event.addRoutes?.(BYPASS_ROUTES)
    if (routed) event.waitUntil(routed.catch(() => {}))
  })
  scope.addEventListener('activate', (event) =>
    event.waitUntil(Promise.all([deleteObsoleteCaches().catch(() => {}), scope.clients.claim()])),
  )
  scope.addEventListener('fetch', pageCache.handleFetch)
  scope.addEventListener('message', (event) => {
    const { data } = event
    if (data.type === 'forget') event.waitUntil(pageCache.clear())
    if (data.type === 'keep') event.waitUntil(pageCache.cacheAddress(data.address).catch(() => {}))
  })
  handlePushes(scope)
}
