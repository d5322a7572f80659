import { MAX_MEMBERS } from '@purple-sector/contracts/groups/http'
import { describe, expect, test } from 'vitest'
import { decideJoin, type JoinContext } from './member.ts'

const publicGroup = { isPrivate: false, autoApproveInvites: false, memberCount: 4 }
const joinContext = (overrides: Partial<JoinContext> = {}, group: Partial<JoinContext['group']> = {}): JoinContext => ({
  isMember: false,
  isInvited: false,
  wasRejected: false,
  ...overrides,
  group: { ...publicGroup, ...group },
})
const errorWith = (code: string) => expect.objectContaining({ code })

describe('decideJoin', () => {
  test('makes a pending member of a public group', () => {
    expect(decideJoin(joinContext())).toBe('pending')
  })
  test('approves a member if the group approves automatically', () => {
    expect(decideJoin(joinContext({}, { autoApproveInvites: true }))).toBe('approved')
  })
  test('requires an invitation to a private group', () => {
    expect(() => decideJoin(joinContext({}, { isPrivate: true }))).toThrow(errorWith('INVITE_ONLY'))
    expect(decideJoin(joinContext({ isInvited: true }, { isPrivate: true }))).toBe('pending')
  })
  test('requires a new invitation after a rejection, in a public group too', () => {
    expect(() => decideJoin(joinContext({ wasRejected: true }))).toThrow(errorWith('INVITE_ONLY'))
    expect(decideJoin(joinContext({ wasRejected: true, isInvited: true }))).toBe('pending')
  })
  test('rejects joins of a full group, with or without an invitation', () => {
    const full = { memberCount: MAX_MEMBERS }
    expect(() => decideJoin(joinContext({ isInvited: true }, full))).toThrow(errorWith('GROUP_FULL'))
    expect(decideJoin(joinContext({}, { memberCount: MAX_MEMBERS - 1 }))).toBe('pending')
  })
  test('rejects a member with ALREADY_MEMBER before other reasons apply', () => {
    expect(() => decideJoin(joinContext({ isMember: true }, { isPrivate: true, memberCount: MAX_MEMBERS }))).toThrow(
      errorWith('ALREADY_MEMBER'),
    )
  })
})
