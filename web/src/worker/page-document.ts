import { findPageHeader, PAGE_HEADER_VERSION, type PageHeader } from '@purple-sector/contracts/page-document'
import { listedPages } from '../app/routing/listed-pages.ts'
import { formatAge } from '../client/time/format-age.ts'

/** Query parameters that only choose a part of a page. Any other parameter may be a secret. */
const SAFE_PARAMETERS = new Set(['tab', 'view'])

/** Whether an address is a fan's page; not race control's pages, invite links and addresses with a token. */
export const isFansPage = ({ pathname, searchParams }: URL): boolean =>
  [...searchParams.keys()].every((name) => SAFE_PARAMETERS.has(name)) &&
  listedPages.some(({ pattern, audience }) => audience === 'fan' && pattern === pathname)

/** The place where a page shows its age, and the root of the app (`web/index.html`). */
const AGE_PLACE = '<div id="kept" class="ps-kept" role="status">'
const ROOT = '<div id="root"'
const AFTER_ROOT = '<noscript>'

/**
 * Names the parts that the worker needs in a document and cannot find: without them no page is cached for offline use.
 * The build fails where its template lacks any (`build/route-manifest-plugin.ts`).
 */
export const missingIn = (html: string): string[] => [
  ...(findPageHeader(html) ? [] : ['the header of the page']),
  ...(html.includes(AGE_PLACE) ? [] : ['the place for the age of the page (id="kept")']),
  ...(html.includes(ROOT) && html.includes(AFTER_ROOT) ? [] : ['the root of the app, followed by noscript']),
]

/** Reads a document's header; undefined if it does not name its user, has another version, or cannot show its age. */
export const readPageHeader = (html: string): PageHeader | undefined => {
  const block = findPageHeader(html)
  if (!block || missingIn(html).length > 0) return undefined
  const header: PageHeader = JSON.parse(block.json)
  return header.version === PAGE_HEADER_VERSION && header.userId !== undefined ? header : undefined
}

/** Returns the document with its age: as text, visible before its script runs, and as an attribute for the script. */
export const markAsCached = (
  html: string,
  cachedAt: number,
  { now, isOnline }: { now: number; isOnline: boolean },
): string => {
  const saved = `Saved ${formatAge(cachedAt, now)}`
  const text = isOnline ? `${saved} · updating…` : `You are offline. ${saved}.`
  return html
    .replace('<html', () => `<html data-kept="${cachedAt}"`)
    .replace(AGE_PLACE, () => `${AGE_PLACE}<p>${text}</p>`)
}

/**
 * Turns the document of another page into an app shell: nothing rendered, with its prefetched data; the app fetches the
 * rest.
 *
 * User content is escaped, so the marker after the root cannot occur in it.
 */
export const toAppShell = (html: string): string => {
  const root = html.indexOf(ROOT)
  const behind = html.indexOf(AFTER_ROOT, root)
  return root > 0 && behind > 0 ? `${html.slice(0, root)}<div id="root"></div>${html.slice(behind)}` : html
}
