import type { Theme } from '@purple-sector/contracts/identity/http'
import type { RenderedWith } from '../ssr/render-request.ts'
import type { PrefetchedReply } from './prefetch.ts'
import type { PageManifest } from './route-manifest.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string): string => text.replaceAll(/[&"<>]/g, (sign) => ENTITIES[sign] ?? sign)

type Written = {
  /** Null is said of visitors and of who has chosen none; of whom nobody knows (undefined) nothing is said. */
  theme: Theme | null | undefined
  /** The page's own files, where the build names some. */
  pageManifest: PageManifest | undefined
  replies: readonly PrefetchedReply[]
  /** What it shows before its script has come; a fan's with what it was drawn with. */
  html?: { html: string; renderedWith?: RenderedWith } | undefined
}

/** Where the app draws. */
const ROOT = '<div id="root"></div>'

/** What is seen and cannot be used yet is inert, until the app has taken it over (`web/src/app/hydration-marker.tsx`). */
const rootElement = ({ html, renderedWith }: NonNullable<Written['html']>): string => {
  const ssr = renderedWith ? ` data-ssr="${escaped(JSON.stringify(renderedWith))}"` : ''
  return `<div id="root" inert${ssr}>${html}</div>`
}

const links = ({ scripts, styles }: PageManifest): string =>
  [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${escaped(file)}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${escaped(file)}">`),
  ].join('')

/** Whatever a reply holds, it does not end its block: JSON has `<` in texts alone, where it may be written like this. */
const asBlock = ({ path, status, headers, body }: PrefetchedReply): string =>
  `<script type="application/json" data-query="${escaped(JSON.stringify({ path, status, headers }))}">${body.replaceAll('<', '\\u003c')}</script>`

/**
 * The page as whoever asks gets it. Its theme is read by its first script (`web/src/features/theme/scheme.ts`), its replies
 * by the app (`web/src/lib/prefetched-replies.ts`), from blocks of data: a script in the page itself would need `unsafe-inline`.
 */
export const writtenPage = (page: string, { theme, pageManifest, replies, html }: Written): string => {
  const themed =
    theme === undefined ? page : page.replace('<html', () => `<html data-theme="${escaped(JSON.stringify(theme))}"`)
  const linked = pageManifest ? themed.replace('</head>', () => `${links(pageManifest)}</head>`) : themed
  const ssr = html ? linked.replace(ROOT, () => rootElement(html)) : linked
  return ssr.replace('</body>', () => `${replies.map(asBlock).join('\n')}</body>`)
}
