import { describe, expect, test } from 'vitest'
import type { Profile } from '../accounts/account.ts'
import { chosenTheme, editedProfile } from './profile.ts'

const profile = { username: 'fan', trackStatus: 'at_track', selectedWeekendId: 7, chatStatus: 'Row 12' } as Profile

describe('editedProfile', () => {
  test('changes only the sent fields', () => {
    expect(editedProfile(profile, { userType: 'team', carNumber: '31' })).toEqual({
      ...profile,
      userType: 'team',
      carNumber: '31',
    })
  })

  test('stores emptied fields as null', () => {
    expect(editedProfile(profile, { chatStatus: '', teamName: null })).toMatchObject({
      chatStatus: null,
      teamName: null,
    })
  })
})

describe('chosenTheme', () => {
  const custom = {
    blueHue: 1,
    blueSaturation: 2,
    blueLightness: 13,
    orangeHue: 4,
    orangeSaturation: 5,
    orangeLightness: 16,
  }

  test('retains colours that were not sent', () => {
    expect(chosenTheme({ mode: 'custom', custom }, { mode: 'dark' })).toEqual({ mode: 'dark', custom })
    expect(chosenTheme({ mode: 'dark', custom }, { mode: 'custom' })).toEqual({ mode: 'custom', custom })
  })

  test('has no colours until a custom theme is chosen, and then the default ones', () => {
    expect(chosenTheme(null, { mode: 'light' })).toEqual({ mode: 'light', custom: null })
    expect(chosenTheme(null, { mode: 'custom' }).custom).toMatchObject({ blueHue: 220, orangeHue: 39 })
    expect(chosenTheme(null, { mode: 'custom', custom })).toEqual({ mode: 'custom', custom })
  })
})
