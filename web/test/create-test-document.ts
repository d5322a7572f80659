import { routeManifest } from '../src/app/route-manifest.ts'

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
  const readPaths = isBare ? [] : (routeManifest.find(({ pattern }) => pattern === path)?.reads ?? [])
  const user = { id, theme: { mode, custom: null }, spoilerDelaySeconds: delay }
  return [
    '<!doctype html><html data-theme="{}" lang="en-AU"><head><script src="/scheme.js"></script>',
    `<script type="module" crossorigin src="/assets/index-${build}.js"></script>`,
    `<link rel="stylesheet" crossorigin href="/assets/index-${build}.css"></head>`,
    '<body><div id="kept" class="ps-kept" role="status"></div>',
    `<div id="root" inert data-ssr="{}"><div>${rendered}</div></div><noscript>It needs JavaScript.</noscript>`,
    reply('/api/auth/user', user),
    ...readPaths.map((readPath) => reply(readPath, [])),
    '</body></html>',
  ].join('\n')
}

/** The document of a visitor. */
export const visitorsDocument = (): string =>
  createTestDocument({ isBare: true }).replace(/&quot;status&quot;:200/, '&quot;status&quot;:401')
