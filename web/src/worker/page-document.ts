import { routeManifest } from '../app/route-manifest.ts'
import { formatAge } from '../lib/format-age.ts'

/** Query parameters that only choose a part of a page. Any other parameter may be a secret. */
const SAFE_PARAMETERS = new Set(['tab', 'view'])

const fansPages = routeManifest.filter(({ audience }) => audience === 'fan')

/** The manifest entry of a fan's page; undefined for race control's pages, invite links and addresses with a token. */
const fansPageAt = ({ pathname, searchParams }: URL) =>
  [...searchParams.keys()].every((name) => SAFE_PARAMETERS.has(name))
    ? fansPages.find(({ pattern }) => pattern === pathname)
    : undefined

export const isFansPage = (url: URL): boolean => fansPageAt(url) !== undefined

/** Metadata that a document contains about itself. */
export type DocumentInfo = {
  /** The id of its user; null for a visitor. */
  userId: string | null
  /** The user's choices that affect how a page looks and what may be shown when. */
  choices: string
  hasDelay: boolean
  /** The script of its build. */
  build: string
  /** The files it needs to be shown. */
  files: readonly string[]
  /** Whether it brings all data that its page shows first. */
  isComplete: boolean
}

const REPLY = /<script\b[^>]*\bdata-query="([^"]*)"[^>]*>([^<]*)<\/script>/g
const ENTRY = /<script\b(?=[^>]*\btype="module")[^>]*\bsrc="(\/assets\/[^"]+)"/
const FILE = /(?:src|href)="(\/assets\/[^"]+|\/scheme\.js)"/g
/** The place where a page shows its age (`web/index.html`). */
const AGE_PLACE = /(<div\b[^>]*\bid="kept"[^>]*>)\s*<\/div>/
const ROOT = /<div id="root"[^>]*>/
const AFTER_ROOT = '<noscript>'

const pathIn = (attribute: string): { path: string; status: number } =>
  JSON.parse(
    attribute.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  )

/**
 * Names the parts that the worker needs in a document and cannot find: without them no page is cached for offline use.
 * The build fails where its template lacks any (`own-scripts.ts`).
 */
export const missingIn = (html: string): string[] => [
  ...(ENTRY.test(html) ? [] : ['the script of the build']),
  ...(AGE_PLACE.test(html) ? [] : ['the place for the age of the page (id="kept")']),
  ...(ROOT.test(html) && html.includes(AFTER_ROOT) ? [] : ['the root of the app, followed by noscript']),
]

/** Parses a document; undefined if it has no place for its age, or does not name its user. */
export const parseDocument = (html: string, url: URL): DocumentInfo | undefined => {
  const build = ENTRY.exec(html)?.[1]
  const replies = [...html.matchAll(REPLY)].map(([, head = '', body = '']) => ({ ...pathIn(head), body }))
  const user = replies.find(({ path }) => path === '/api/auth/user')
  if (build === undefined || !user || missingIn(html).length > 0) return undefined
  const files = [...new Set([...html.matchAll(FILE)].map(([, file = '']) => file))]
  if (user.status !== 200) return { userId: null, choices: '', hasDelay: false, build, files, isComplete: false }
  const { id, theme, spoilerDelaySeconds } = JSON.parse(user.body)
  return {
    userId: id,
    choices: JSON.stringify([theme, spoilerDelaySeconds]),
    hasDelay: spoilerDelaySeconds > 0,
    build,
    files,
    isComplete: replies.length > (fansPageAt(url)?.reads.length ?? Number.POSITIVE_INFINITY),
  }
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
    .replace(AGE_PLACE, (_, openingTag) => `${openingTag}<p>${text}</p></div>`)
}

/**
 * Turns the document of another page into an app shell: nothing rendered, with its prefetched data; the app fetches the
 * rest.
 *
 * User content is escaped, so the marker after the root cannot occur in it.
 */
export const toAppShell = (html: string): string => {
  const root = ROOT.exec(html)
  const behind = html.indexOf(AFTER_ROOT, root?.index)
  return root && behind > 0 ? `${html.slice(0, root.index)}<div id="root"></div>${html.slice(behind)}` : html
}
