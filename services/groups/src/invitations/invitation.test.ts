import { describe, expect, test } from 'vitest'
import { decideClaim, decideClosing, decideInvite } from './invitation.ts'

const code = (code: string) => expect.objectContaining({ code })

describe('decideInvite', () => {
  test('accepts a user who is neither a member nor invited', () => {
    expect(() => decideInvite({ isMember: false, isInvited: false })).not.toThrow()
  })
  test('rejects a member, and a user with a pending invitation', () => {
    expect(() => decideInvite({ isMember: true, isInvited: false })).toThrow(code('ALREADY_MEMBER'))
    expect(() => decideInvite({ isMember: false, isInvited: true })).toThrow(code('ALREADY_INVITED'))
  })
})

describe('decideClosing', () => {
  test.each(['accepted', 'declined', 'withdrawn'] as const)(
    '%s: changes once, and the same again changes nothing',
    (closed) => {
      expect(decideClosing('pending', closed)).toBe(true)
      expect(decideClosing(closed, closed)).toBe(false)
    },
  )
  test.each([
    ['accepted', 'declined'],
    ['accepted', 'withdrawn'],
    ['declined', 'accepted'],
    ['declined', 'withdrawn'],
    ['withdrawn', 'accepted'],
    ['withdrawn', 'declined'],
  ] as const)('%s stays: %s comes too late', (status, closed) => {
    expect(() => decideClosing(status, closed)).toThrow(code('INVITATION_ANSWERED'))
  })
})

test('a claimed invitation is its owner’s, unless they are a member, invited by name, or rejected since', () => {
  const stranger = { isMember: false, isInvited: false, wasRejectedSince: false }
  expect(decideClaim(stranger)).toBe('pending')
  expect(decideClaim({ ...stranger, isMember: true })).toBe('accepted')
  expect(decideClaim({ ...stranger, isInvited: true })).toBe('withdrawn')
  expect(decideClaim({ ...stranger, wasRejectedSince: true })).toBe('withdrawn')
})
