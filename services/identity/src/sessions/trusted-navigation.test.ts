import { describe, expect, test } from 'vitest'
import { isTrustedNavigation } from './trusted-navigation.ts'

const publicUrl = 'https://tips.example.com'
const page = { accept: 'text/html,*/*', host: 'identity:3001', 'x-forwarded-host': 'tips.example.com' }
const isTrusted = (headers: Record<string, string>) => isTrustedNavigation({ ...page, ...headers }, publicUrl)

describe('isOwnVisit', () => {
  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { referer: 'https://tips.example.com/tipping' },
    { origin: 'https://tips.example.com' },
    { referer: 'http://192.168.1.7:8080/tipping', 'x-forwarded-host': '192.168.1.7:8080' },
    { accept: '*/*' },
  ])('accepts a visit from our own pages: %j', (headers) => {
    expect(isTrusted(headers)).toBe(true)
  })

  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', referer: 'https://tips.example.com/' },
    { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch;prerender' },
    { referer: 'https://evil.example/tips.example.com' },
    { referer: 'https://tips.example.com.evil.example/' },
    { origin: 'null' },
    { referer: '' },
    {},
  ])('rejects a visit started elsewhere: %j', (headers) => {
    expect(isTrusted(headers)).toBe(false)
  })
})
