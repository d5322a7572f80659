import { isLineFree } from '../../client/browser/is-line-free.ts'
import { whenIdle } from '../../client/browser/when-idle.ts'
import type { Audience } from './routes.ts'
import { mayOpen } from './routes.ts'

/** An entry of the route manifest that the build writes (`web/build/route-manifest-plugin.ts`). */
type BuiltPage = { audience: Audience; scripts: string[]; styles: string[] }

const isSupported = (rel: string): boolean => document.createElement('link').relList.supports(rel)

const prefetchFile = (rel: string, file: string): void => {
  const link = document.createElement('link')
  link.rel = rel
  link.href = `/${file}`
  link.crossOrigin = ''
  document.head.append(link)
}

/**
 * Prefetches the files of the pages that this audience may open, without running them.
 *
 * Files that fail are fetched when their page is opened. With a service worker, fans' pages are left to it
 * (`worker/page-cache.ts`), which does not block this page. Links are added while the browser is idle, since all at
 * once they would delay a press. Prefetches nothing if the user saves data or the connection is slow.
 */
export const prefetchPages = async (audience: Audience): Promise<void> => {
  const hasWorker = Boolean(navigator.serviceWorker?.controller)
  if (!isLineFree() || (hasWorker && audience === 'fan')) return
  const reply = await fetch('/route-manifest.json').catch(() => undefined)
  if (!reply?.ok) return
  const manifest: BuiltPage[] = await reply.json()
  const allowed = manifest.filter((page) => mayOpen(page, audience) && !(hasWorker && page.audience === 'fan'))
  // Browsers without `prefetch` support `modulepreload`, for scripts.
  const rel = isSupported('prefetch') ? 'prefetch' : 'modulepreload'
  const files = allowed.flatMap(({ scripts, styles }) => (rel === 'prefetch' ? [...scripts, ...styles] : scripts))
  for (const file of new Set(files)) whenIdle(() => prefetchFile(rel, file))
}
