import { expect, test } from 'vitest'
import { proxyUrl } from './proxy-url.ts'

test.each([
  ['no settings', {}, 'http://localhost:8080'],
  ['another port', { HTTP_PORT: '9000' }, 'http://localhost:9000'],
  ['a port of one address', { HTTP_PORT: '127.0.0.1:9000' }, 'http://localhost:9000'],
  ['a public URL without TLS', { PUBLIC_URL: 'http://tips.lan', HTTP_PORT: '80' }, 'http://localhost:80'],
  ['a public URL with TLS', { PUBLIC_URL: 'https://tips.example.org', HTTP_PORT: '80' }, 'https://tips.example.org'],
  [
    'TLS by another proxy',
    { PUBLIC_URL: 'https://tips.example.org', SITE_ADDRESS: 'http://' },
    'http://localhost:8080',
  ],
])('finds the proxy with %s', (_case, settings, url) => {
  expect(proxyUrl(settings)).toBe(url)
})
