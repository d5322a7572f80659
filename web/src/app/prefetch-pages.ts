import { isLineFree } from '../lib/is-line-free.ts'
import { whenIdle } from '../lib/when-idle.ts'
import type { Audience } from './routes.ts'
import { mayOpen } from './routes.ts'

/** What the build says of a page (`web/route-manifest-plugin.ts`). */
type Built = { audience: Audience; scripts: string[]; styles: string[] }

const isSupported = (rel: string): boolean => document.createElement('link').relList.supports(rel)

const fetchAhead = (rel: string, file: string): void => {
  const link = document.createElement('link')
  link.rel = rel
  link.href = `/${file}`
  link.crossOrigin = ''
  document.head.append(link)
}

/**
 * Fetches the files of the pages that this audience may open, and runs none of them: the next page is there at once. Where
 * nothing comes of it they are fetched when they are opened. Those of fans' pages are left to the service worker, where there
 * is one (`worker/page-cache.ts`): it does not keep this page busy. All at once, links would keep a press waiting. Whoever saves
 * data gets none of them, and so does who has the slowest of lines.
 */
export const prefetchPages = async (audience: Audience): Promise<void> => {
  const isWorkerThere = Boolean(navigator.serviceWorker?.controller)
  if (!isLineFree() || (isWorkerThere && audience === 'fan')) return
  const reply = await fetch('/route-manifest.json').catch(() => undefined)
  if (!reply?.ok) return
  const built: Built[] = await reply.json()
  const theirs = built.filter((page) => mayOpen(page, audience) && !(isWorkerThere && page.audience === 'fan'))
  // Browsers without the one have the other for scripts.
  const rel = isSupported('prefetch') ? 'prefetch' : 'modulepreload'
  const files = theirs.flatMap(({ scripts, styles }) => (rel === 'prefetch' ? [...scripts, ...styles] : scripts))
  for (const file of new Set(files)) whenIdle(() => fetchAhead(rel, file))
}
