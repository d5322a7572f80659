import { describe, expect, it } from 'vitest'
import { type Account, isAdministrator, stateOf, userOf } from './account.ts'

const administrators = new Set(['boss@example.org'])
const account: Account = {
  id: 'u1',
  email: 'Boss@Example.org',
  isVerified: true,
  passwordHash: 'secret',
  username: 'boss',
  firstName: null,
  lastName: null,
  profileImageUrl: null,
  userType: null,
  teamName: null,
  carNumber: null,
  manufacturer: null,
  trackStatus: null,
  selectedWeekendId: null,
  chatStatus: null,
  preferredWeekendId: null,
  avatarConfig: null,
}

describe('an account', () => {
  it('is an administrator by its verified address, whatever its case', () => {
    expect(isAdministrator(account, administrators)).toBe(true)
    expect(isAdministrator({ ...account, isVerified: false }, administrators)).toBe(false)
    expect(isAdministrator({ ...account, email: 'fan@example.org' }, administrators)).toBe(false)
  })

  it('never shows its password hash', () => {
    expect(JSON.stringify(userOf(account, administrators))).not.toContain('secret')
    expect(JSON.stringify(stateOf(account, administrators))).not.toContain('secret')
  })

  it('tells other services its address only once it is verified', () => {
    expect(stateOf(account, administrators).verifiedEmail).toBe('Boss@Example.org')
    expect(stateOf({ ...account, isVerified: false }, administrators).verifiedEmail).toBeNull()
  })
})
