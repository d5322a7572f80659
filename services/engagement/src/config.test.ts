import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { newVapidKeys } from './delivery/delivery-key-repository.ts'

const { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY } = newVapidKeys()

test('requires both VAPID keys or none', () => {
  expect(readConfig({}).vapid).toBeUndefined()
  expect(readConfig({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }).vapid).toEqual({
    publicKey: VAPID_PUBLIC_KEY,
    privateKey: VAPID_PRIVATE_KEY,
  })
  expect(() => readConfig({ VAPID_PUBLIC_KEY })).toThrow('give both, or none')
  expect(() => readConfig({ VAPID_PUBLIC_KEY: 'short', VAPID_PRIVATE_KEY })).toThrow(
    'VAPID_PUBLIC_KEY: must be 65 bytes',
  )
})

test.each([
  ['of another key pair', newVapidKeys().privateKey],
  ['that is not valid', '_'.repeat(43)],
])('rejects a private VAPID key %s', (_, privateKey) => {
  expect(() => readConfig({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: privateKey })).toThrow('are no pair of P-256')
})

// One in 256 private keys begins with a zero byte.
test('accepts generated VAPID keys', () => {
  for (let pairs = 0; pairs < 2_000; pairs++) {
    const keys = newVapidKeys()
    expect(readConfig({ VAPID_PUBLIC_KEY: keys.publicKey, VAPID_PRIVATE_KEY: keys.privateKey }).vapid).toEqual(keys)
  }
})
