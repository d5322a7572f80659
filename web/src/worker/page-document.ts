import { routeManifest } from '../app/route-manifest.ts'
import { ageWords } from '../lib/offline-labels.ts'

/** What a page may be asked with besides its address: which part of it is shown. Whatever else stands there may be a secret. */
const HARMLESS = new Set(['tab', 'view'])

const fansPages = routeManifest.filter(({ audience }) => audience === 'fan')

/** A fan's page by its address; undefined of all others: race control's, invite links, what is asked with a token. */
const fansPageAt = ({ pathname, searchParams }: URL) =>
  [...searchParams.keys()].every((name) => HARMLESS.has(name))
    ? fansPages.find(({ pattern }) => pattern === pathname)
    : undefined

export const isFansPage = (url: URL): boolean => fansPageAt(url) !== undefined

/** What a document says of itself. */
export type DocumentInfo = {
  /** Whose it is: the id of a user; null is a visitor's. */
  person: string | null
  /** The choices of that person that decide how a page is painted, and what of it may be shown when. */
  choices: string
  hasDelay: boolean
  /** The script of its build. */
  build: string
  /** What it cannot be shown without. */
  files: readonly string[]
  /** It brings all that its page begins with. */
  isWhole: boolean
}

const REPLY = /<script\b[^>]*\bdata-query="([^"]*)"[^>]*>([^<]*)<\/script>/g
const ENTRY = /<script\b(?=[^>]*\btype="module")[^>]*\bsrc="(\/assets\/[^"]+)"/
const FILE = /(?:src|href)="(\/assets\/[^"]+|\/scheme\.js)"/g
/** Where the page says how old it is (`web/index.html`). */
const PLACE = /(<div\b[^>]*\bid="kept"[^>]*>)\s*<\/div>/
const ROOT = /<div id="root"[^>]*>/
const BEHIND_ROOT = '<noscript>'

const pathIn = (attribute: string): { path: string; status: number } =>
  JSON.parse(
    attribute.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  )

/**
 * Names what the worker looks for in a document and does not find: without it no page is kept for offline use. The build
 * fails where its template lacks any of it (`own-scripts.ts`).
 */
export const missingIn = (html: string): string[] => [
  ...(ENTRY.test(html) ? [] : ['the script of the build']),
  ...(PLACE.test(html) ? [] : ['the place for the age of the page (id="kept")']),
  ...(ROOT.test(html) && html.includes(BEHIND_ROOT) ? [] : ['the root of the app, followed by noscript']),
]

/** Undefined where it is no document of an app that says how old its pages are, or does not say whose it is. */
export const parseDocument = (html: string, url: URL): DocumentInfo | undefined => {
  const build = ENTRY.exec(html)?.[1]
  const replies = [...html.matchAll(REPLY)].map(([, told = '', body = '']) => ({ ...pathIn(told), body }))
  const user = replies.find(({ path }) => path === '/api/auth/user')
  if (build === undefined || !user || missingIn(html).length > 0) return undefined
  const files = [...new Set([...html.matchAll(FILE)].map(([, file = '']) => file))]
  if (user.status !== 200) return { person: null, choices: '', hasDelay: false, build, files, isWhole: false }
  const { id, theme, spoilerDelaySeconds } = JSON.parse(user.body)
  return {
    person: id,
    choices: JSON.stringify([theme, spoilerDelaySeconds]),
    hasDelay: spoilerDelaySeconds > 0,
    build,
    files,
    isWhole: replies.length > (fansPageAt(url)?.reads.length ?? Number.POSITIVE_INFINITY),
  }
}

/** The document as it is shown later: it says when it came, to whoever looks before its script has come, and to the script. */
export const markAsCached = (
  html: string,
  at: number,
  { now, isOnline }: { now: number; isOnline: boolean },
): string => {
  const saved = `Saved ${ageWords(at, now)}`
  const words = isOnline ? `${saved} · updating…` : `You are offline. ${saved}.`
  return html
    .replace('<html', () => `<html data-kept="${at}"`)
    .replace(PLACE, (_, opened) => `${opened}<p>${words}</p></div>`)
}

/**
 * The document of another page, as one of which nothing is drawn yet: the app begins with the replies that it brings, and
 * asks for what it lacks. What people wrote is escaped: the words behind the root stand nowhere in it.
 */
export const toAppShell = (html: string): string => {
  const root = ROOT.exec(html)
  const behind = html.indexOf(BEHIND_ROOT, root?.index)
  return root && behind > 0 ? `${html.slice(0, root.index)}<div id="root"></div>${html.slice(behind)}` : html
}
