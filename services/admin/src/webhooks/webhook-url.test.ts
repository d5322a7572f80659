import { describe, expect, test } from 'vitest'
import { validateWebhookUrl } from './webhook-url.ts'

describe('validateWebhookUrl', () => {
  test('accepts an https URL of a host name', () => {
    expect(validateWebhookUrl('https://results.example/hook', { allowPrivate: false })).toBeUndefined()
  })

  test.each([
    ['http://results.example/hook', 'must begin with https://'],
    ['https://localhost/hook', 'must be an address of the public internet'],
    ['https://127.0.0.1/hook', 'must be an address of the public internet'],
    ['https://[::ffff:10.0.0.1]/hook', 'must be an address of the public internet'],
    ['https://169.254.169.254/latest/meta-data', 'must be an address of the public internet'],
    ['https://me:secret@results.example/', 'must not name a user or a password'],
  ])('rejects the URL %s: it %s', (url, error) => {
    expect(validateWebhookUrl(url, { allowPrivate: false })).toBe(error)
  })

  test('accepts plain http to a private network if private networks are allowed', () => {
    expect(validateWebhookUrl('http://127.0.0.1:4000/hook', { allowPrivate: true })).toBeUndefined()
  })

  test('rejects a URL with a user also if private networks are allowed', () => {
    expect(validateWebhookUrl('http://me@127.0.0.1/', { allowPrivate: true })).toBe(
      'must not name a user or a password',
    )
  })
})
