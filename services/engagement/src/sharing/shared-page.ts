import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import { html } from '@purple-sector/service-kit/http/page/html'
import { renderPage } from '@purple-sector/service-kit/http/page/render-page'
import { occasionOf } from './figures.ts'
import { IMAGE_HEIGHT, IMAGE_WIDTH } from './image/image-size.ts'
import { postName } from './shareable-names.ts'
import type { SharedTemplate } from './template-repository.ts'

const STYLE = `
.shared { width: 100%; max-width: 1000px; margin: 28px auto 0; }
.shared img { display: block; width: 100%; height: auto; margin: 16px 0; border: 1px solid var(--line); border-radius: 8px; }
.shared p { margin-bottom: 24px; color: var(--ink-2); font-size: 16px; line-height: 24px; overflow-wrap: anywhere; }
.shared .button { max-width: 280px; }
@media (max-width: 47.99em) { main { padding: 0 16px 40px; } .bar { padding: 0 16px; } .shared .button { max-width: none; } }
`

type Shared = Pick<SharedTemplate, 'figures' | 'content'> & { name: string; publicUrl: string }

/**
 * Renders the page of a shared link, with tags for social networks (Open Graph, X cards), the image and a link to the product.
 *
 * It has no script. Networks need absolute addresses; the page itself loads the image from its own origin.
 */
export const sharedPage = ({ figures, content, name, publicUrl }: Shared): string => {
  const preposition = figures.type === 'season_position' ? 'in' : 'at'
  const title = `${bidiIsolate(postName(figures.fan, 60))} ${preposition} ${bidiIsolate(postName(occasionOf(figures), 60))}`
  const image = `/api/social-share/pictures/${name}.png`
  const [width, height] = [String(IMAGE_WIDTH), String(IMAGE_HEIGHT)]
  const head = html`<meta name="description" content="${content}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Purple Sector">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${content}">
<meta property="og:url" content="${publicUrl}/api/social-share/shared/${name}">
<meta property="og:image" content="${publicUrl}${image}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="${width}">
<meta property="og:image:height" content="${height}">
<meta property="og:image:alt" content="${content}">
<meta name="twitter:card" content="summary_large_image">
<meta name="twitter:title" content="${title}">
<meta name="twitter:description" content="${content}">
<meta name="twitter:image" content="${publicUrl}${image}">
<meta name="twitter:image:alt" content="${content}">
<style>${{ html: STYLE }}</style>`
  const page = html`<article class="shared"><h1>${title}</h1>
<img src="${image}" width="${width}" height="${height}" alt="${content}">
<p>${content}</p>
<a class="button" href="/">Tip the next race</a></article>`
  return renderPage(title, page, head)
}
