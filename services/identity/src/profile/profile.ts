import type { CustomTheme, ProfileBody, Theme, ThemeBody } from '@purple-sector/contracts/identity/http'
import type { Profile } from '../accounts/account.ts'

/** The profile after an edit. Emptied texts are unset; who goes away from the track has no weekend there any more. */
export const editedProfile = (profile: Profile, edit: ProfileBody): Profile => {
  const given = Object.fromEntries(
    Object.entries(edit).flatMap(([field, value]) =>
      value === undefined ? [] : [[field, value === '' ? null : value]],
    ),
  )
  const edited: Profile = { ...profile, ...given }
  return edited.trackStatus === 'away' ? { ...edited, selectedWeekendId: null } : edited
}

/** What a custom theme begins with. */
const FIRST_COLOURS: CustomTheme = {
  blueHue: 220,
  blueSaturation: 70,
  blueLightness: 50,
  orangeHue: 39,
  orangeSaturation: 96,
  orangeLightness: 51,
}

/** The theme after a choice: colours that are left out stay for the day they are chosen again. */
export const chosenTheme = (theme: Theme | null, { mode, custom }: ThemeBody): Theme => ({
  mode,
  custom: custom ?? theme?.custom ?? (mode === 'custom' ? FIRST_COLOURS : null),
})
