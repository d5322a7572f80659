import { userReply } from '@purple-sector/testing/replies'
import { describe, expect, test } from 'vitest'
import { changesOf, draftOf, errorsOf } from './profile-draft.ts'

const before = draftOf(userReply({ userType: 'team', teamName: 'Saltbush', carNumber: '05', preferredWeekendId: 2 }))

describe('a draft of the profile', () => {
  test('sends what it changes and nothing else', () => {
    expect(changesOf(before, before)).toEqual({})
    expect(changesOf({ ...before, chatStatus: ' hoarse ', carNumber: '5' }, before)).toEqual({
      chatStatus: 'hoarse',
      carNumber: '5',
    })
  })

  test('unsets what is emptied', () => {
    expect(changesOf({ ...before, teamName: ' ', preferredWeekendId: '' }, before)).toEqual({
      teamName: null,
      preferredWeekendId: null,
    })
  })

  test('keeps the fields of a team that are not shown any more', () => {
    expect(changesOf({ ...before, userType: 'spectator', teamName: 'Other' }, before)).toEqual({
      userType: 'spectator',
    })
  })

  test('chooses a weekend by its number', () => {
    expect(changesOf({ ...before, preferredWeekendId: '7' }, before)).toEqual({ preferredWeekendId: 7 })
  })

  test('may leave a username as it is, but not make one that nobody could have', () => {
    const nameless = draftOf(userReply({ username: null }))
    expect(errorsOf(nameless)(nameless)).toEqual({})
    for (const username of ['', 'ab', 'no spaces', 'x'.repeat(31)])
      expect(errorsOf(before)({ ...before, username }).username).toBe(
        'Username must be 3 to 30 letters, digits, _, - or .',
      )
    expect(errorsOf(before)({ ...before, username: 'turn2terry' })).toEqual({})
  })
})
