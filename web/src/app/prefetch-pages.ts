import { whenIdle } from '../lib/when-idle.ts'
import type { Audience } from './routes.ts'
import { mayOpen } from './routes.ts'

/** What the build says of a page (`web/page-openings.ts`). */
type Built = { audience: Audience; scripts: string[]; styles: string[] }

const isSupported = (rel: string): boolean => document.createElement('link').relList.supports(rel)

const fetchAhead = (rel: string, file: string): void => {
  const link = document.createElement('link')
  link.rel = rel
  link.href = `/${file}`
  link.crossOrigin = ''
  document.head.append(link)
}

/** The service worker keeps the files of fans' pages (`worker/keeping.ts`), without keeping this page busy. */
const isKept = (page: Built): boolean => page.audience === 'fan' && Boolean(navigator.serviceWorker?.controller)

/**
 * Fetches the files of the pages that this audience may open, and runs none of them: the next page is there at once. Where
 * nothing comes of it they are fetched when they are opened. All at once they would keep a press waiting.
 */
export const prefetchPages = async (audience: Audience): Promise<void> => {
  const reply = await fetch('/openings.json').catch(() => undefined)
  if (!reply?.ok) return
  const built: Built[] = await reply.json()
  const theirs = built.filter((page) => mayOpen(page, audience) && !isKept(page))
  // Browsers without the one have the other for scripts.
  const rel = isSupported('prefetch') ? 'prefetch' : 'modulepreload'
  const files = theirs.flatMap(({ scripts, styles }) => (rel === 'prefetch' ? [...scripts, ...styles] : scripts))
  for (const file of new Set(files)) whenIdle(() => fetchAhead(rel, file))
}
