import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const [VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY] = ['B'.repeat(87), 'p'.repeat(43)]

test('the keys of push come together or not at all', () => {
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
