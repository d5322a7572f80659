import { userReply } from '@purple-sector/testing/replies'
import { describe, expect, test } from 'vitest'
import { type Account, isAdministrator, stateOf, userOf } from './account.ts'

const administrators = new Set(['boss@example.org'])
const { isAdmin: _, ...profile } = userReply({ email: 'Boss@Example.org', username: 'boss' })
const account: Account = { ...profile, isVerified: true, passwordHash: 'secret' }

describe('account', () => {
  test('is an administrator by its verified address, ignoring case', () => {
    expect(isAdministrator(account, administrators)).toBe(true)
    expect(isAdministrator({ ...account, isVerified: false }, administrators)).toBe(false)
    expect(isAdministrator({ ...account, email: 'fan@example.org' }, administrators)).toBe(false)
  })

  test('never contains its password hash in replies and events', () => {
    expect(JSON.stringify(userOf(account, administrators))).not.toContain('secret')
    expect(JSON.stringify(stateOf(account, administrators))).not.toContain('secret')
  })

  test('publishes its address only once it is verified', () => {
    expect(stateOf(account, administrators).verifiedEmail).toBe('Boss@Example.org')
    expect(stateOf({ ...account, isVerified: false }, administrators).verifiedEmail).toBeNull()
  })
})
