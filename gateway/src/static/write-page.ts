import type { Theme } from '@purple-sector/contracts/identity/http'
import type { RenderedWith } from '../ssr/render-request.ts'
import type { PrefetchedReply } from './prefetch.ts'
import type { PageManifest } from './route-manifest.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string): string => text.replaceAll(/[&"<>]/g, (sign) => ENTITIES[sign] ?? sign)

type PageContents = {
  /** Null for visitors and users without a chosen theme; undefined, if the user is unknown, writes nothing. */
  theme: Theme | null | undefined
  /** The page's own files, where the build names some. */
  pageManifest: PageManifest | undefined
  replies: readonly PrefetchedReply[]
  /** Server-rendered HTML, for a fan's page with the inputs that it was rendered with. */
  html?: { html: string; renderedWith?: RenderedWith } | undefined
}

/** Root element of the app. */
const ROOT = '<div id="root"></div>'

/** Server-rendered HTML is `inert` until the app has hydrated it (`web/src/app/hydration-marker.tsx`). */
const rootElement = ({ html, renderedWith }: NonNullable<PageContents['html']>): string => {
  const ssr = renderedWith ? ` data-ssr="${escaped(JSON.stringify(renderedWith))}"` : ''
  return `<div id="root" inert${ssr}>${html}</div>`
}

const links = ({ scripts, styles }: PageManifest): string =>
  [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${escaped(file)}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${escaped(file)}">`),
  ].join('')

/** Escapes `<`, so that no reply can end its script block; in JSON it occurs in strings only. */
const asBlock = ({ path, status, headers, body }: PrefetchedReply): string =>
  `<script type="application/json" data-query="${escaped(JSON.stringify({ path, status, headers }))}">${body.replaceAll('<', '\\u003c')}</script>`

/**
 * Writes the page for a caller.
 * Its first script reads the theme (`web/src/features/theme/scheme.ts`), the app the replies
 * (`web/src/lib/prefetched-replies.ts`) from data blocks: an inline script would need `unsafe-inline`.
 */
export const writePage = (page: string, { theme, pageManifest, replies, html }: PageContents): string => {
  const themed =
    theme === undefined ? page : page.replace('<html', () => `<html data-theme="${escaped(JSON.stringify(theme))}"`)
  const linked = pageManifest ? themed.replace('</head>', () => `${links(pageManifest)}</head>`) : themed
  const ssr = html ? linked.replace(ROOT, () => rootElement(html)) : linked
  return ssr.replace('</body>', () => `${replies.map(asBlock).join('\n')}</body>`)
}
