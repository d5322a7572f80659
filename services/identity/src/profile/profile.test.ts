import { describe, expect, test } from 'vitest'
import type { Profile } from '../accounts/account.ts'
import { editedProfile } from './profile.ts'

const profile = { username: 'fan', trackStatus: 'at_track', selectedWeekendId: 7, chatStatus: 'Row 12' } as Profile

describe('an edit of the profile', () => {
  test('changes what it names and nothing else', () => {
    expect(editedProfile(profile, { userType: 'team', carNumber: '31' })).toEqual({
      ...profile,
      userType: 'team',
      carNumber: '31',
    })
  })

  test('clears the selected weekend of who goes away', () => {
    expect(editedProfile(profile, { trackStatus: 'away', selectedWeekendId: 9 })).toMatchObject({
      trackStatus: 'away',
      selectedWeekendId: null,
    })
  })

  test('unsets what is emptied', () => {
    expect(editedProfile(profile, { chatStatus: '', teamName: null })).toMatchObject({
      chatStatus: null,
      teamName: null,
    })
  })
})
