import {
  findPageHeader,
  PAGE_HEADER_VERSION,
  type PageHeader,
  pageHeaderBlock,
} from '@purple-sector/contracts/page-document'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

type Given = {
  id?: string
  delay?: number
  mode?: string
  build?: string
  path?: string
  /** Without the prefetched data of its page. */
  isBare?: boolean
  rendered?: string
}

/** The document of a fan's page, as the gateway writes it (`gateway/src/static/write-page.ts`). */
export const createTestDocument = ({
  id = 'ann',
  delay = 0,
  mode = 'dark',
  build = 'one',
  path = '/',
  isBare = false,
  rendered = '<h1>Board</h1>',
}: Given = {}): string => {
  const reply = (address: string, body: unknown, status = 200) =>
    `<script type="application/json" data-query="${escaped(JSON.stringify({ path: address, status, headers: {} }))}">${JSON.stringify(body).replaceAll('<', '\\u003c')}</script>`
  const readPaths = isBare ? [] : ['/api/weekends', `/api/of-page${path}`]
  const user = { id, theme: { mode, custom: null }, spoilerDelaySeconds: delay }
  const header: PageHeader = {
    version: PAGE_HEADER_VERSION,
    build: `/assets/index-${build}.js`,
    files: ['/scheme.js', `/assets/index-${build}.js`, `/assets/index-${build}.css`],
    userId: id,
    choices: JSON.stringify([user.theme, delay]),
    hasDelay: delay > 0,
    isComplete: !isBare,
  }
  return [
    '<!doctype html><html data-theme="{}" lang="en-AU"><head><script src="/scheme.js"></script>',
    `<script type="module" crossorigin src="/assets/index-${build}.js"></script>`,
    `<link rel="stylesheet" crossorigin href="/assets/index-${build}.css">`,
    `${pageHeaderBlock(header)}</head>`,
    '<body><div id="kept" class="ps-kept" role="status"></div>',
    `<div id="root" inert data-ssr="{}"><div>${rendered}</div></div><noscript>It needs JavaScript.</noscript>`,
    reply('/api/auth/user', user),
    ...readPaths.map((readPath) => reply(readPath, [])),
    '</body></html>',
  ].join('\n')
}

/** The document of a visitor. */
export const visitorsDocument = (): string => withHeader(createTestDocument({ isBare: true }), { userId: null })

/** The document with some parts of its header replaced. */
export const withHeader = (html: string, parts: Partial<PageHeader>): string => {
  const { json, start, end } = findPageHeader(html)!
  return html.slice(0, start) + pageHeaderBlock({ ...JSON.parse(json), ...parts }) + html.slice(end)
}
