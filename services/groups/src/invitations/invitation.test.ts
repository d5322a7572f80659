import { describe, expect, test } from 'vitest'
import { decideClaim, decideClosing, decideInvite } from './invitation.ts'

const errorWith = (code: string) => expect.objectContaining({ code })

describe('decideInvite', () => {
  test('accepts a user who is neither a member nor invited', () => {
    expect(() => decideInvite({ isMember: false, isInvited: false })).not.toThrow()
  })
  test('rejects a member, and a user with a pending invitation', () => {
    expect(() => decideInvite({ isMember: true, isInvited: false })).toThrow(errorWith('ALREADY_MEMBER'))
    expect(() => decideInvite({ isMember: false, isInvited: true })).toThrow(errorWith('ALREADY_INVITED'))
  })
})

describe('decideClosing', () => {
  test.each(['accepted', 'declined', 'withdrawn'] as const)('changes a pending invitation to %s once', (newStatus) => {
    expect(decideClosing('pending', newStatus)).toBe(true)
    expect(decideClosing(newStatus, newStatus)).toBe(false)
  })
  test.each([
    ['accepted', 'declined'],
    ['accepted', 'withdrawn'],
    ['declined', 'accepted'],
    ['declined', 'withdrawn'],
    ['withdrawn', 'accepted'],
    ['withdrawn', 'declined'],
  ] as const)('rejects a change of an invitation from %s to %s', (status, newStatus) => {
    expect(() => decideClosing(status, newStatus)).toThrow(errorWith('INVITATION_ANSWERED'))
  })
})

test('decideClaim keeps an invitation pending, unless the user is a member, invited by name, or rejected since', () => {
  const noRelation = { isMember: false, isInvited: false, wasRejectedSince: false }
  expect(decideClaim(noRelation)).toBe('pending')
  expect(decideClaim({ ...noRelation, isMember: true })).toBe('accepted')
  expect(decideClaim({ ...noRelation, isInvited: true })).toBe('withdrawn')
  expect(decideClaim({ ...noRelation, wasRejectedSince: true })).toBe('withdrawn')
})
