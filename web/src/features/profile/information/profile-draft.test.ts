import { userReply } from '@purple-sector/testing/replies'
import { describe, expect, test } from 'vitest'
import { changesOf, draftOf, errorsOf } from './profile-draft.ts'

const before = draftOf(userReply({ userType: 'team', teamName: 'Saltbush', carNumber: '05', preferredWeekendId: 2 }))

describe('the profile draft', () => {
  test('sends only its changes', () => {
    expect(changesOf(before, before)).toEqual({})
    expect(changesOf({ ...before, chatStatus: ' hoarse ', carNumber: '5' }, before)).toEqual({
      chatStatus: 'hoarse',
      carNumber: '5',
    })
  })

  test('clears emptied fields', () => {
    expect(changesOf({ ...before, teamName: ' ', preferredWeekendId: '' }, before)).toEqual({
      teamName: null,
      preferredWeekendId: null,
    })
  })

  test("keeps a team's fields that are hidden", () => {
    expect(changesOf({ ...before, userType: 'spectator', teamName: 'Other' }, before)).toEqual({
      userType: 'spectator',
    })
  })

  test('selects a weekend by its number', () => {
    expect(changesOf({ ...before, preferredWeekendId: '7' }, before)).toEqual({ preferredWeekendId: 7 })
  })

  test('accepts an unchanged username but rejects a new invalid one', () => {
    const nameless = draftOf(userReply({ username: null }))
    expect(errorsOf(nameless)(nameless)).toEqual({})
    for (const username of ['', 'ab', 'no spaces', 'x'.repeat(31)])
      expect(errorsOf(before)({ ...before, username }).username).toBe(
        'Username must be 3 to 30 letters, digits, _, - or .',
      )
    expect(errorsOf(before)({ ...before, username: 'turn2terry' })).toEqual({})
  })
})
