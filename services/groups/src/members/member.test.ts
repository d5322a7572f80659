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

describe('somebody at the door', () => {
  test('of a public group comes in, pending', () => {
    expect(decideJoin(relation())).toBe('pending')
  })
  test('is approved where the group approves by itself', () => {
    expect(decideJoin(relation({}, { autoApproveInvites: true }))).toBe('approved')
  })
  test('of a private group needs an invitation', () => {
    expect(() => decideJoin(relation({}, { isPrivate: true }))).toThrow(refused('INVITE_ONLY'))
    expect(decideJoin(relation({ isInvited: true }, { isPrivate: true }))).toBe('pending')
  })
  test('who was rejected needs a new invitation, in a public group too', () => {
    expect(() => decideJoin(relation({ wasRejected: true }))).toThrow(refused('INVITE_ONLY'))
    expect(decideJoin(relation({ wasRejected: true, isInvited: true }))).toBe('pending')
  })
  test('finds a full group closed, invited or not', () => {
    const full = { memberCount: MAX_MEMBERS }
    expect(() => decideJoin(relation({ isInvited: true }, full))).toThrow(refused('GROUP_FULL'))
    expect(decideJoin(relation({}, { memberCount: MAX_MEMBERS - 1 }))).toBe('pending')
  })
  test('who is in already is told so before all else', () => {
    expect(() => decideJoin(relation({ isMember: true }, { isPrivate: true, memberCount: MAX_MEMBERS }))).toThrow(
      refused('ALREADY_MEMBER'),
    )
  })
})
