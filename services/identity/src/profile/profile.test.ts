import { describe, expect, test } from 'vitest'
import type { Profile } from '../accounts/account.ts'
import { chosenTheme, editedProfile } from './profile.ts'

const profile = { username: 'fan', trackStatus: 'at_track', selectedWeekendId: 7, chatStatus: 'Row 12' } as Profile

describe('an edit of the profile', () => {
  test('changes what it names and nothing else', () => {
    expect(editedProfile(profile, { userType: 'team', carNumber: '31' })).toEqual({
      ...profile,
      userType: 'team',
      carNumber: '31',
    })
  })

  test('unsets what is emptied', () => {
    expect(editedProfile(profile, { chatStatus: '', teamName: null })).toMatchObject({
      chatStatus: null,
      teamName: null,
    })
  })
})

describe('a choice of the theme', () => {
  const custom = {
    blueHue: 1,
    blueSaturation: 2,
    blueLightness: 13,
    orangeHue: 4,
    orangeSaturation: 5,
    orangeLightness: 16,
  }

  test('keeps the colours that it leaves out', () => {
    expect(chosenTheme({ mode: 'custom', custom }, { mode: 'dark' })).toEqual({ mode: 'dark', custom })
    expect(chosenTheme({ mode: 'dark', custom }, { mode: 'custom' })).toEqual({ mode: 'custom', custom })
  })

  test('has no colours before they are asked for, and then the first ones', () => {
    expect(chosenTheme(null, { mode: 'light' })).toEqual({ mode: 'light', custom: null })
    expect(chosenTheme(null, { mode: 'custom' }).custom).toMatchObject({ blueHue: 220, orangeHue: 39 })
    expect(chosenTheme(null, { mode: 'custom', custom })).toEqual({ mode: 'custom', custom })
  })
})
