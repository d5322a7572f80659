import type { Theme } from '@purple-sector/contracts/identity/http'
import { expect, test } from 'vitest'
import { themedPage } from './themed-page.ts'

const PAGE = '<!doctype html>\n<html lang="en-AU"><head></head></html>'

test('a page says which theme it is painted in', () => {
  expect(themedPage(PAGE, { mode: 'dark', custom: null })).toContain(
    '<html data-theme="{&quot;mode&quot;:&quot;dark&quot;,&quot;custom&quot;:null}" lang="en-AU">',
  )
})

test('a page of a visitor says that there is none, and one of who is not known says nothing', () => {
  expect(themedPage(PAGE, null)).toContain('<html data-theme="null" lang="en-AU">')
  expect(themedPage(PAGE, undefined)).toBe(PAGE)
})

test('whatever a theme holds stays within its attribute', () => {
  const theme = { mode: '"><script>$&</script>', custom: null } as unknown as Theme
  expect(themedPage(PAGE, theme)).toContain('&quot;\\&quot;&gt;&lt;script&gt;$&amp;&lt;/script&gt;&quot;')
})
