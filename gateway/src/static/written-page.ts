import type { Theme } from '@purple-sector/contracts/identity/http'
import type { DrawnWith } from '../pictures/wanted-picture.ts'
import type { FirstReply } from './first-replies.ts'
import type { Opening } from './openings.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string): string => text.replaceAll(/[&"<>]/g, (sign) => ENTITIES[sign] ?? sign)

type Written = {
  /** Null is said of visitors and of who has chosen none; of whom nobody knows (undefined) nothing is said. */
  theme: Theme | null | undefined
  /** The page's own files, where the build names some. */
  opening: Opening | undefined
  replies: readonly FirstReply[]
  /** What it shows before its script has come; a fan's with what it was drawn with. */
  picture?: { html: string; drawnWith?: DrawnWith } | undefined
}

/** Where the app draws. */
const ROOT = '<div id="root"></div>'

/** What is seen and cannot be used yet is inert, until the app has taken it over (`web/src/app/usable.tsx`). */
const shown = ({ html, drawnWith }: NonNullable<Written['picture']>): string => {
  const drawn = drawnWith ? ` data-ssr="${escaped(JSON.stringify(drawnWith))}"` : ''
  return `<div id="root" inert${drawn}>${html}</div>`
}

const links = ({ scripts, styles }: Opening): string =>
  [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${escaped(file)}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${escaped(file)}">`),
  ].join('')

/** Whatever a reply holds, it does not end its block: JSON has `<` in texts alone, where it may be written like this. */
const asBlock = ({ path, status, headers, body }: FirstReply): string =>
  `<script type="application/json" data-query="${escaped(JSON.stringify({ path, status, headers }))}">${body.replaceAll('<', '\\u003c')}</script>`

/**
 * The page as whoever asks gets it. Its theme is read by its first script (`web/src/features/theme/scheme.ts`), its replies
 * by the app (`web/src/lib/first-replies.ts`), from blocks of data: a script in the page itself would need `unsafe-inline`.
 */
export const writtenPage = (page: string, { theme, opening, replies, picture }: Written): string => {
  const themed =
    theme === undefined ? page : page.replace('<html', () => `<html data-theme="${escaped(JSON.stringify(theme))}"`)
  const linked = opening ? themed.replace('</head>', () => `${links(opening)}</head>`) : themed
  const drawn = picture ? linked.replace(ROOT, () => shown(picture)) : linked
  return drawn.replace('</body>', () => `${replies.map(asBlock).join('\n')}</body>`)
}
