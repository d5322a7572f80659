import { describe, expect, it } from 'vitest'
import type { Account } from '../accounts/account.ts'
import { decideLinking } from './link-account.ts'
import { providerClaims } from './provider-claims.ts'

const account = (over: Partial<Account>) =>
  ({ id: 'u1', email: 'fan@example.org', isVerified: false, ...over }) as Account
const claims = { sub: 's1', email: 'fan@example.org', email_verified: true }
const nobody = { linked: undefined, byEmail: undefined }

describe('a person who comes from the provider', () => {
  it('is the account that was linked before, whatever the address says now', () => {
    const linked = account({ id: 'u2' })
    expect(decideLinking({ sub: 's1' }, { linked, byEmail: account({}) })).toEqual({ kind: 'known', account: linked })
  })

  it('is the account that verified the same address', () => {
    const byEmail = account({ isVerified: true })
    expect(decideLinking(claims, { ...nobody, byEmail })).toEqual({ kind: 'link', account: byEmail })
  })

  it('takes over an account that never proved the address', () => {
    const byEmail = account({})
    expect(decideLinking(claims, { ...nobody, byEmail })).toEqual({ kind: 'take-over', account: byEmail })
  })

  it('gets an account of their own otherwise', () => {
    expect(decideLinking(claims, nobody)).toEqual({ kind: 'create', email: 'fan@example.org' })
  })

  it.each([
    { ...claims, email_verified: false },
    { ...claims, email_verified: undefined },
    { ...claims, email: undefined },
  ])('is refused where the provider has not verified the address', (given) => {
    const byEmail = account({ isVerified: true })
    expect(() => decideLinking(given, { ...nobody, byEmail })).toThrow(
      expect.objectContaining({ code: 'EMAIL_NOT_VERIFIED' }),
    )
  })

  it('may have claims that fit nowhere: they are left out', () => {
    const odd = {
      sub: 's1',
      email: 'no address',
      email_verified: 'true',
      given_name: 5,
      picture: 'javascript:alert(1)',
    }
    expect(providerClaims.parse(odd)).toEqual({ sub: 's1', email_verified: true })
  })
})
