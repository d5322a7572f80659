import type { Theme } from '@purple-sector/contracts/identity/http'
import { expect, test } from 'vitest'
import { writePage } from './write-page.ts'

const PAGE = '<!doctype html>\n<html lang="en-AU"><head></head><body></body></html>'
const nothing = { theme: undefined, pageManifest: undefined, replies: [] }

test('writes the theme into the page', () => {
  expect(writePage(PAGE, { ...nothing, theme: { mode: 'dark', custom: null } })).toContain(
    '<html data-theme="{&quot;mode&quot;:&quot;dark&quot;,&quot;custom&quot;:null}" lang="en-AU">',
  )
})

test('writes a null theme for a visitor, and none for an unknown user', () => {
  expect(writePage(PAGE, { ...nothing, theme: null })).toContain('<html data-theme="null" lang="en-AU">')
  expect(writePage(PAGE, nothing)).toBe(PAGE)
})

test('escapes the theme within its attribute', () => {
  const theme = { mode: '"><script>$&</script>', custom: null } as unknown as Theme
  expect(writePage(PAGE, { ...nothing, theme })).toContain(
    '&quot;\\&quot;&gt;&lt;script&gt;$&amp;&lt;/script&gt;&quot;',
  )
})

test('writes server-rendered HTML into the page', () => {
  const root = PAGE.replace('<body>', '<body><div id="root"></div>')
  expect(writePage(root, { ...nothing, html: { html: '<h1>Rev up $&</h1>' } })).toContain(
    '<body><div id="root" inert><h1>Rev up $&</h1></div></body>',
  )
  expect(writePage(root, nothing)).toBe(root)
})

test('writes the inputs of the rendering into the page', () => {
  const root = PAGE.replace('<body>', '<body><div id="root"></div>')
  const html = { html: '<h1>$`My Tips</h1>', renderedWith: { now: 5, isPhone: true } }
  expect(writePage(root, { ...nothing, html })).toContain(
    '<body><div id="root" inert data-ssr="{&quot;now&quot;:5,&quot;isPhone&quot;:true}"><h1>$`My Tips</h1></div></body>',
  )
})

test('links the page’s own files', () => {
  const pageManifest = {
    pattern: '/tipping',
    scripts: ['assets/tipping-1.js'],
    styles: ['assets/tipping-1.css'],
    reads: [],
  }
  expect(writePage(PAGE, { ...nothing, pageManifest })).toContain(
    '<link rel="stylesheet" crossorigin href="/assets/tipping-1.css"><link rel="modulepreload" crossorigin href="/assets/tipping-1.js"></head>',
  )
})

test('escapes replies within their blocks', () => {
  const said = { said: '</script><script>alert(1)</script><!-- $&' }
  const reply = { path: '/api/"&<x', status: 200, headers: { 'x-total-count': '1' }, body: JSON.stringify(said) }
  const page = writePage(PAGE, { ...nothing, replies: [reply] })
  const block = /<body><script type="application\/json" data-query="([^"]*)">([^<]*)<\/script><\/body>/.exec(page)
  expect(block?.[1]).toContain('{&quot;path&quot;:&quot;/api/\\&quot;&amp;&lt;x&quot;,&quot;status&quot;:200')
  expect(JSON.parse(block?.[2] ?? '')).toEqual(said)
})
