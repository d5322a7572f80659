import { MAX_MEMBERS } from '@purple-sector/contracts/groups/http'
import { describe, expect, test } from 'vitest'
import { decideJoin, type JoinContext } from './member.ts'

const open = { isPrivate: false, autoApproveInvites: false, memberCount: 4 }
const relation = (over: Partial<JoinContext> = {}, group: Partial<JoinContext['group']> = {}): JoinContext => ({
  isMember: false,
  isInvited: false,
  wasRejected: false,
  ...over,
  group: { ...open, ...group },
})
const refused = (code: string) => expect.objectContaining({ code })

describe('decideJoin', () => {
  test('makes a pending member of a public group', () => {
    expect(decideJoin(relation())).toBe('pending')
  })
  test('approves at once where the group approves automatically', () => {
    expect(decideJoin(relation({}, { autoApproveInvites: true }))).toBe('approved')
  })
  test('requires an invitation to a private group', () => {
    expect(() => decideJoin(relation({}, { isPrivate: true }))).toThrow(refused('INVITE_ONLY'))
    expect(decideJoin(relation({ isInvited: true }, { isPrivate: true }))).toBe('pending')
  })
  test('requires a new invitation after a rejection, in a public group too', () => {
    expect(() => decideJoin(relation({ wasRejected: true }))).toThrow(refused('INVITE_ONLY'))
    expect(decideJoin(relation({ wasRejected: true, isInvited: true }))).toBe('pending')
  })
  test('rejects joins of a full group, with or without an invitation', () => {
    const full = { memberCount: MAX_MEMBERS }
    expect(() => decideJoin(relation({ isInvited: true }, full))).toThrow(refused('GROUP_FULL'))
    expect(decideJoin(relation({}, { memberCount: MAX_MEMBERS - 1 }))).toBe('pending')
  })
  test('rejects a present member before any other reason', () => {
    expect(() => decideJoin(relation({ isMember: true }, { isPrivate: true, memberCount: MAX_MEMBERS }))).toThrow(
      refused('ALREADY_MEMBER'),
    )
  })
})
