import { expect, test } from 'vitest'
import { abilityOf } from './push-device.ts'

const able = { isSecure: true, hasWorker: true, hasPush: true, permission: 'default', isStandalone: undefined } as const

test('determines whether push is available, denied, unsupported, in need of installation, or insecure', () => {
  expect(abilityOf(able)).toBe('able')
  expect(abilityOf({ ...able, isStandalone: true })).toBe('able')
  expect(abilityOf({ ...able, permission: 'denied' })).toBe('denied')
  expect(abilityOf({ ...able, hasPush: false, permission: undefined, isStandalone: false })).toBe('needs-install')
  expect(abilityOf({ ...able, hasPush: false })).toBe('unable')
  expect(abilityOf({ ...able, hasWorker: false })).toBe('unable')
  expect(abilityOf({ ...able, permission: undefined })).toBe('unable')
  expect(abilityOf({ ...able, isSecure: false, hasWorker: false, hasPush: false })).toBe('insecure')
})
