import { describe, expect, test } from 'vitest'
import type { Account } from '../accounts/account.ts'
import { decideLinking } from './link-account.ts'
import { claimsOf, providerClaims } from './provider-claims.ts'

const account = (fields: Partial<Account>) =>
  ({ id: 'u1', email: 'fan@example.org', isVerified: false, ...fields }) as Account
const claims = { sub: 's1', email: 'fan@example.org', email_verified: true }
const unverifiedClaims = { sub: 's1', email_verified: false }
const noUser = { linked: undefined, byEmail: undefined }

describe('decideLinking', () => {
  test('returns the linked account, also with another address at the provider', () => {
    const linked = account({ id: 'u2' })
    expect(decideLinking(unverifiedClaims, { linked, byEmail: account({}) })).toEqual({
      kind: 'known',
      account: linked,
    })
  })

  test('links the account that verified the same address', () => {
    const byEmail = account({ isVerified: true })
    expect(decideLinking(claims, { ...noUser, byEmail })).toEqual({ kind: 'link', account: byEmail })
  })

  test('takes over a linked, unverified account once the provider verifies the same address', () => {
    const linked = account({})
    const known = { kind: 'known', account: linked }
    expect(decideLinking({ ...claims, email: 'FAN@example.org' }, { ...noUser, linked })).toEqual({
      kind: 'take-over',
      account: linked,
    })
    expect(decideLinking({ ...claims, email: 'other@example.org' }, { ...noUser, linked })).toEqual(known)
    expect(decideLinking({ ...claims, email_verified: false }, { ...noUser, linked })).toEqual(known)
    const verified = account({ isVerified: true })
    expect(decideLinking(claims, { ...noUser, linked: verified })).toEqual({ kind: 'known', account: verified })
  })

  test('takes over an unverified account with the address', () => {
    const byEmail = account({})
    expect(decideLinking(claims, { ...noUser, byEmail })).toEqual({ kind: 'take-over', account: byEmail })
  })

  test('creates an account if none is linked or has the address', () => {
    expect(decideLinking(claims, noUser)).toEqual({ kind: 'create', email: 'fan@example.org' })
  })

  test.each([
    { ...claims, email_verified: false },
    { ...claims, email: undefined },
  ])('rejects an address that the provider has not verified', (invalidClaims) => {
    const byEmail = account({ isVerified: true })
    expect(() => decideLinking(invalidClaims, { ...noUser, byEmail })).toThrow(
      expect.objectContaining({ code: 'EMAIL_NOT_VERIFIED' }),
    )
  })

  test('removes invalid claims and accepts the rest', () => {
    const invalidClaims = {
      sub: 's1',
      email: 'no address',
      email_verified: true,
      given_name: 5,
      picture: 'javascript:alert(1)',
    }
    expect(providerClaims.parse(invalidClaims)).toEqual({ sub: 's1', email_verified: true })
  })
})

describe('claimsOf', () => {
  const verified = (email_verified: unknown) => claimsOf({ sub: 's1', email: 'a@example.org', email_verified }, {})

  test('accepts true and "true" as verified', () => {
    expect([true, 'true'].map((value) => verified(value).email_verified)).toEqual([true, true])
  })

  test.each([false, 'false', 'TRUE', 'yes', '1', 1, null, undefined, {}, ['true']])(
    'treats %j as not verified',
    (value) => {
      expect(verified(value)).toEqual({ sub: 's1', email: 'a@example.org', email_verified: false })
    },
  )

  test('applies a verification only to the same address', () => {
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
