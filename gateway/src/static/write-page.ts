import type { Theme } from '@purple-sector/contracts/identity/http'
import type { PrefetchedReply, RenderedWith } from '@purple-sector/contracts/page-document'
import { writePageHeader } from './page-header.ts'
import type { PageManifest } from './route-manifest.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const escapeHtml = (text: string): string => text.replaceAll(/[&"<>]/g, (sign) => ENTITIES[sign] ?? sign)

type PageContents = {
  /** Null for visitors and users without a chosen theme; undefined (nothing is written) if the user is unknown. */
  theme: Theme | null | undefined
  /** The page's own files, if the build names any. */
  pageManifest: PageManifest | undefined
  replies: readonly PrefetchedReply[]
  /** Server-rendered HTML; a signed-in user's page includes the inputs of its rendering. */
  html?: { html: string; renderedWith?: RenderedWith } | undefined
}

/** Root element of the app. */
const ROOT = '<div id="root"></div>'

/** Server-rendered HTML is `inert` until the app has hydrated it (`web/src/app/hydration/hydration-marker.tsx`). */
const rootElement = ({ html, renderedWith }: NonNullable<PageContents['html']>): string => {
  const ssr = renderedWith ? ` data-ssr="${escapeHtml(JSON.stringify(renderedWith))}"` : ''
  return `<div id="root" inert${ssr}>${html}</div>`
}

const links = ({ scripts, styles }: PageManifest): string =>
  [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${escapeHtml(file)}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${escapeHtml(file)}">`),
  ].join('')

/** Escapes `<`, so that no reply can end its script block; in JSON it occurs in strings only. */
const replyBlock = ({ path, status, headers, body }: PrefetchedReply): string =>
  `<script type="application/json" data-query="${escapeHtml(JSON.stringify({ path, status, headers }))}">${body.replaceAll('<', '\\u003c')}</script>`

/**
 * Writes the page for a caller.
 * The page's first script reads the theme (`web/src/features/profile/theme/scheme.ts`), and the app reads the replies
 * (`web/src/client/api/prefetched-replies.ts`), from data blocks: an inline script would need `unsafe-inline`.
 */
export const writePage = (page: string, { theme, pageManifest, replies, html }: PageContents): string => {
  const themed =
    theme === undefined ? page : page.replace('<html', () => `<html data-theme="${escapeHtml(JSON.stringify(theme))}"`)
  const headed = writePageHeader(themed, { pageManifest, replies })
  const linked = pageManifest ? headed.replace('</head>', () => `${links(pageManifest)}</head>`) : headed
  const ssr = html ? linked.replace(ROOT, () => rootElement(html)) : linked
  return ssr.replace('</body>', () => `${replies.map(replyBlock).join('\n')}</body>`)
}
