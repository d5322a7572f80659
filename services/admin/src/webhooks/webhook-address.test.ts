import { expect, test } from 'vitest'
import { addressFault } from './webhook-address.ts'

test.each([
  ['https://results.example/hook', undefined],
  ['http://results.example/hook', 'must begin with https://'],
  ['https://localhost/hook', 'must be an address of the public internet'],
  ['https://127.0.0.1/hook', 'must be an address of the public internet'],
  ['https://[::ffff:10.0.0.1]/hook', 'must be an address of the public internet'],
  ['https://169.254.169.254/latest/meta-data', 'must be an address of the public internet'],
  ['https://me:secret@results.example/', 'must not name a user or a password'],
])('checks the address %s', (url, fault) => {
  expect(addressFault(url, { allowPrivate: false })).toBe(fault)
})

test('accepts plain http to private networks if they are allowed', () => {
  expect(addressFault('http://127.0.0.1:4000/hook', { allowPrivate: true })).toBeUndefined()
  expect(addressFault('http://me@127.0.0.1/', { allowPrivate: true })).toBe('must not name a user or a password')
})
