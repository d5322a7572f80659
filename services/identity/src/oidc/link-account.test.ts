import { describe, expect, test } from 'vitest'
import type { Account } from '../accounts/account.ts'
import { decideLinking } from './link-account.ts'
import { claimsOf, providerClaims } from './provider-claims.ts'

const account = (over: Partial<Account>) =>
  ({ id: 'u1', email: 'fan@example.org', isVerified: false, ...over }) as Account
const claims = { sub: 's1', email: 'fan@example.org', email_verified: true }
const unproved = { sub: 's1', email_verified: false }
const nobody = { linked: undefined, byEmail: undefined }

describe('a person who comes from the provider', () => {
  test('is the account that was linked before, whatever the address says now', () => {
    const linked = account({ id: 'u2' })
    expect(decideLinking(unproved, { linked, byEmail: account({}) })).toEqual({ kind: 'known', account: linked })
  })

  test('is the account that verified the same address', () => {
    const byEmail = account({ isVerified: true })
    expect(decideLinking(claims, { ...nobody, byEmail })).toEqual({ kind: 'link', account: byEmail })
  })

  test('takes over the linked account whose address was never proved, when the provider proves that very address', () => {
    const linked = account({})
    const known = { kind: 'known', account: linked }
    expect(decideLinking({ ...claims, email: 'FAN@example.org' }, { ...nobody, linked })).toEqual({
      kind: 'take-over',
      account: linked,
    })
    expect(decideLinking({ ...claims, email: 'other@example.org' }, { ...nobody, linked })).toEqual(known)
    expect(decideLinking({ ...claims, email_verified: false }, { ...nobody, linked })).toEqual(known)
    const verified = account({ isVerified: true })
    expect(decideLinking(claims, { ...nobody, linked: verified })).toEqual({ kind: 'known', account: verified })
  })

  test('takes over an account that never proved the address', () => {
    const byEmail = account({})
    expect(decideLinking(claims, { ...nobody, byEmail })).toEqual({ kind: 'take-over', account: byEmail })
  })

  test('gets an account of their own otherwise', () => {
    expect(decideLinking(claims, nobody)).toEqual({ kind: 'create', email: 'fan@example.org' })
  })

  test.each([
    { ...claims, email_verified: false },
    { ...claims, email: undefined },
  ])('is refused where the provider has not verified the address', (given) => {
    const byEmail = account({ isVerified: true })
    expect(() => decideLinking(given, { ...nobody, byEmail })).toThrow(
      expect.objectContaining({ code: 'EMAIL_NOT_VERIFIED' }),
    )
  })

  test('may have claims that fit nowhere: they are left out', () => {
    const odd = { sub: 's1', email: 'no address', email_verified: true, given_name: 5, picture: 'javascript:alert(1)' }
    expect(providerClaims.parse(odd)).toEqual({ sub: 's1', email_verified: true })
  })
})

describe('an address', () => {
  const verified = (email_verified: unknown) => claimsOf({ sub: 's1', email: 'a@example.org', email_verified }, {})

  test('is verified where the provider says true, or "true"', () => {
    expect([true, 'true'].map((said) => verified(said).email_verified)).toEqual([true, true])
  })

  test.each([false, 'false', 'TRUE', 'yes', '1', 1, null, undefined, {}, ['true']])('is not verified by %j', (said) => {
    expect(verified(said)).toEqual({ sub: 's1', email: 'a@example.org', email_verified: false })
  })

  test('is not verified by what was said of another one', () => {
    const info = { email: 'b@example.org', email_verified: true }
    expect(claimsOf({ sub: 's1', email: 'a@example.org' }, info)).toMatchObject({
      email: 'a@example.org',
      email_verified: false,
    })
    expect(claimsOf({ sub: 's1', email: 'b@example.org' }, info)).toMatchObject(info)
    expect(claimsOf({ sub: 's1' }, info)).toMatchObject(info)
    expect(claimsOf({ sub: 's1', email: 'b@example.org', email_verified: false }, info)).toMatchObject({
      email_verified: false,
    })
  })
})
